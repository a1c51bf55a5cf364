import { LoopHold } from '../loop-hold.ts'
import { STREAM_TYPES, type Stream } from '../route/stream.ts'
import { breakOff } from './break-off.ts'
import { eventText } from './event-text.ts'
import type { ItemSource, Pulled } from './item-source.ts'
import type { Mishap } from './mishap.ts'
import { Patience } from './patience.ts'
import type { EventFields } from './stream-event.ts'
import { errorWhenAborted, whenAborted } from './when-aborted.ts'

/** Returns the headers of a stream; names and values alternate. */
export function streamHeaders({ framing }: Stream): readonly string[] {
  return FRAMINGS[framing].headers
}

/** What the bytes of a stream need beside its declaration. */
export interface BodyTerms {
  readonly items: ItemSource
  /** Aborted when the client goes away: the stream then errors, because what there is of it is not the whole. */
  readonly signal: AbortSignal
  /** Receives what breaks the stream. */
  readonly report: (mishap: Mishap) => void
  /** Whether the source was silent for so long that the connection must be kept alive. */
  readonly isSilent: boolean
  /** Called at its end. */
  readonly end: () => void
  /** Called when nobody reads on. */
  readonly leave: () => void
}

/**
 * Returns the bytes of a stream that begins with `first`. Nothing more is pulled before it is read, so a slow reader
 * slows the source.
 */
export function streamBody(
  { framing, keepAlive, terminator }: Stream,
  first: Promise<Pulled>,
  { items, signal, report, end, leave, isSilent }: BodyTerms,
): ReadableStream<Uint8Array> {
  const { frame, failure } = FRAMINGS[framing]
  const encoder = new TextEncoder()
  const patience = new Patience(keepAlive)
  const hold = new LoopHold()
  let pending: Promise<Pulled> | undefined = first
  let isDue = isSilent
  let isLeft = false
  const finish = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    end()
    controller.close()
  }
  return new ReadableStream(
    {
      start(controller) {
        whenAborted(signal, () => patience.end())
        errorWhenAborted(signal, controller, () => isLeft)
      },
      async pull(controller) {
        pending ??= items.pull()
        await hold.release()
        const pulled = isDue ? 'silent' : await patience.wait(pending)
        isDue = false
        if (signal.aborted) return
        if (pulled === 'silent') return controller.enqueue(encoder.encode(': ping\n\n'))
        pending = undefined
        if (pulled === 'end') {
          if (terminator !== undefined) controller.enqueue(encoder.encode(frame(terminator, undefined)))
          return finish(controller)
        }
        if ('text' in pulled) return controller.enqueue(encoder.encode(frame(pulled.text, pulled.fields)))
        report(pulled)
        if (failure === undefined) return breakOff(new Error('The stream broke off'), true)
        controller.enqueue(encoder.encode(failure))
        finish(controller)
      },
      cancel() {
        isLeft = true
        patience.end()
        items.stop()
        leave()
      },
    },
    { highWaterMark: 0 },
  )
}

interface Framing {
  readonly headers: readonly string[]
  readonly frame: (text: string, fields: EventFields | undefined) => string
  /** The last text of a stream that fails; undefined if the connection is cut instead. */
  readonly failure: string | undefined
}

const FRAMINGS: Readonly<Record<Stream['framing'], Framing>> = {
  'json-lines': {
    headers: Object.freeze(['content-type', STREAM_TYPES['json-lines']]),
    frame: (text) => `${text}\n`,
    failure: undefined,
  },
  'server-sent-events': {
    // A proxy that buffers a response before it passes it on would hold the events back.
    headers: Object.freeze([
      ...['content-type', `${STREAM_TYPES['server-sent-events']}; charset=utf-8`],
      ...['cache-control', 'no-cache'],
      ...['x-accel-buffering', 'no'],
    ]),
    frame: eventText,
    failure: 'event: error\ndata: {"detail":"Internal Server Error"}\n\n',
  },
}
