import { connect } from 'node:net'
import type { Answer } from './expectation.ts'
import { headerText, type VectorRequest } from './vector.ts'

/** Writes one request to a socket, line by line as the vector has it, and reads the answer. */
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
  return parseAnswer(await exchange(port, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`))
}

function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within ten seconds')))
  })
}

function parseAnswer(text: string): Answer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const status = Number(first.split(' ')[1])
  const reached = status === 500 || headers.some(([name]) => name.toLowerCase() === 'x-application')
  return { status, headers, body: text.slice(end + 4), reached }
}
