import { joinedBytes } from '../joined-bytes.ts'
import { brokenOff, brokenStream } from './broken-stream.ts'

/** What a request's body is read from; an `IncomingMessage` is one. */
export interface Source {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  once(event: 'end' | 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  readonly destroyed: boolean
  listenerCount(event: 'readable'): number
  /** Whether a piece was given to anybody. */
  readonly readableDidRead: boolean
  readonly readableEnded: boolean
  readonly readableEncoding: string | null
  /** Whether its client has gone before all was read. */
  readonly aborted: boolean
  readonly httpVersionMajor: number
  /** Whether all of it has come; not to be asked over HTTP/2, where it is so of one that was reset. */
  readonly complete: boolean
  read(): Uint8Array | null
}

/** A source as a stream, and what breaks it off with an error. */
export interface Reading {
  readonly stream: ReadableStream<Uint8Array>
  readonly breakOff: (error: Error) => void
}

/** What an answer emits that is written whole, and ends behind the rest of its request. */
export const WRITTEN = Symbol('written')

/**
 * Reads a source as a stream, only as fast as the stream is read; it errors where the source closes before its end, and
 * what is left when the answer is out is dropped: the connection would not come to its next request.
 */
export function readSource(
  source: Source,
  answer: { once(event: 'close' | typeof WRITTEN, listener: () => void): unknown },
): Reading {
  if (source.aborted) return readBehind(source)
  refuseIfRead(source)
  let isOver = false
  const finish = (last: () => void) => {
    if (isOver) return
    isOver = true
    last()
  }
  let fail: (error: Error) => void = () => undefined
  const breakOff = () => fail(brokenOff())
  const underlying: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      fail = (error) => controller.error(error)
      source.on('data', (chunk) => {
        if (isOver) return
        source.pause()
        controller.enqueue(chunk)
      })
      source.once('end', () => finish(() => (source.aborted ? breakOff() : controller.close())))
      source.once('close', () => finish(breakOff))
      const leave = () =>
        finish(() => {
          breakOff()
          discard(source)
        })
      answer.once('close', leave)
      answer.once(WRITTEN, leave)
      source.pause()
    },
    pull() {
      source.resume()
    },
    // Until the answer is out, however long that takes: to cut a client off that still sends would be to answer nothing.
    cancel: () =>
      finish(() => {
        source.resume()
        answer.once('close', () => {
          if (!source.readableEnded) discard(source)
        })
      }),
  }
  const stream = new ReadableStream(underlying, { highWaterMark: 0 })
  return { stream, breakOff: (error) => finish(() => fail(error)) }
}

/** The stream of a source whose client has gone. */
function readBehind(source: Source): Reading {
  const body = whatCame(source)
  const stream = body === undefined ? brokenStream() : streamOf(body)
  return { stream, breakOff: () => undefined }
}

function streamOf(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(body)
      controller.close()
    },
  })
}

/** All of a body that nobody has read, whose client went away once it was sent; undefined where some of it has not come. */
export function whatCame(source: Source): Uint8Array | undefined {
  if (!source.complete || source.httpVersionMajor > 1 || source.readableDidRead) return undefined
  // Node from 26 on reads a piece at a time, where it read all of them.
  const pieces: Uint8Array[] = []
  for (let piece = source.read(); piece !== null; piece = source.read()) pieces.push(piece)
  return joinedBytes(pieces)
}

/** Throws where somebody else reads from a source, so that not all of it would arrive here. To pause it, or to look on, is not to read. */
export function refuseIfRead(source: Source): void {
  if (source.readableDidRead || source.readableEnded || source.listenerCount('readable') > 0) {
    throw new Error('The body was read before the exchange could; mount the listener before body parsers')
  }
  if (typeof source.readableEncoding === 'string') {
    throw new Error('The body comes as text, not as bytes; mount the listener before what calls setEncoding')
  }
}

/** Lets a client that still sends read its answer, for a while; closing at once would reset the connection. */
export function discard(source: Pick<Source, 'destroyed' | 'destroy' | 'once' | 'resume'>): void {
  if (source.destroyed) return
  const cut = setTimeout(() => source.destroy(), 2_000)
  source.once('end', () => clearTimeout(cut))
  source.once('close', () => clearTimeout(cut))
  source.resume()
}
