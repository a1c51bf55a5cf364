import { dropBody } from '../incoming.ts'
import { LoopHold } from '../loop-hold.ts'
import { type Answer, type Cuttable, cutOff, isClosed } from './cut-off.ts'

/** What an answer is written to; a `ServerResponse` is one. */
export interface Sink extends Pick<Answer, 'destroyed' | 'writableEnded'>, Cuttable {
  /** False where no more should be written before it has drained; what wraps a sink may forget to answer. */
  write(chunk: Uint8Array): boolean | undefined
  on(event: 'close' | 'drain', listener: () => void): unknown
  /** Sends what was written, where a host gathers it, as one that compresses does. */
  flush?(): void
  /** Bytes that were written and are not yet sent. */
  readonly writableLength: number
}

/** Writes a stream as fast as it is read, ends the sink by `end`, and cancels the stream when the sink closes. Never rejects. */
export async function writeStream(
  body: ReadableStream<Uint8Array>,
  sink: Sink,
  end: () => unknown,
): Promise<void> {
  if (isClosed(sink)) {
    // Nothing tells of it any more, and a source without an end would be read for ever.
    dropBody(body)
    return
  }
  const reader = body.getReader()
  const room = new Room(sink)
  const stop = () => void reader.cancel().catch(() => undefined)
  // At once, and not when the next chunk comes, which may be never.
  sink.on('close', stop)
  const hold = new LoopHold()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // A host has ended it: to write on would be an error that nobody takes, and end the process.
      if (sink.writableEnded) return stop()
      const hasRoom = sink.write(read.value) !== false
      sink.flush?.()
      if (!hasRoom) await room.free()
      await hold.release()
    }
    end()
  } catch {
    // The source broke: the connection is cut, which is all that HTTP can say by now, but behind what was sent, and behind the head:
    // a browser sends a request once more whose kept connection closes without one.
    if (!isClosed(sink) && !sink.writableEnded) sink.write(NOTHING)
    await whenSent(sink)
    cutOff(sink)
  }
}

const NOTHING = new Uint8Array(0)

/** Tells when a sink takes more. One listener for all of a stream: hosts that wrap a sink do not take listeners off again. */
class Room {
  readonly #sink: Sink
  #tell: (() => void) | undefined

  constructor(sink: Sink) {
    this.#sink = sink
    const tell = () => this.#tell?.()
    sink.on('drain', tell)
    sink.on('close', tell)
  }

  /** Settles when the sink takes more, or nothing any more. */
  free(): Promise<void> | undefined {
    if (isClosed(this.#sink)) return undefined
    return new Promise((resolve) => {
      this.#tell = resolve
    })
  }
}

/** Settles when what was written is sent, or nobody takes it any more. No event tells of it: of a sink that had room none drains,
 *  and hosts that wrap a sink swallow the callbacks of its writes. Looks ever more seldom, for a client may never read on. */
async function whenSent(sink: Sink): Promise<void> {
  for (let pause = 10; sink.writableLength > 0 && !isClosed(sink); pause = Math.min(2 * pause, 1000))
    await new Promise((resolve) => setTimeout(resolve, pause))
}
