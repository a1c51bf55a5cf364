import type { Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'
import { type HeaderParts, hasHeader, headerPairs, headerValue } from './header-pairs.ts'
import { isPiece, shapeOf } from './piece.ts'
import { Reply } from './reply.ts'

/** Options of {@link rawReply}. */
export interface RawReplyOptions extends HeaderParts {
  /** Default 200. */
  readonly status?: number
}

/**
 * An answer sent as it is, past the response model: the explicit escape. Give its `content-type` among the headers, or there is none (Bun then says `application/octet-stream`);
 * a `content-length` is taken for a stream alone, which breaks off where it has more bytes or fewer; the others are counted.
 * Throws for a status outside 200 to 599, for a body where the status has none, for one that is none of the types, and for a stream's `content-length` that is no number.
 */
export function rawReply(body: Outgoing['body'], options: RawReplyOptions = {}): Reply {
  const { status = 200 } = options
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`No answer has the status ${status}; use 200 to 599`)
  }
  if (body !== null && BODILESS.has(status)) {
    throw new TypeError(`An answer with the status ${status} has no body; give null`)
  }
  // Where no compiler has looked: a server that was handed it to write would go down.
  if (!isBody(body)) {
    throw new TypeError(`${shapeOf(body)} is no body; give a text, a Uint8Array, a ReadableStream or null`)
  }
  const headers = headerPairs(options, !(body instanceof ReadableStream))
  if (!/^\d+$/.test(headerValue(headers, 'content-length') ?? '0')) {
    throw new TypeError('A content-length is a number of bytes in digits; give that, or none')
  }
  // Behind Fetch a text without a type would be given one (Fetch, §5.5); bytes are not.
  const isUntyped = typeof body === 'string' && !hasHeader(headers, 'content-type')
  return new Reply(status, isUntyped ? new TextEncoder().encode(body) : body, { headers, form: 'raw' })
}

function isBody(body: unknown): body is Outgoing['body'] {
  return body === null || isPiece(body) || body instanceof ReadableStream
}
