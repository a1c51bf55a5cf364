import { type IncomingHttpHeaders, request as startRequest } from 'node:http'
import type { RequestBytes } from '../harness/load.ts'

/** The response of a peer. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends one request on its own connection; rejects where there is no response within 5 s. */
export function ask(port: number, { method, path, headers, body }: RequestBytes): Promise<Answer> {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent: false }
  return new Promise((resolve, reject) => {
    const request = startRequest({ ...options, timeout: 5000 }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('timeout', () => request.destroy(new Error(`${method} ${path} was not answered within 5 s`)))
    request.on('error', reject)
    request.end(body)
  })
}
