import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MissingBody, Unreadable } from '../incoming.ts'
import { HeldBytes } from '../joined-bytes.ts'
import type { HeldBodies } from './held-bodies.ts'
import { isDirect } from './node-message.ts'
import { discard } from './stream-reading.ts'

/** Where a body arrives, how long it may be, in bytes, and the response that it counts until. */
interface Room {
  readonly limit: number
  readonly bodies: HeldBodies
  readonly response: ServerResponse
}

/** Collects a body and calls `done` once. The returned function ends this early. */
export function collectBody(
  request: IncomingMessage,
  { limit, bodies, response }: Room,
  done: (body: Uint8Array | MissingBody) => void,
): (why: Unreadable) => void {
  // Listeners for the pieces live as long as the request, which the connection keeps until its next one; the body must
  // not.
  let waiting: Waiting | undefined = { held: new HeldBytes(), done }
  const finish = (body: Uint8Array | MissingBody) => {
    if (waiting === undefined) return
    const { held, done: callback } = waiting
    if (body instanceof Uint8Array) whenSent(response, bodies.keep(held))
    else bodies.drop(held)
    waiting = undefined
    callback(body)
  }
  const giveUp = (why: MissingBody) => {
    discard(request)
    finish(why)
  }
  const add = (piece: Uint8Array) => {
    if (waiting === undefined) return
    waiting.held.add(piece)
    if (waiting.held.length > limit) giveUp('too-large')
    else bodies.count(waiting.held, giveUp)
  }
  const end = () => {
    const pieces = waiting?.held.pieces ?? []
    finish(pieces.length === 1 ? (pieces[0] ?? EMPTY) : Buffer.concat(pieces))
  }
  if (isDirect(request)) {
    request.takePiece = (piece) => {
      if (piece === 'end') end()
      else if (piece === 'aborted') finish(piece)
      else add(piece)
    }
  } else {
    request.on('data', add)
    // A host may have paused it.
    request.resume()
    // HTTP/2 also ends the stream of a request that was reset.
    request.on('end', () => (request.aborted ? finish('aborted') : end()))
    request.on('close', () => finish('aborted'))
  }
  return finish
}

/** Calls `then` when a response is sent or its connection is closed. The responses of some hosts only finish. */
function whenSent(response: ServerResponse, then: (() => void) | undefined): void {
  if (then === undefined) return
  if (response.writableFinished) then()
  else for (const event of ['finish', 'close']) response.once(event, then)
}

const EMPTY = new Uint8Array()

interface Waiting {
  readonly held: HeldBytes
  readonly done: (body: Uint8Array | MissingBody) => void
}
