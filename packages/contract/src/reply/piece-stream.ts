import { LoopHold } from '../loop-hold.ts'
import { breakOff } from './break-off.ts'
import { ItemSource } from './item-source.ts'
import { isPiece, shapeOf } from './piece.ts'

/** A generator of a body's pieces, one after the other: strings, which are sent as UTF-8, and bytes. */
export type Pieces =
  | Generator<string | Uint8Array, unknown, undefined>
  | AsyncGenerator<string | Uint8Array, unknown, undefined>

/** Whether a value is a generator, synchronous or asynchronous. */
export function isGenerator(value: unknown): value is Pieces {
  return /^\[object (Async)?Generator\]$/.test(Object.prototype.toString.call(value))
}

/**
 * Returns the bytes of a body that is generated piece by piece, no faster than it is read. When reading stops, the
 * generator ends. It runs in the AsyncLocalStorage context of this call.
 */
export function pieceStream(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const write = (piece: unknown) => {
    if (!isPiece(piece)) throw new TypeError(`A generator yielded ${shapeOf(piece)}; ${NO_PIECE}`)
    // A copy of the bytes: they wait to be sent while the generator may put the next ones in their place.
    return {
      ok: true as const,
      value: typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece),
    }
  }
  // The reader of the stream receives what breaks; there is nobody to receive what breaks later.
  const source = new ItemSource<Uint8Array>(pieces, { write, takesEvents: false, report: () => undefined })
  source.begin()
  const hold = new LoopHold()
  let isBegun = false
  return new ReadableStream(
    {
      async pull(controller) {
        await hold.release()
        const pulled = await source.pull()
        if (pulled === 'end') controller.close()
        else if ('text' in pulled) {
          isBegun = true
          controller.enqueue(pulled.text)
        } else if ('error' in pulled) await breakOff(pulled.error, isBegun)
      },
      cancel: () => source.stop(),
    },
    { highWaterMark: 0 },
  )
}

const NO_PIECE = 'yield strings or Uint8Arrays'
