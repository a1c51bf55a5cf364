import { isStreamBody, type Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'
import { type HeaderParts, hasHeader, headerPairs, headerValue } from './header-pairs.ts'
import { isPiece, shapeOf } from './piece.ts'
import { isGenerator, type Pieces, pieceStream } from './piece-stream.ts'
import { Reply } from './reply.ts'

/** Options of {@link rawReply}. */
export interface RawReplyOptions extends HeaderParts {
  /** Default: the `status` of its operation. */
  readonly status?: number
}

/**
 * An answer sent as it is, past the response model: the explicit escape. Its `content-type` is one among the headers, or the `mediaType`
 * of its operation, or there is none (Bun then says `application/octet-stream`);
 * a `content-length` is taken for a stream alone, which breaks off where it has more bytes or fewer; the others are counted.
 * A generator gives the pieces of a stream, each a text or bytes, and is asked for one when the last was taken. What it throws cuts the
 * answer, and `onError` is told.
 * Throws for a status outside 200 to 599, for a body where the status has none, for one that is none of the types, and for a stream's
 * `content-length` that is no number. A body where the operation's own status has none is a safe 500.
 */
export function rawReply(body: Outgoing['body'] | Pieces, options: RawReplyOptions = {}): Reply {
  const { status } = options
  if (status !== undefined) {
    requireStatus(status)
    if (body !== null && BODILESS.has(status)) throw bodiless(status)
  }
  const made = isGenerator(body) ? pieceStream(body) : body
  requireBody(made, 'a text, a Uint8Array, a generator of such, a ReadableStream or null')
  const headers = headerPairs(options, !isStreamBody(made))
  if (!/^\d+$/.test(headerValue(headers, 'content-length') ?? '0')) {
    throw new TypeError('A content-length is a number of bytes in digits; give that, or none')
  }
  // Behind Fetch a text without a type would be given one (Fetch, §5.5); bytes are not.
  const isUntyped = typeof made === 'string' && !hasHeader(headers, 'content-type')
  return new Reply(status, isUntyped ? new TextEncoder().encode(made) : made, { headers, form: 'raw' })
}

/** Throws for a status that no answer has. */
export function requireStatus(status: number): void {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`No answer has the status ${status}; use 200 to 599`)
}

/** What is wrong with a body of a status that has none. */
export function bodiless(status: number): TypeError {
  return new TypeError(`An answer with the status ${status} has no body; give null`)
}

/** Throws for what is no body, where no compiler has looked: a server that was handed it to write would go down. */
export function requireBody(body: unknown, bodies = 'a text, a Uint8Array, a ReadableStream or null'): void {
  if (body !== null && !isPiece(body) && !(body instanceof ReadableStream))
    throw new TypeError(`${shapeOf(body)} is no body; give ${bodies}`)
}
