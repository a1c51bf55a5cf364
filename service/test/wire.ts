import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** A request as it is sent over the wire. */
export interface WireRequest {
  readonly method: string
  readonly target: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Sends the body in chunks, without a length. */
  readonly chunked?: boolean
}

/** A response as received. */
export interface WireAnswer {
  readonly status: number
  /** By lower-case name; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Sends one request on its own connection and reads the whole response. */
export async function send(origin: string, sent: WireRequest): Promise<WireAnswer> {
  const { method, target, headers = {}, body, chunked } = sent
  const length = body === undefined || chunked ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const outgoing = request(origin, {
    method,
    path: target,
    agent: false,
    headers: { ...length, ...headers, ...(chunked && { 'Transfer-Encoding': 'chunked' }) },
  })
  // The service may respond and close before it has read everything.
  const answered = once(outgoing, 'response')
  outgoing.on('error', () => undefined)
  if (body !== undefined) for (const part of partsOf(body, chunked === true)) outgoing.write(part)
  outgoing.end()
  const [answer]: IncomingMessage[] = await answered
  if (answer === undefined) throw new Error(`${method} ${target} was not answered`)
  return { status: answer.statusCode ?? 0, headers: joined(answer), body: await textOf(answer) }
}

/** Creates a function that sends requests by their method and target in one string, such as `GET /posts/`. */
export function createAsk(origin: string) {
  return (line: string, headers: Readonly<Record<string, string>>, body = ''): Promise<WireAnswer> => {
    const [method = '', target = ''] = line.split(' ')
    return send(origin, { method, target, headers, body })
  }
}

function partsOf(body: string | Uint8Array, chunked: boolean): Uint8Array[] {
  const bytes = Buffer.from(body)
  const size = chunked ? 65_536 : Math.max(bytes.length, 1)
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
}

function joined({ headers }: IncomingMessage): Record<string, string | undefined> {
  const entries = Object.entries(headers)
  return Object.fromEntries(entries.map(([name, value]) => [name, [value].flat().join(', ')]))
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  try {
    for await (const part of answer) parts.push(part)
  } catch (error) {
    if (parts.length === 0) throw error
  }
  return Buffer.concat(parts).toString()
}
