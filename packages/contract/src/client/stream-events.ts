import { readLines } from './stream-lines.ts'

/** A server-sent event as received (HTML §9.2.6). */
export interface ReceivedEvent<Data = unknown> {
  /** The item of the stream. */
  readonly data: Data
  /** Its name; `message` if it has none. */
  readonly event: string
  /**
   * The last event id sent so far, with this event or before; empty if none was sent. Send it as `Last-Event-ID` to
   * continue from here.
   */
  readonly id: string
  /** How long to wait before reconnecting, in milliseconds, as last sent; undefined if never sent. */
  readonly retry: number | undefined
}

/**
 * Yields the events of a body as they arrive, their data parsed as JSON. An event without data is ignored. Ends with
 * the body. Throws if the body broke off or lacks its terminator, and at an event named `error`, which is how a failed
 * stream ends.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  terminator?: string,
): AsyncGenerator<ReceivedEvent, void, undefined> {
  const parser = new EventParser()
  let isWhole = terminator === undefined
  for await (const line of readLines(body, /\r\n|\r|\n/)) {
    const received = line === '' ? parser.dispatch() : parser.take(line)
    if (received === undefined) continue
    if (received.event === 'error') throw new Error(`The stream broke off: ${received.data}`)
    // The body is read to its end, so that its connection can be reused.
    if (received.data === terminator) isWhole = true
    else yield { ...received, data: JSON.parse(received.data) }
  }
  if (!isWhole) throw new Error(`The stream broke off: it ended without ${terminator}`)
}

/** What the fields since the last event said, and what persists from event to event. */
class EventParser {
  #data: string[] = []
  #event = ''
  #id = ''
  #retry: number | undefined

  /** Takes a line that is not empty. */
  take(line: string): undefined {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'data') this.#data.push(value)
    else if (name === 'event') this.#event = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.#retry = Number(value)
  }

  /** Returns the event that an empty line ends; undefined if it has no data. */
  dispatch(): ReceivedEvent<string> | undefined {
    const data = this.#data.join('\n')
    const event = this.#event === '' ? 'message' : this.#event
    this.#data = []
    this.#event = ''
    return data === '' ? undefined : { data, event, id: this.#id, retry: this.#retry }
  }
}
