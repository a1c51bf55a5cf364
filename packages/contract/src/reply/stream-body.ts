import type { Stream } from '../route/stream.ts'
import type { ItemSource, Pulled } from './item-source.ts'
import type { Mishap } from './mishap.ts'

/** The headers of a stream, names and values by turns. */
export function streamHeaders({ framing }: Stream): readonly string[] {
  return framings[framing].headers
}

/** The bytes of a stream that begins with `first`. Nothing is pulled before it is read, so that a slow reader slows the source. */
export function streamBody(
  { framing }: Stream,
  first: Pulled,
  { items, report }: { readonly items: ItemSource; readonly report: (mishap: Mishap) => void },
): ReadableStream<Uint8Array> {
  const { frame, failure } = framings[framing]
  const encoder = new TextEncoder()
  let pending: Pulled | undefined = first
  return new ReadableStream(
    {
      async pull(controller) {
        const pulled: Pulled = pending ?? (await items.pull())
        pending = undefined
        if (pulled === 'end') return controller.close()
        if ('text' in pulled) return controller.enqueue(encoder.encode(frame(pulled.text)))
        report(pulled)
        if (failure === undefined) throw new Error('The stream broke off')
        controller.enqueue(encoder.encode(failure))
        controller.close()
      },
      cancel: () => items.stop(),
    },
    { highWaterMark: 0 },
  )
}

interface Framing {
  readonly headers: readonly string[]
  readonly frame: (text: string) => string
  /** The last words of a stream that fails; where there are none the connection is cut. */
  readonly failure: string | undefined
}

const framings: Readonly<Record<Stream['framing'], Framing>> = {
  'json-lines': {
    headers: Object.freeze(['content-type', 'application/jsonl']),
    frame: (text) => `${text}\n`,
    failure: undefined,
  },
  'server-sent-events': {
    // A proxy that gathers an answer before it passes it on would hold the events back.
    headers: Object.freeze([
      ...['content-type', 'text/event-stream; charset=utf-8'],
      ...['cache-control', 'no-cache'],
      ...['x-accel-buffering', 'no'],
    ]),
    frame: (text) => `data: ${text}\n\n`,
    failure: 'event: error\ndata: {"detail":"Internal Server Error"}\n\n',
  },
}
