import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from './terminal.ts'

/**
 * Prints a question to standard error and reads a line from standard input; a terminal does not echo it. Returns an
 * empty string where the input has ended. Throws a `CommandError` where the line is not UTF-8, and where a user at a
 * terminal enters none.
 */
export function askSecret(question: string): Promise<string> {
  return process.stdin.isTTY ? askAtTerminal(question) : readLine()
}

async function askAtTerminal(question: string): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  // Echo is off by now, so the user may type at once.
  stderr.write(question)
  try {
    for await (const line of lines) return line
    throw new CommandError('No password was given')
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

/** Reads bytes, since readline would end a line at characters that a secret may contain and replace invalid UTF-8. */
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
