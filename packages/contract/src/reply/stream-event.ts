import { shownGiven } from '@postern/model'

/** The fields of an event of {@link serverSentEvents} beside its item (HTML §9.2.6). */
export interface EventFields {
  /**
   * The event's name for listeners, one line. Default: none, which clients call `message`. `error` is reserved for a
   * stream that broke off.
   */
  readonly event?: string
  /**
   * What a reconnecting client sends as `Last-Event-ID`, one line without NUL. An empty string resets it. It comes back
   * unchanged if it is ASCII without spaces at its ends: browsers write that header in UTF-8, and headers are read as
   * Latin-1. Default: the previous id.
   */
  readonly id?: string
  /**
   * How long a client waits before it reconnects, in whole milliseconds. Default: the value sent before, or the
   * client's own.
   */
  readonly retry?: number
  /** Text that clients ignore, of any number of lines. Default: none. */
  readonly comment?: string
}

/** An item with the fields of its event, made by {@link event}. */
export class StreamEvent<out Data = unknown> {
  readonly data: Data
  readonly fields: EventFields

  constructor(data: Data, fields: EventFields) {
    this.data = data
    this.fields = fields
  }
}

/**
 * Makes an item that a handler of {@link serverSentEvents} yields with a name, an id or other fields:
 * `event({ data: post, id: '7' })`. The data goes through the model as a bare item does. Throws a TypeError that lists
 * every field that would not reach the client unchanged.
 */
export function event<const Data>({
  data,
  ...fields
}: EventFields & {
  /** The item. */
  readonly data: Data
}): StreamEvent<Data> {
  const mistakes = mistakesOf(fields)
  if (mistakes.length > 0) throw new TypeError(`event(): ${mistakes.join('; ')}`)
  return new StreamEvent(data, Object.freeze(fields))
}

function mistakesOf({ event, id, retry, comment }: EventFields): string[] {
  return [
    ...mistakesOfText('event', event, LINE_END),
    ...(event === 'error' ? ['event is "error", which marks a stream that broke off; use another name'] : []),
    ...mistakesOfText('id', id, LINE_END_OR_NUL),
    ...(retry === undefined || (Number.isSafeInteger(retry) && retry >= 0)
      ? []
      : [`retry is ${shownGiven(retry)}; write whole milliseconds of at least 0`]),
    ...mistakesOfText('comment', comment, NOTHING),
  ]
}

const LINE_END = { pattern: /[\r\n]/, words: 'a line end; write one line' }
const LINE_END_OR_NUL = { pattern: /[\r\n\0]/, words: 'a line end or NUL; write one line without' }
const NOTHING = { pattern: /(?!)/, words: '' }

function mistakesOfText(
  name: string,
  value: unknown,
  forbidden: { readonly pattern: RegExp; readonly words: string },
): string[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [`${name} is ${typeof value}; write a string`]
  const shown = `${name} is ${JSON.stringify(value)}`
  if (!value.isWellFormed()) return [`${shown} with half of a surrogate pair; write well-formed text`]
  return forbidden.pattern.test(value) ? [`${shown} with ${forbidden.words}`] : []
}
