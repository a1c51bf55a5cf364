import type { KindLike } from '@postern/model'

/** How the items of a stream are separated. */
export type StreamFraming = 'json-lines' | 'server-sent-events'

/** The media type of each framing. */
export const STREAM_TYPES = {
  'json-lines': 'application/jsonl',
  'server-sent-events': 'text/event-stream',
} as const satisfies Record<StreamFraming, string>

/** A response of many items, sent as they come. Its handler returns an (async) iterable of them. */
export interface Stream<Item extends KindLike = KindLike, Framing extends StreamFraming = StreamFraming> {
  readonly framing: Framing
  /** The response model of each item. */
  readonly item: Item
  /** How long the source may be silent before a comment is sent, in milliseconds; undefined if none is sent. */
  readonly keepAlive?: number
  /** The data of the event after the last item; undefined if there is none. */
  readonly terminator?: string
}

/** Options of {@link serverSentEvents}. */
export interface ServerSentEventsOptions {
  /**
   * How long the source may be silent before a comment is sent, in milliseconds. The comments make proxies keep the
   * connection, and reveal that a client went away. If the source is silent that long before its first item, the
   * response begins with a comment. Default 15000, as in FastAPI.
   */
  readonly keepAlive?: number
  /**
   * The data of one more event after the last item, such as the `[DONE]` of language models: one line that is not valid
   * JSON. It is sent when the source ends, not when it fails. The typed client yields no item for it, and throws if a
   * stream ends without it. Default: none.
   */
  readonly terminator?: string
}

/**
 * JSON lines (`application/jsonl`, as FastAPI names them): one item per line. An error after the first item cuts the
 * connection.
 */
export function jsonLines<const Item extends KindLike>(item: Item): Stream<Item, 'json-lines'> {
  return { framing: 'json-lines', item }
}

/**
 * Server-sent events (HTML §9.2): one item per event, as JSON. `event({ data, event, id, retry, comment })` instead of
 * a bare item sets the event's fields. An error after the first item is reported by an event named `error`, without
 * details.
 */
export function serverSentEvents<const Item extends KindLike>(
  item: Item,
  options: ServerSentEventsOptions = {},
): Stream<Item, 'server-sent-events'> {
  const { keepAlive = 15_000 }: ServerSentEventsOptions = Object(options)
  // An unknown option stays, to be reported as a mistake.
  return { ...options, framing: 'server-sent-events', item, keepAlive }
}

/** Whether a declared response is a stream, and not one value. */
export function isStream(response: KindLike | Stream | undefined): response is Stream {
  return 'framing' in Object(response)
}
