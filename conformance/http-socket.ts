import { connect } from 'node:net'
import type { HttpAnswer, HttpCase } from './http-case.ts'

/** What is sent of a case. */
export type Request = Pick<HttpCase, 'method' | 'path' | 'headers' | 'body_text' | 'body_base64'>

/** Writes one request to a socket as it was recorded, and reads the answer to its end. */
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
  return parse(await converse(port, Buffer.concat(parts)))
}

function bodyOf({ body_text, body_base64 }: Request): Buffer | undefined {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64')
  return body_text === undefined ? undefined : Buffer.from(body_text)
}

function converse(port: number, message: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(message))
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(received)))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within ten seconds')))
  })
}

function parse(message: Buffer): HttpAnswer {
  const end = message.indexOf('\r\n\r\n')
  const [first = '', ...lines] = message.toString('latin1', 0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: message.toString('utf8', end + 4),
  }
}
