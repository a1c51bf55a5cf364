import type { IncomingMessage } from 'node:http'
import type { MissingBody, Unreadable } from '../incoming.ts'
import { HeldBytes } from '../joined-bytes.ts'
import type { HeldBodies } from './held-bodies.ts'
import { isDirect } from './node-message.ts'
import { discard } from './stream-reading.ts'

/** Where a body arrives, how long it may be, in bytes, and the request until whose end it counts. */
interface Room {
  readonly limit: number
  readonly bodies: HeldBodies
  readonly incoming: { whenOver(then: () => void): void }
}

/** Collects a body and calls `done` once. The returned function ends this early. */
export function collectBody(
  request: IncomingMessage,
  { limit, bodies, incoming }: Room,
  done: (body: Uint8Array | MissingBody) => void,
): (why: Unreadable) => void {
  // Listeners for the pieces live as long as the request, which the connection keeps until its next one; the body must
  // not.
  let waiting: Waiting | undefined = { held: new HeldBytes(), done }
  const finish = (body: Uint8Array | MissingBody) => {
    if (waiting === undefined) return
    const { held, done: callback } = waiting
    const release = bodies.settle(held)
    if (release !== undefined && body instanceof Uint8Array) incoming.whenOver(release)
    else release?.()
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

const EMPTY = new Uint8Array()

interface Waiting {
  readonly held: HeldBytes
  readonly done: (body: Uint8Array | MissingBody) => void
}
