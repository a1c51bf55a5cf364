import { breakOff } from './break-off.ts'
import { isPiece, shapeOf } from './piece.ts'
import { errorWhenAborted, whenAborted } from './when-aborted.ts'

/** What a stream is checked for. */
export interface StreamWatch {
  /** Receives what breaks the stream. Cancelling it, or a client that goes away, is not a break. */
  readonly report: (error: unknown) => void
  /** Called at its end. */
  readonly end: () => void
  /** Aborted when the client goes away, which breaks the stream off. */
  readonly signal: AbortSignal
  /**
   * How many bytes its response announces. More would be taken for the next response on the connection; for fewer the
   * client would wait (RFC 9112 §6.3).
   */
  readonly length: number | undefined
}

/** Returns the same stream, read no faster than its reader, that breaks off if it is not what it claims to be. */
export function watchedStream(
  body: ReadableStream<Uint8Array>,
  { report, end, signal, length }: StreamWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let given = 0
  let isBegun = false
  let isCancelled = false
  return new ReadableStream(
    {
      start(controller) {
        whenAborted(signal, () => {
          isCancelled = true
          reader.cancel(signal.reason).catch(() => undefined)
        })
        errorWhenAborted(signal, controller)
      },
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (isCancelled) return
          const piece = done ? undefined : checked(value)
          if (length !== undefined) given = counted(given, piece, length)
          if (piece !== undefined) {
            isBegun = true
            return controller.enqueue(piece)
          }
          end()
          controller.close()
        } catch (error) {
          if (isCancelled) return
          report(error)
          // A source that gave something other than bytes would go on; one that broke is not waited for.
          reader.cancel(error).catch(() => undefined)
          return breakOff(error, isBegun)
        }
      },
      cancel(reason) {
        isCancelled = true
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Returns how many bytes there are with this piece, or at the end without one. Throws if they do not match `length`.
 */
function counted(given: number, piece: Uint8Array | undefined, length: number): number {
  const all = given + (piece === undefined ? 0 : lengthOf(piece))
  if (piece === undefined ? all < length : all > length) {
    const how = piece === undefined ? 'ended after' : 'produced'
    throw new TypeError(
      `A stream ${how} ${all} bytes, but its content-length is ${length}; write the right one, or none`,
    )
  }
  return all
}

/** A piece may be a string too, from untyped code. */
function lengthOf(piece: Uint8Array | string): number {
  return typeof piece === 'string' ? new TextEncoder().encode(piece).length : piece.length
}

function checked(value: Uint8Array): Uint8Array {
  if (isPiece(value)) return value
  throw new TypeError(`A stream produced ${shapeOf(value)}; enqueue Uint8Arrays`)
}
