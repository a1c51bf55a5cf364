import type { EventEmitter } from 'node:events'

/** A stream of two pieces; the second one comes when `gate` emits `release`. */
export function halvedStream(
  gate: EventEmitter,
  [first, second]: readonly [string | Uint8Array, string],
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      controller.enqueue(typeof first === 'string' ? encoder.encode(first) : first)
      gate.once('release', () => {
        controller.enqueue(encoder.encode(second))
        controller.close()
      })
    },
  })
}
