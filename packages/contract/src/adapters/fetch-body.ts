import { HeldBytes, joinedBytes } from '../joined-bytes.ts'
import { LoopHold } from '../loop-hold.ts'
import { brokenOff } from './broken-stream.ts'

type Body = ReadableStream<Uint8Array>

/**
 * Returns the same body, and what breaks it off. If its reader stops reading, even before the response is sent, the
 * rest is read and dropped.
 */
export function droppedBody(
  body: Body,
  isAnswered: () => boolean,
): { readonly stream: Body; readonly breakOff: () => void } {
  const reader = body.getReader()
  let breakOff: () => void = () => undefined
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    breakOff = () => controller.error(brokenOff())
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await reader.read()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  const source = { start, pull, cancel: () => void drop(reader, isAnswered) }
  return { stream: new ReadableStream(source, { highWaterMark: 0 }), breakOff }
}

/** Returns the whole body, unless it is longer than `limit` bytes. */
export async function readCounted(body: Body, limit: number): Promise<Uint8Array | 'too-large'> {
  const reader = body.getReader()
  const held = new HeldBytes()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    held.add(read.value)
    if (held.length > limit) {
      void drop(reader, () => true)
      return 'too-large'
    }
  }
  return joinedBytes(held.pieces)
}

/**
 * Reads and drops the rest of a body until its response is sent and for two seconds or somewhat longer, then cancels
 * it. Not earlier: hosts that create it from a Node request (React Router, SvelteKit) close the connection when it is
 * cancelled, and the response would not arrive. Never rejects.
 */
async function drop(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  isAnswered: () => boolean,
): Promise<void> {
  let wasAnswered = isAnswered()
  const looks = setInterval(() => {
    if (wasAnswered) void reader.cancel().catch(() => undefined)
    wasAnswered = isAnswered()
  }, 2_000)
  const hold = new LoopHold()
  try {
    while (!(await reader.read()).done) await hold.release()
  } catch {
    // The client went away, or its response is sent.
  } finally {
    clearInterval(looks)
  }
}
