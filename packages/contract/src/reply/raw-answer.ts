import { dropBody, type Incoming, isStreamBody, type Outgoing } from '../incoming.ts'
import { isTextType } from '../route/media-type.ts'
import type { Declaration } from '../route/operation.ts'
import { BODILESS } from '../status.ts'
import { headerValue, withOwn } from './header-pairs.ts'
import type { Mishap, MishapReport } from './mishap.ts'
import { bodiless } from './raw-reply.ts'
import type { Reply } from './reply.ts'
import { type StreamWatch, watchedStream } from './watched-stream.ts'

/**
 * Compiles how raw replies of an operation are sent: as they are, with the operation's status and `mediaType` unless
 * the reply sets its own.
 */
export function compileRawAnswer(
  { status = 200, mediaType }: Declaration,
  report: MishapReport | undefined,
): (reply: Reply, incoming: Incoming) => Outgoing | Mishap {
  const typed = mediaType === undefined ? undefined : ['content-type', contentTypeOf(mediaType)]
  return (reply, incoming) => {
    // `rawReply` puts nothing else there.
    const body = reply.body as Outgoing['body']
    const code = reply.status ?? status
    if (body !== null && BODILESS.has(code)) {
      dropBody(body)
      return { error: bodiless(code) }
    }
    const headers = typed !== undefined && body !== null ? withOwn(typed, reply.headers) : reply.headers
    if (!isStreamBody(body)) return { status: code, headers, body }
    if (body.locked) return { error: new TypeError(READ_ALREADY) }
    const length = lengthIn(headers)
    const isWatched = report !== undefined || length !== undefined || incoming.answered !== undefined
    const stream = isWatched ? watchedStream(body, { ...watchOf(incoming, report), length }) : body
    return { status: code, headers, body: stream }
  }
}

const READ_ALREADY = 'The stream of a raw reply has already been read; create a new one for each response'

/** Strings of handlers are sent as UTF-8. */
function contentTypeOf(mediaType: string): string {
  return isTextType(mediaType) ? `${mediaType}; charset=utf-8` : mediaType
}

/** Returns how many bytes the stream has according to the response's headers. */
function lengthIn(headers: readonly string[]): number | undefined {
  const length = headerValue(headers, 'content-length')
  return length === undefined ? undefined : Number(length)
}

function watchOf(incoming: Incoming, report: MishapReport | undefined): Omit<StreamWatch, 'length'> {
  return {
    report: (error) => report?.({ error }, incoming),
    end: () => incoming.answered?.(),
    signal: incoming.signal,
  }
}
