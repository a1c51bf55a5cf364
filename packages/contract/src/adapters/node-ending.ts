import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGroup } from './group.ts'
import { closeBehind } from './node-last-answer.ts'
import { discard, WRITTEN } from './stream-reading.ts'

/** Ends a response, with its body if it has one. */
export type End = (response: ServerResponse, body?: Body, encoding?: BufferEncoding) => void

type Body = string | Uint8Array | undefined

/**
 * Ends the responses of one turn of the event loop together, at its end, so that a client waiting for several is woken
 * once. Bytes are sent at once, because their owner may have replaced them by then.
 */
export function createEndings(end: End): End {
  const atTurnEnd = createGroup(setImmediate)
  return (response, body, encoding = 'utf8') => {
    if (typeof body === 'object') end(response, body)
    else atTurnEnd(() => end(response, body, encoding))
  }
}

/**
 * For a response of a host, which handles its own connections. It is not ended together with others: the host may have
 * replaced `end`, or may listen for what it causes, and both belong to one request, with its errors and its
 * AsyncLocalStorage.
 */
export const endAtOnce: End = (response, body, encoding = 'utf8') => void response.end(body, encoding)

/**
 * Whether more of a request is to come. A request without a body is destroyed before it is complete, and ends without
 * an event.
 */
export function isStillSent({
  complete,
  destroyed,
}: Pick<IncomingMessage, 'complete' | 'destroyed'>): boolean {
  return !complete && !destroyed
}

/** For a response of our own server: if the client is still sending its request, its end may wait for the rest. */
export const endBehindRest: End = (response, body, encoding = 'utf8') => {
  const isEarly = isStillSent(response.req)
  if (isEarly && !response.shouldKeepAlive) endBeforeClosing(response, body, encoding)
  else if (isEarly && hasLength(response.req)) endAfterRest(response, body, encoding)
  else response.end(body, encoding)
}

/**
 * Ends a response that closes its connection when the rest of the request has arrived, or after two seconds. Otherwise
 * Node would close the connection with the response, and a client in the middle of sending would see no response (RFC
 * 9112 §9.6).
 */
function endBeforeClosing(response: ServerResponse, body: Body, encoding: BufferEncoding): void {
  const { req } = response
  if (body === undefined) response.flushHeaders()
  else response.write(body, encoding)
  req.once('close', () => response.end())
  response.emit(WRITTEN)
  discard(req)
}

/**
 * Ends a response that leaves its connection open when the rest of the request has arrived. A proxy that stops sending a
 * body with a length may send its next request instead, as part of that body, but only after a whole response: HAProxy
 * 2.6 does. If the rest does not come, the connection closes after the response.
 */
function endAfterRest(response: ServerResponse, body: Body, encoding: BufferEncoding): void {
  const { req } = response
  // The owner of bytes may replace them until then.
  const kept = typeof body === 'object' ? Buffer.from(body) : body
  const end = () => {
    clearTimeout(late)
    response.end(kept, encoding)
  }
  const late = setTimeout(() => {
    req.off('close', end)
    response.shouldKeepAlive = false
    response.once('finish', () => closeBehind(req.socket))
    end()
  }, LONGEST_WAIT).unref()
  req.once('close', end)
  response.emit(WRITTEN)
  req.resume()
}

/** In milliseconds. */
const LONGEST_WAIT = 1_000

function hasLength({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > 0
}
