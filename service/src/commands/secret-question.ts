import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on standard error and reads a line from standard input, which no terminal shows; blank where the input has ended. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
