import { breakOff } from './break-off.ts'
import { isPiece, shapeOf } from './piece.ts'
import { errorWhenAborted, whenAborted } from './when-aborted.ts'

/** What a stream is held to. */
export interface StreamWatch {
  /** Told of what breaks it; to be cancelled is no break, nor is what a client breaks that goes away. */
  readonly report: (error: unknown) => void
  /** Told of its end. */
  readonly end: () => void
  /** Aborted when the client goes away, which breaks it off. */
  readonly signal: AbortSignal
  /** How many bytes its answer says that it has. More would be taken for the next answer on the connection, fewer be waited for (RFC 9112 §6.3). */
  readonly length: number | undefined
}

/** The same stream, no faster than it is read, that breaks off where it is not what it says. */
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
          // A source that gave something else than bytes would go on; one that broke is not waited for.
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

/** How many bytes there are with this piece, or at the end without one; throws where they are not `length`. */
function counted(given: number, piece: Uint8Array | undefined, length: number): number {
  const all = given + (piece === undefined ? 0 : lengthOf(piece))
  if (piece === undefined ? all < length : all > length) {
    const how = piece === undefined ? 'ended behind' : 'gave'
    throw new TypeError(
      `A stream ${how} ${all} bytes and its content-length is ${length}; give the right one or none`,
    )
  }
  return all
}

/** A piece may be a text as well, where no compiler has looked. */
function lengthOf(piece: Uint8Array | string): number {
  return typeof piece === 'string' ? new TextEncoder().encode(piece).length : piece.length
}

function checked(value: Uint8Array): Uint8Array {
  if (isPiece(value)) return value
  throw new TypeError(`A stream gave ${shapeOf(value)}; give each piece as a Uint8Array`)
}
