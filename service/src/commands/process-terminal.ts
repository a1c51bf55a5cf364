import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Terminal } from './terminal.ts'

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    environment: process.env,
    print: (line) => void process.stdout.write(`${line}\n`),
    writeLog: (text) => void process.stderr.write(text),
    isReadable: process.stderr.isTTY === true,
    stopSignal: () => firstOf(['SIGINT', 'SIGTERM']),
    askSecret,
  }
}

async function firstOf(signals: readonly string[]): Promise<string> {
  const settled = new AbortController()
  const received = signals.map(async (name) => {
    await once(process, name, { signal: settled.signal })
    return name
  })
  const first = await Promise.race(received)
  // From here on a signal does what it does by itself: it ends the process.
  settled.abort()
  return first
}

async function askSecret(question: string): Promise<string> {
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
