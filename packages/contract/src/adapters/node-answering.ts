import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Exchange } from '../exchange.ts'
import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'
import { cutOff } from './cut-off.ts'
import { type Connections, isLastAnswer } from './node-connections.ts'
import { createEndings, type End, endAtOnce, endBehindRest, isStillSent } from './node-ending.ts'
import { type WriteHead, writeHostHead, writeOwnHead } from './node-head.ts'
import type { NodeIncoming } from './node-incoming.ts'
import { writeStream } from './stream-writing.ts'

/** Returns a function that answers Node requests through the exchange. `connections` are those of our own server. */
export function createAnswering(
  exchange: Exchange,
  connections?: Connections,
): (incoming: NodeIncoming, response: ServerResponse) => void {
  const means =
    connections === undefined
      ? { end: endAtOnce, writeHead: writeHostHead }
      : { end: createEndings(endBehindRest), writeHead: writeOwnHead }
  return (incoming, response) =>
    exchange(incoming, (outgoing) => {
      if (connections !== undefined) {
        const isLast = isLastAnswer(connections, incoming, response.req.socket)
        if (isLast || isInMidBody(response.req, outgoing.status)) response.shouldKeepAlive = false
      }
      try {
        return send(response, outgoing, incoming.isBroken ? BROKEN : means)
      } catch (error) {
        // If Node refuses to write something, the response can only be cut off: a client must not wait for it.
        cutOff(response)
        dropBody(outgoing.body)
        throw error
      }
    })
}

/** How the two parts of a response are written. */
interface Means {
  readonly writeHead: WriteHead
  readonly end: End
}

/** For a request that Node's parser has given up: no rest of it will come. */
const BROKEN: Means = { writeHead: writeOwnHead, end: endAtOnce }

function send(response: ServerResponse, outgoing: Outgoing, { writeHead, end }: Means): number {
  const { status, body } = outgoing
  if (isStillSent(response.req) && closesConnection(outgoing.headers)) response.shouldKeepAlive = false
  if (isStreamBody(body)) {
    writeHead(response, status, [...outgoing.headers])
    return sendStream(response, body, end)
  }
  const bytes = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
  // V8 copies frozen arrays quickly this way, and slowly with `concat`.
  const headers = [...outgoing.headers]
  if (status !== 204 && status !== 304) headers.push('content-length', String(bytes))
  writeHead(response, status, headers)
  if (body === null || bytes === 0 || response.req.method === 'HEAD') end(response)
  // One write: header and body go together only if the body is a string, and Latin-1 needs no encoder.
  else if (bytes === body.length && typeof body === 'string') end(response, body, 'latin1')
  // With any other string, Node would also write the head's Latin-1 as UTF-8.
  else end(response, typeof body === 'string' && headers.some(isBeyondAscii) ? Buffer.from(body) : body)
  return bytes
}

/**
 * Whether a failure is sent before all of a long body has arrived. A proxy may then stop sending the body, and still send
 * its next request on the connection, where it would be read as the rest of that body: HAProxy 2.6 does for HTTP/2
 * clients. A short body usually arrives with its head, so its response waits for it.
 */
function isInMidBody(request: IncomingMessage, status: number): boolean {
  return status >= 400 && isStillSent(request) && Number(request.headers['content-length']) > LONG_BODY
}

/** In bytes. */
const LONG_BODY = 65_536

/** Whether a handler closes the connection after its response. */
function closesConnection(headers: readonly string[]): boolean {
  return headers.some(
    (name, at) => at % 2 === 0 && /^connection$/i.test(name) && /\bclose\b/i.test(headers[at + 1] ?? ''),
  )
}

function isBeyondAscii(text: string): boolean {
  return /[\x80-\xff]/.test(text)
}

function sendStream(response: ServerResponse, body: ReadableStream<Uint8Array>, end: End): number {
  if (response.req.method === 'HEAD' || BODILESS.has(response.statusCode)) {
    end(response)
    dropBody(body)
  } else void writeStream(body, response, () => end(response))
  return 0
}
