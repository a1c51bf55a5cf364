import { joinedBytes } from '../joined-bytes.ts'
import { brokenOff, brokenStream } from './broken-stream.ts'

/** What a request's body is read from. An `IncomingMessage` is one. */
export interface Source {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  once(event: 'end' | 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  readonly destroyed: boolean
  listenerCount(event: 'readable'): number
  /** Whether anyone received a piece. */
  readonly readableDidRead: boolean
  readonly readableEnded: boolean
  readonly readableEncoding: string | null
  /** Whether its client went away before all was read. */
  readonly aborted: boolean
  readonly httpVersionMajor: number
  /** Whether all of it has arrived. Not to be used over HTTP/2, where it is also true for a reset one. */
  readonly complete: boolean
  read(): Uint8Array | null
}

/** A source as a stream, and a function that breaks it off with an error. */
export interface Reading {
  readonly stream: ReadableStream<Uint8Array>
  readonly breakOff: (error: Error) => void
}

/** The event of a response that is fully written, and ends after the rest of its request. */
export const WRITTEN = Symbol('written')

/**
 * Reads a source as a stream, only as fast as the stream is read. The stream errors if the source closes before its
 * end. What is left when the response is sent is dropped: otherwise the connection would not reach its next request.
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
    // Until the response is sent, however long that takes: cutting off a client that is still sending would leave it
    // without a response.
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

/** Returns the stream of a source whose client went away. */
function readBehind(source: Source): Reading {
  const body = unreadBody(source)
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

/**
 * Returns a whole body that nobody has read and whose client went away after sending it; undefined if some of it did
 * not arrive.
 */
export function unreadBody(source: Source): Uint8Array | undefined {
  if (!source.complete || source.httpVersionMajor > 1 || source.readableDidRead) return undefined
  // From version 26 Node reads one piece at a time, where it read all of them before.
  const pieces: Uint8Array[] = []
  for (let piece = source.read(); piece !== null; piece = source.read()) pieces.push(piece)
  return joinedBytes(pieces)
}

/**
 * Throws if other code reads from a source, so that not all of it would arrive here. Pausing it or observing it is not
 * reading.
 */
export function refuseIfRead(source: Source): void {
  if (source.readableDidRead || source.readableEnded || source.listenerCount('readable') > 0) {
    throw new Error('The body was read before the exchange could; mount the listener before body parsers')
  }
  if (typeof source.readableEncoding === 'string') {
    throw new Error('The body comes as text, not as bytes; mount the listener before what calls setEncoding')
  }
}

/** Lets a client that is still sending read its response, for a while: closing at once would reset the connection. */
export function discard(source: Pick<Source, 'destroyed' | 'destroy' | 'once' | 'resume'>): void {
  if (source.destroyed) return
  // Holds no process that is to end: of a request that is answered no event tells that its connection was cut.
  const cut = setTimeout(() => source.destroy(), 2_000).unref()
  source.once('close', () => clearTimeout(cut))
  source.resume()
}
