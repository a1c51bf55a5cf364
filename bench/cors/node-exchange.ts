import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Case } from './cases.ts'

/** The request and the response of node:http, without a connection. */
export interface NodeExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const socket = new Socket()

/** Creates the objects that node:http would pass to a listener. */
export function createNodeExchange({ method, headers }: Case): NodeExchange {
  const request = new IncomingMessage(socket)
  request.method = method
  request.url = '/'
  request.headers = { host: 'api.example', ...headers }
  return { request, response: new ServerResponse(request) }
}

/** Returns the origin that a response names. */
export function grantedByNode({ response }: NodeExchange): string | undefined {
  if (!response.writableEnded) throw new Error('the answer is not finished')
  return /^access-control-allow-origin: (.*)\r$/im.exec(headOf(response))?.[1]
}

// The head as it is sent to the socket; headers passed to writeHead are in no list.
function headOf(response: ServerResponse): string {
  return '_header' in response ? String(response._header) : ''
}
