import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A server that replays a file of vectors under one runtime. */
export interface RunningServer {
  readonly port: number
  close(): void
}

const SERVER = fileURLToPath(new URL('server.ts', import.meta.url))
const BIN = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url))

/** The sockets that are replayed: a node:http listener, and the fetch servers of Bun and Deno. */
export const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  node: [process.execPath, SERVER, 'listener'],
  bun: [`${BIN}bun`, SERVER, 'fetch'],
  deno: [`${BIN}deno`, 'run', '--quiet', '--allow-all', SERVER, 'fetch'],
}

/** Starts the server as a child process; rejects when it ends before it listens. */
export function openServer(runtime: string, path: string): Promise<RunningServer> {
  const [command = '', ...words] = RUNTIMES[runtime] ?? []
  const child = spawn(command, [...words, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`the ${runtime} server ended with ${code}`)))
    readPort(child, (port) => resolve({ port, close: () => child.kill() }))
  })
}

function readPort(child: ChildProcess, found: (port: number) => void): void {
  if (child.stdout === null) return
  createInterface(child.stdout).on('line', (line) => {
    const port = /^listening (\d+)$/.exec(line)?.[1]
    if (port !== undefined) found(Number(port))
  })
}
