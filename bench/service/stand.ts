import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../../service/src/storage/postgres/test-server.ts'
import { type Server, startServer } from '../harness/server.ts'
import { ask } from '../http/answer.ts'
import { json, plain } from '../http/scenarios.ts'
import type { Contestant } from './contestants.ts'
import { pathOf } from './work.ts'

/** A running contestant with 200 posts. */
export interface Stand {
  readonly contestant: Contestant
  readonly server: Server
  /** The URL of its database; empty without one. */
  readonly url: string
}

/** Databases for the contestants, and their servers. */
export interface Stands {
  /** Starts the contestant on a new database with 200 posts. */
  open(contestant: Contestant): Promise<Stand>
  /** Starts the contestant again on the database of a stopped stand. */
  reopen(stand: Stand): Promise<Stand>
  /** Stops every server and removes every database. */
  close(): Promise<void>
}

/** Creates databases on demand: SQLite files in a temporary folder, PostgreSQL on a separate server. */
export function createStands(): Stands {
  const folder = mkdtempSync(join(tmpdir(), 'postern-bench-'))
  const servers: Server[] = []
  let postgres: ReturnType<typeof startTestServer> | undefined
  const databases = {
    none: async () => '',
    sqlite: async () => `sqlite:${join(folder, `${servers.length}.db`)}`,
    postgres: async () => {
      postgres ??= startTestServer()
      return (await postgres).createDatabase()
    },
  }
  const start = async (contestant: Contestant, url: string): Promise<Stand> => {
    const environment = contestant.environment(url)
    const options = { environment, readyPath: contestant.collection }
    const server = await startServer(contestant.peer.command, options)
    servers.push(server)
    return { contestant, server, url }
  }
  return {
    async open(contestant) {
      const stand = await start(contestant, await databases[contestant.database]())
      await sow(stand)
      return stand
    },
    reopen: ({ contestant, url }) => start(contestant, url),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await (await postgres)?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates the posts that reads request, where the contestant has not done so itself. */
async function sow({ contestant: { collection, peer }, server: { port } }: Stand): Promise<void> {
  if ((await ask(port, plain('GET', pathOf(collection, 200)))).status === 200) return
  for (let number = 1; number <= 200; number++) {
    const fields = {
      title: `Post number ${number}`,
      content: 'A few words that stand for what somebody wrote.',
    }
    const { status, text } = await ask(port, json('POST', collection, fields))
    if (status !== 201) throw new Error(`${peer.name} answered a post with ${status} ${text.slice(0, 200)}`)
  }
}
