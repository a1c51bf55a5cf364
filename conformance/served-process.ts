import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { root } from '../scripts/root.ts'

/** The applications while they are being served. */
export interface Served {
  readonly ports: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

/** Runs a script that serves on a runtime; resolves once it has printed its ports as one line of JSON. */
export function servedByScript(
  runtime: 'node' | 'bun' | 'deno',
  script: string,
  args: readonly string[],
): Promise<Served> {
  const command = runtime === 'node' ? process.execPath : join(root, 'node_modules/.bin', runtime)
  const flags = runtime === 'deno' ? ['run', '--quiet', '--allow-all'] : []
  const child = spawn(command, [...flags, script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return servedBy(child, portsOf(child.stdout))
}

async function portsOf(output: Readable): Promise<Served['ports']> {
  const [line] = await once(createInterface(output), 'line')
  return new Map(Object.entries(JSON.parse(String(line)) as Record<string, number>))
}

/** Resolves once `child` has reported its `ports`; rejects where it ends before. It ends with this process at the latest. */
export async function servedBy(child: ChildProcess, ports: Promise<Served['ports']>): Promise<Served> {
  const kill = () => child.kill()
  process.once('exit', kill)
  const ended = once(child, 'exit').finally(() => process.off('exit', kill))
  const failed = ended.then(() => Promise.reject(new Error(`${child.spawnfile} ended before it listened`)))
  const reported = await Promise.race([ports, failed])
  const close = async () => {
    kill()
    await ended
  }
  return { ports: reported, close }
}
