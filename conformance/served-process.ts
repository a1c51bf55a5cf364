import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The applications while they are served. */
export interface Served {
  readonly ports: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

/** What `child` serves, once it has told its `ports`; rejects where it ends before. */
export async function servedBy(child: ChildProcess, ports: Promise<Served['ports']>): Promise<Served> {
  const ended = once(child, 'exit')
  const failed = ended.then(() => Promise.reject(new Error(`${child.spawnfile} ended before it listened`)))
  const told = await Promise.race([ports, failed])
  const close = async () => {
    child.kill()
    await ended
  }
  return { ports: told, close }
}
