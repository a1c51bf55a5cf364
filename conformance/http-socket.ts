import { connect } from 'node:net'
import type { HttpAnswer, HttpCase } from './http-case.ts'

/** The part of a case that is sent. */
export type Request = Pick<HttpCase, 'method' | 'path' | 'headers' | 'body_text' | 'body_base64'>

/** A response as received, header line by header line. */
export interface RawAnswer {
  readonly status: number
  /** With names in lower case. */
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}

/** Writes one request to a socket as it was recorded, and reads the whole response. */
export async function ask(port: number, request: Request): Promise<HttpAnswer> {
  const body = bodyOf(request)
  const lines = [
    'Host: api.example',
    'Connection: close',
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const parts = [
    Buffer.from(`${request.method} ${request.path} HTTP/1.1\r\n`),
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    body ?? Buffer.alloc(0),
  ]
  const answer = await converse(port, Buffer.concat(parts))
  return { ...answer, headers: Object.fromEntries(answer.headers) }
}

/** Writes a request to a socket and reads until it closes; rejects after ten seconds of silence. */
export function converse(port: number, request: Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(received))))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within ten seconds')))
  })
}

function bodyOf({ body_text, body_base64 }: Request): Buffer | undefined {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64')
  return body_text === undefined ? undefined : Buffer.from(body_text)
}

function parse(message: Buffer): RawAnswer {
  const end = message.indexOf('\r\n\r\n')
  const [first = '', ...lines] = message.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers, text: message.toString('utf8', end + 4) }
}
