import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, startServer } from '../harness/server.ts'
import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'

/** Starts a peer, with posts in memory or in a separate SQLite file that is removed when it stops. */
export async function startPeer(peer: Peer, storage: Scenario['storage']): Promise<Server> {
  if (storage === 'memory') return startServer(peer.command, { environment: { STORAGE: 'memory' } })
  const folder = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const environment = { STORAGE: join(folder, 'posts.db') }
  try {
    const server = await startServer(peer.command, { environment })
    return { ...server, stop: () => server.stop().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
