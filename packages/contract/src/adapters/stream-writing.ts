import { dropBody } from '../incoming.ts'
import { LoopHold } from '../loop-hold.ts'
import { type Answer, type Cuttable, cutOff, isClosed } from './cut-off.ts'

/** What a response is written to. A `ServerResponse` is one. */
export interface Sink extends Pick<Answer, 'destroyed' | 'writableEnded'>, Cuttable {
  /**
   * Returns false if nothing more should be written before it has drained. Wrappers of a sink may forget to return
   * anything.
   */
  write(chunk: Uint8Array): boolean | undefined
  on(event: 'close' | 'drain', listener: () => void): unknown
  /** Sends what was written, if a host collects it, for example to compress it. */
  flush?(): void
  /** How many bytes were written and are not yet sent. */
  readonly writableLength: number
}

/**
 * Writes a stream as fast as it is read, ends the sink with `end`, and cancels the stream when the sink closes. Never
 * rejects, and never settles if the sink closes while it is full.
 */
export async function writeStream(
  body: ReadableStream<Uint8Array>,
  sink: Sink,
  end: () => unknown,
): Promise<void> {
  if (isClosed(sink)) {
    // No event would report it any more, and a source without an end would be read for ever.
    dropBody(body)
    return
  }
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  // At once, not when the next chunk comes, which may be never.
  sink.on('close', stop)
  // One listener for the whole stream: hosts that wrap a sink do not remove listeners.
  let resume: () => void = () => undefined
  sink.on('drain', () => resume())
  const hold = new LoopHold()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // A host has ended it. Writing on would be an error that nobody handles and that ends the process.
      if (sink.writableEnded) return stop()
      const hasRoom = sink.write(read.value) !== false
      sink.flush?.()
      if (!hasRoom) await new Promise<void>((resolve) => (resume = resolve))
      await hold.release()
    }
    end()
  } catch {
    // The source failed. All that HTTP can say now is to cut the connection, but only after what was sent and after the
    // head: a browser repeats a request whose kept connection closes without a head.
    if (!sink.writableEnded) sink.write(NOTHING)
    await whenSent(sink)
    cutOff(sink)
  }
}

const NOTHING = new Uint8Array(0)

/**
 * Settles when what was written is sent, or nobody takes it any more. No event reports it: a sink that had room does
 * not drain, and hosts that wrap a sink swallow the callbacks of its writes. The checks become less frequent, because a
 * client may never read on.
 */
async function whenSent(sink: Sink): Promise<void> {
  for (let pause = 10; sink.writableLength > 0 && !isClosed(sink); pause = Math.min(2 * pause, 1000))
    await new Promise((resolve) => setTimeout(resolve, pause))
}
