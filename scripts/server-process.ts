import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A program that serves HTTP. */
export interface ServerProcess {
  /** For the Node that runs this. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** A URL that responds with success once the program serves. */
  readonly ready: string
}

/** Starts a program, waits until it serves, uses it and ends it with SIGTERM. Throws its output if it never serves. */
export async function withServer(
  { args, cwd, env = {}, ready }: ServerProcess,
  use: () => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(() => false)
  try {
    if (!(await Promise.race([answers(ready), ended]))) throw new Error(`it does not serve: ${output}`)
    await use()
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function answers(address: string): Promise<boolean> {
  for (let i = 0; i < 200; i++) {
    const ok = await fetch(address).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
