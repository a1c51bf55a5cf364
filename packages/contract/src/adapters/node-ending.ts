import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGroup } from './group.ts'
import { closeBehind } from './node-last-answer.ts'
import { discard, WRITTEN } from './stream-reading.ts'

/** Ends a response, with its body if it has one. */
export type End = (response: ServerResponse, body?: string | Uint8Array, encoding?: BufferEncoding) => void

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

/**
 * For a response of our own server. If the client is still sending its request, the end waits for the rest, for two
 * seconds if the connection closes after it. Otherwise Node would close the connection with the response, and a client
 * in the middle of sending would see no response (RFC 9112 §9.6).
 */
export const endBehindRest: End = (response, body, encoding = 'utf8') => {
  const { req } = response
  if (!isStillSent(req) || (response.shouldKeepAlive && !hasLength(req))) {
    response.end(body, encoding)
    return
  }
  if (response.shouldKeepAlive) {
    // Their owner may replace bytes until then.
    const kept = typeof body === 'object' ? Buffer.from(body) : body
    afterRest(response, () => response.end(kept, encoding))
    response.emit(WRITTEN)
    req.resume()
    return
  }
  if (body === undefined) response.flushHeaders()
  else response.write(body, encoding)
  req.once('close', () => response.end())
  response.emit(WRITTEN)
  discard(req)
}

function hasLength({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > 0
}

/**
 * Ends a response that leaves its connection open when the rest of the request has arrived. A proxy that stops sending a
 * body with a length may send its next request instead, as part of that body, but only after a whole response: HAProxy
 * 2.6 does. If the rest does not come, the connection closes after the response.
 */
function afterRest(response: ServerResponse, end: () => void): void {
  const { req } = response
  const close = () => {
    clearTimeout(late)
    end()
  }
  const late = setTimeout(() => {
    req.off('close', close)
    response.shouldKeepAlive = false
    response.once('finish', () => closeBehind(req.socket))
    end()
  }, LONGEST_WAIT).unref()
  req.once('close', close)
}

/** In milliseconds. */
const LONGEST_WAIT = 1_000
