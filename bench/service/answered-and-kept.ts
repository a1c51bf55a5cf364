import { Agent, request as startRequest } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { RequestBytes } from '../harness/load.ts'
import { ask } from '../http/answer.ts'
import { plain } from '../http/scenarios.ts'
import type { Stand, Stands } from './stand.ts'
import { workOf } from './work.ts'

/** Whether everything acknowledged is stored. */
export interface Count {
  readonly name: string
  /** Creations that got a 201. */
  readonly answered: number
  /** Additional posts stored since before the load, after the server was killed and started again. */
  readonly kept: number
}

/** Sends this many creations over 64 connections, kills the server at the last response, starts it again and counts. */
export async function countKept(stands: Stands, stand: Stand, requests: number): Promise<Count> {
  const { collection, peer } = stand.contestant
  const before = await countPosts(stand.url)
  const creations = workOf('durable create', collection).turns.map(({ request }) => request)
  const answered = await sendAll(stand.server.port, creations, requests)
  process.kill(stand.server.pid, 'SIGKILL')
  await stand.server.stop()
  const { server } = await stands.reopen(stand)
  const { status } = await ask(server.port, plain('GET', collection))
  if (status !== 200) throw new Error(`${peer.name} answered its list with ${status} after it was killed`)
  return { name: peer.name, answered, kept: (await countPosts(stand.url)) - before }
}

/** Returns how many creations got a 201. */
async function sendAll(port: number, creations: readonly RequestBytes[], requests: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let sent = 0
  let answered = 0
  const client = async () => {
    for (let turn = sent++; turn < requests; turn = sent++) {
      const creation = creations[turn % creations.length]
      if (creation !== undefined && (await statusOf(agent, port, creation)) === 201) answered++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  agent.destroy()
  return answered
}

const CONNECTIONS = 64

function statusOf(
  agent: Agent,
  port: number,
  { method, path, headers, body = '' }: RequestBytes,
): Promise<number | undefined> {
  const length = { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    startRequest({ agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } })
      .on('response', (response) =>
        response
          .resume()
          .on('error', reject)
          .on('end', () => resolve(response.statusCode)),
      )
      .on('error', reject)
      .end(body)
  })
}

async function countPosts(url: string): Promise<number> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    const row = database.prepare('select count(*) as posts from posts').get()
    database.close()
    return Number(row?.['posts'])
  }
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ posts: string }>('select count(*) as posts from posts')
  await client.end()
  return Number(rows[0]?.posts)
}
