import { isPiece, shapeOf } from './piece.ts'

/** The same stream, no faster than it is read; `report` is told of what breaks it. To be cancelled is no break. */
export function watchedStream(
  body: ReadableStream<Uint8Array>,
  report: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let isCancelled = false
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (isCancelled) return
          if (done) controller.close()
          else controller.enqueue(checked(value))
        } catch (error) {
          if (!isCancelled) report(error)
          // A source that gave something else than bytes would go on; one that broke is not waited for.
          reader.cancel(error).catch(() => undefined)
          throw error
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

function checked(value: Uint8Array): Uint8Array {
  if (isPiece(value)) return value
  throw new TypeError(`A stream gave ${shapeOf(value)}; give each piece as a Uint8Array`)
}
