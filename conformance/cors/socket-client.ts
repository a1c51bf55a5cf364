import { converse } from '../http-socket.ts'
import type { Answer } from './expectation.ts'
import { headerText, type VectorRequest } from './vector.ts'

/** Writes one request to a socket, line by line as in the vector, and reads the response. */
export async function sendRequest(port: number, id: string, request: VectorRequest): Promise<Answer> {
  const own = request.headers.map(([name, text]) => `${name}: ${headerText(text)}`)
  const hosted = request.headers.some(([name]) => name.toLowerCase() === 'host')
  const { body } = request
  const lines = [
    `${request.method} ${request.path} HTTP/1.1`,
    ...(hosted ? [] : ['Host: api.example']),
    'Connection: close',
    `X-Vector: ${id}`,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...own,
  ]
  const message = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, 'latin1')
  const { status, headers, text } = await converse(port, message)
  const reached = status === 500 || headers.some(([name]) => name === 'x-application')
  return { status, headers, body: text, reached }
}
