import { isStreamBody, type Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'
import { hasHeader, headerPairs, headerValue, type ReplyOptions } from './header-pairs.ts'
import { isPiece, shapeOf } from './piece.ts'
import { isGenerator, type Pieces, pieceStream } from './piece-stream.ts'
import { Reply } from './reply.ts'

/** Options of {@link rawReply}. */
export interface RawReplyOptions extends ReplyOptions {
  /** Default: the `status` of its operation. */
  readonly status?: number
}

/**
 * Makes a response that is sent as it is, bypassing the response model: the explicit escape.
 *
 * - `content-type`: the one among the headers, else the `mediaType` of its operation, else none (Bun then sends
 *   `application/octet-stream`).
 * - `content-length`: used for a stream only, which breaks off if it has more bytes or fewer. Other bodies are counted.
 * - A generator yields the pieces of a stream, each a string or bytes; the next is requested when the last was taken.
 *   What it throws cuts the response off, and `onError` receives it.
 *
 * Throws for a status outside 200 to 599, for a body if the status has none, for a body of any other type, and for a
 * stream's `content-length` that is not a number. A body where the operation's own status has none is a safe 500.
 */
export function rawReply(body: Outgoing['body'] | Pieces, options: RawReplyOptions = {}): Reply {
  const { status } = options
  if (status !== undefined) {
    requireStatus(status)
    if (body !== null && BODILESS.has(status)) throw bodiless(status)
  }
  const made = isGenerator(body) ? pieceStream(body) : body
  requireBody(made, 'a string, a Uint8Array, a generator of these, a ReadableStream or null')
  const headers = headerPairs(options, !isStreamBody(made))
  const length = headerValue(headers, 'content-length') ?? '0'
  if (!/^\d+$/.test(length))
    throw new TypeError(`The content-length is ${JSON.stringify(length)}; write a number of bytes, or none`)
  // Behind Fetch, a string without a type would be given one (Fetch, §5.5); bytes are not.
  const isUntyped = typeof made === 'string' && !hasHeader(headers, 'content-type')
  return new Reply(status, isUntyped ? new TextEncoder().encode(made) : made, { headers, form: 'raw' })
}

/** Throws for a status that no response has. */
export function requireStatus(status: number): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`A response cannot have the status ${status}; use 200 to 599`)
}

/** Returns the error for a body of a status that has none. */
export function bodiless(status: number): TypeError {
  return new TypeError(`A response with the status ${status} has no body; write null`)
}

/** Throws for what is not a body, which untyped code may give: writing it would bring the server down. */
export function requireBody(
  body: unknown,
  bodies = 'a string, a Uint8Array, a ReadableStream or null',
): void {
  if (body !== null && !isPiece(body) && !(body instanceof ReadableStream))
    throw new TypeError(`${shapeOf(body)} is not a body; write ${bodies}`)
}
