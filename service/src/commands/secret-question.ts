import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './terminal.ts'

/**
 * Asks on standard error and reads a line from standard input, which no terminal shows; blank where the input has ended.
 * Throws a `CommandError` where that line is not UTF-8, and where somebody at a terminal gives none.
 */
export function askSecret(question: string): Promise<string> {
  return process.stdin.isTTY ? askAtTerminal(question) : readLine()
}

async function askAtTerminal(question: string): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  // By now nothing is shown any more: who is asked may type at once.
  stderr.write(question)
  try {
    for await (const line of lines) return line
    throw new CommandError('No password was given')
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

/** As bytes: readline would end a line at characters that a secret may have, and replace what is not UTF-8. */
async function readLine(): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const chunk of process.stdin) {
    const bytes: Uint8Array = chunk
    const end = bytes.indexOf(lineFeed)
    parts.push(end === -1 ? bytes : bytes.subarray(0, end))
    if (end !== -1) break
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)).replace(/\r$/, '')
  } catch {
    throw new CommandError('The standard input is not UTF-8; give the password in this encoding')
  }
}

const lineFeed = 0x0a
