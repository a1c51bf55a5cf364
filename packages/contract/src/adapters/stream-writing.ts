import { LoopHold } from '../event-loop.ts'

/** What an answer is written to; a `ServerResponse` is one. */
export interface Sink {
  write(chunk: Uint8Array, flushed: () => void): boolean
  end(): void
  destroy(): void
  once(event: 'close', listener: () => void): void
  readonly writableNeedDrain: boolean
  readonly destroyed: boolean
}

/** Writes a stream as fast as it is read, and cancels it when the sink closes. Never rejects. */
export async function writeStream(body: ReadableStream<Uint8Array>, sink: Sink): Promise<void> {
  if (sink.destroyed) {
    // Nothing tells of it any more, and a source without an end would be read for ever.
    await body.cancel().catch(() => undefined)
    return
  }
  const reader = body.getReader()
  // At once, and not when the next chunk comes, which may be never.
  sink.once('close', () => void reader.cancel().catch(() => undefined))
  const hold = new LoopHold()
  let flushed: Promise<void> | undefined
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      flushed = writePiece(read.value, sink)
      if (sink.writableNeedDrain) await flushed
      await hold.release()
    }
    sink.end()
  } catch {
    // The source broke: the connection is cut, which is all that HTTP/1.1 can say by now, but behind what was sent.
    await flushed
    sink.destroy()
  }
}

/** Answers when the piece has gone out. Throws at once for what the sink cannot write: nobody may be waiting for the answer. */
function writePiece(piece: Uint8Array, sink: Sink): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  sink.write(piece, resolve)
  return promise
}
