import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '../../src/seed/random.ts'
import type { Ledger, PostText } from './ledger.ts'

/** The target of the load and the ledger that records it. */
export interface LoadOptions {
  readonly origin: string
  readonly ledger: Ledger
  /** One sequence of random numbers per client. */
  readonly randoms: readonly Random[]
}

interface Answer {
  readonly status: number
  readonly body: string
}

type Call = (method: string, path: string, post?: PostText) => Promise<Answer>

/** Creates, replaces and deletes posts from several clients until the server is gone; returns what it did wrong. */
export async function loadUntilGone({ origin, ledger, randoms }: LoadOptions): Promise<string[]> {
  const agent = new Agent({ keepAlive: true })
  const call = callOn(origin, agent)
  const { there } = ledger.ids()
  const problems: string[] = []
  const clients = randoms.map((random, index) => {
    const own = there.filter((_, place) => place % randoms.length === index)
    return writeUntilGone({ call, ledger, random, own, problems })
  })
  await Promise.all(clients)
  agent.destroy()
  return problems
}

/** Reads posts over HTTP and returns a line for each that differs from what was acknowledged. */
export async function readBack(origin: string, ledger: Ledger, ids: readonly number[]): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const call = callOn(origin, agent)
  const problems = await Promise.all(
    ids.map(async (id) => {
      const { status, body } = await call('GET', `/posts/${id}`)
      const expected = ledger.expected(id)
      const isRight = expected ? status === 200 && holds(body, expected) : status === 404
      return isRight ? [] : [`GET /posts/${id} answers ${status}: ${body.slice(0, 100)}`]
    }),
  )
  agent.destroy()
  return problems.flat()
}

interface Client {
  readonly call: Call
  readonly ledger: Ledger
  readonly random: Random
  /** The posts that only this client writes to. */
  readonly own: number[]
  readonly problems: string[]
}

// A broken connection is the kill; any other error is a mistake of ours and is thrown on.
async function writeUntilGone(client: Client): Promise<void> {
  for (;;) {
    try {
      const { status, body } = await writeOnce(client)
      if (status === 503 || status === 429) await setTimeout(5)
      else if (status >= 300) client.problems.push(`a write is answered ${status}: ${body.slice(0, 100)}`)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return
      throw error
    }
  }
}

function writeOnce(client: Client): Promise<Answer> {
  const { random, own } = client
  const choice = random.below(10)
  const place = random.below(own.length + 1)
  const [id] = own.length > 60 || choice >= 4 ? own.splice(place, 1) : []
  if (id === undefined) return create(client)
  return own.length > 60 || choice >= 7 ? remove(client, id) : replace(client, id)
}

async function create({ call, ledger, random, own, problems }: Client): Promise<Answer> {
  const post = newPost(random)
  ledger.beginCreation(post)
  const answer = await call('POST', '/posts/', post)
  if (answer.status !== 201) return answer
  const { id } = JSON.parse(answer.body)
  ledger.acknowledgeCreation(id, post)
  own.push(id)
  if (!holds(answer.body, post)) problems.push(`post ${id} is answered otherwise than it was sent`)
  return answer
}

// After a failed write, the post is not returned to its client: its state is unknown until it is read.
async function replace({ call, ledger, random, own }: Client, id: number): Promise<Answer> {
  const post = newPost(random)
  ledger.begin(id, post)
  const answer = await call('PUT', `/posts/${id}`, post)
  if (answer.status !== 200) return answer
  ledger.acknowledge(id)
  own.push(id)
  return answer
}

async function remove({ call, ledger }: Client, id: number): Promise<Answer> {
  ledger.begin(id, undefined)
  const answer = await call('DELETE', `/posts/${id}`)
  if (answer.status === 204) ledger.acknowledge(id)
  return answer
}

function newPost(random: Random): PostText {
  const length = random.below(20) === 0 ? 20_000 : 10 + random.below(1000)
  return { title: `Post ${textOf(random, 24)}.`, content: `:${textOf(random, length)}.` }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789 ,äé漢😀']

function textOf(random: Random, length: number): string {
  return Array.from({ length }, () => letters[random.below(letters.length)]).join('')
}

function holds(body: string, { title, content }: PostText): boolean {
  const post = JSON.parse(body)
  return post.title === title && post.content === content
}

function callOn(origin: string, agent: Agent): Call {
  return async (method, path, post) => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = request(`${origin}${path}`, { method, agent, ...(post && { headers }) })
    sent.end(post && JSON.stringify(post))
    const [received]: IncomingMessage[] = await once(sent, 'response')
    if (received === undefined) throw new Error('An answer is missing')
    const parts = await received.toArray()
    return { status: received.statusCode ?? 0, body: Buffer.concat(parts).toString() }
  }
}
