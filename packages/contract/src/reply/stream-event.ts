import { shownGiven } from '../shown-given.ts'

/** What an event of {@link serverSentEvents} says beside its item (HTML §9.2.6). */
export interface EventFields {
  /** The name that listeners know it by, one line. Default: none, which clients call `message`. `error` is taken: it tells of a
   *  stream that broke off. */
  readonly event?: string
  /**
   * What a client that connects again sends as `Last-Event-ID`, one line without NUL; an empty one takes it back. Without spaces at its
   * ends, and in ASCII, it comes back as it was: browsers write that header in UTF-8, and headers are read as Latin-1. Default: the one before.
   */
  readonly id?: string
  /** How long a client waits before it connects again, in whole milliseconds. Default: as told before, or what the client likes. */
  readonly retry?: number
  /** Text that clients skip, of any number of lines. Default: none. */
  readonly comment?: string
}

/** An item with what its event says beside it, made by {@link event}. */
export class StreamEvent<out Data = unknown> {
  readonly data: Data
  readonly fields: EventFields

  constructor(data: Data, fields: EventFields) {
    this.data = data
    this.fields = fields
  }
}

/**
 * An item that a handler of {@link serverSentEvents} yields with a name, an id or the like: `event({ data: post, id: '7' })`. The data
 * passes the model as a bare item does. Throws a TypeError that lists every field which would not reach the client as it is.
 */
export function event<const Data>({
  data,
  ...fields
}: EventFields & { readonly data: Data }): StreamEvent<Data> {
  const mistakes = mistakesOf(fields)
  if (mistakes.length > 0) throw new TypeError(`event(): ${mistakes.join('; ')}`)
  return new StreamEvent(data, Object.freeze(fields))
}

function mistakesOf({ event, id, retry, comment }: EventFields): string[] {
  return [
    ...mistakesOfText('event', event, LINE_END),
    ...(event === 'error'
      ? ['event is "error", which tells that a stream broke off; give another name']
      : []),
    ...mistakesOfText('id', id, LINE_END_OR_NUL),
    ...(retry === undefined || (Number.isSafeInteger(retry) && retry >= 0)
      ? []
      : [`retry is ${shownGiven(retry)}; give whole milliseconds of at least 0`]),
    ...mistakesOfText('comment', comment, NOTHING),
  ]
}

const LINE_END = { pattern: /[\r\n]/, words: 'a line end; give one line' }
const LINE_END_OR_NUL = { pattern: /[\r\n\0]/, words: 'a line end or NUL; give one line without' }
const NOTHING = { pattern: /(?!)/, words: '' }

function mistakesOfText(
  name: string,
  value: unknown,
  forbidden: { readonly pattern: RegExp; readonly words: string },
): string[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [`${name} is ${typeof value}; give a string`]
  const shown = `${name} is ${JSON.stringify(value)}`
  if (!value.isWellFormed()) return [`${shown} with half of a surrogate pair; give well-formed text`]
  return forbidden.pattern.test(value) ? [`${shown} with ${forbidden.words}`] : []
}
