import type { KindLike } from '@postern/model'

/** How the items of a stream are told apart. */
export type StreamFraming = 'json-lines' | 'server-sent-events'

/** The media type of each framing. */
export const STREAM_TYPES = {
  'json-lines': 'application/jsonl',
  'server-sent-events': 'text/event-stream',
} as const satisfies Record<StreamFraming, string>

/** An answer of many items that is sent as they come; its handler returns an (async) iterable of them. */
export interface Stream<Item extends KindLike = KindLike, Framing extends StreamFraming = StreamFraming> {
  readonly framing: Framing
  /** The response model of each item. */
  readonly item: Item
  /** How long the source may be silent before a comment is sent, in milliseconds; undefined where none is. */
  readonly keepAlive?: number
  /** What the event behind the last item says; undefined where there is none. */
  readonly terminator?: string
}

/** Options of {@link serverSentEvents}. */
export interface ServerSentEventsOptions {
  /**
   * How long the source may be silent before a comment is sent, in milliseconds, so that proxies keep the
   * connection and a client that went away is noticed. Before its first item the answer begins with that. Default 15000, as FastAPI does.
   */
  readonly keepAlive?: number
  /**
   * What one more event says, behind the last item, as `[DONE]` does of language models: one line that is no JSON, sent where the source
   * ends and not where it fails. The typed client gives no item for it, and throws where a stream ends without. Default: none.
   */
  readonly terminator?: string
}

/** JSON lines (`application/jsonl`, as FastAPI names them): one item a line. What goes wrong after the first item cuts the connection. */
export function jsonLines<const Item extends KindLike>(item: Item): Stream<Item, 'json-lines'> {
  return { framing: 'json-lines', item }
}

/** Server-sent events (HTML §9.2): one item an event, as JSON; `event({ data, event, id, retry, comment })` in place of a bare item names
 *  it. What goes wrong after the first item is told by an event named `error`, without details. */
export function serverSentEvents<const Item extends KindLike>(
  item: Item,
  options: ServerSentEventsOptions = {},
): Stream<Item, 'server-sent-events'> {
  const { keepAlive = 15_000 }: ServerSentEventsOptions = Object(options)
  // An option that is none stays, to be told as a mistake.
  return { ...options, framing: 'server-sent-events', item, keepAlive }
}

/** Whether a declared response is a stream, and not one value. */
export function isStream(response: KindLike | Stream | undefined): response is Stream {
  return 'framing' in Object(response)
}
