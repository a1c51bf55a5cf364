import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGroup } from './group.ts'
import { discard, WRITTEN } from './stream-reading.ts'

/** Ends a response with its body, if it has one. */
export type End = (response: ServerResponse, body?: string | Uint8Array, encoding?: BufferEncoding) => void

/**
 * Ends the responses of one turn of the event loop together, at its end; a client that waits for several is woken once. Bytes are
 * sent at once: their owner may have put others in their place by then.
 */
export function createEndings(end: End): End {
  const atTurnEnd = createGroup(setImmediate)
  return (response, body, encoding = 'utf8') => {
    if (typeof body === 'object') end(response, body)
    else atTurnEnd(() => end(response, body, encoding))
  }
}

/**
 * On a response of a host, which sees to its connections. It is not ended together with others: the host may have put its own over
 * `end`, or listen for what the end brings about, and both belong to one request, with its errors and its AsyncLocalStorage.
 */
export const endAtOnce: End = (response, body, encoding = 'utf8') => void response.end(body, encoding)

/** Whether more of a request is to come. One without a body is destroyed before it is complete, and ends without an event. */
export function isStillSent({
  complete,
  destroyed,
}: Pick<IncomingMessage, 'complete' | 'destroyed'>): boolean {
  return !complete && !destroyed
}

/**
 * On a response of a server of ours. Where the connection closes behind it, and the client still sends its request, the end
 * waits for the rest, for two seconds: Node closes the connection with it, and a client that is amid sending would take that
 * for no answer (RFC 9112 §9.6).
 */
export const endBehindRest: End = (response, body, encoding = 'utf8') => {
  const { req } = response
  if (response.shouldKeepAlive || !isStillSent(req)) {
    response.end(body, encoding)
    return
  }
  if (body === undefined) response.flushHeaders()
  else response.write(body, encoding)
  req.once('close', () => response.end())
  response.emit(WRITTEN)
  discard(req)
}
