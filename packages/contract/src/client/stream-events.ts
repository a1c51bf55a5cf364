import { readLines } from './stream-lines.ts'

/** A server-sent event as it came (HTML §9.2.6). */
export interface ReceivedEvent<Data = unknown> {
  readonly data: Data
  /** Its name; `message` where it has none. */
  readonly event: string
  /** The last event id told so far, here or before; empty where there was none. `Last-Event-ID` takes it to go on from here. */
  readonly id: string
  /** How long to wait before connecting again, in milliseconds, as last told; undefined where that was never told. */
  readonly retry: number | undefined
}

/** The events of a body as they come, their data parsed as JSON; an event without data is none. Ends where the body does, throws where
 *  it broke off, as it does without its terminator, and at an event named `error`, which is how a stream that went wrong ends. */
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
    // It is read to the end of the body, so that its connection can be used again.
    if (received.data === terminator) isWhole = true
    else yield { ...received, data: JSON.parse(received.data) }
  }
  if (!isWhole) throw new Error(`The stream broke off: it ended without ${terminator}`)
}

/** What the fields since the last event said, and what lasts from event to event. */
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

  /** The event that an empty line ends; undefined where it has no data. */
  dispatch(): ReceivedEvent<string> | undefined {
    const data = this.#data.join('\n')
    const event = this.#event === '' ? 'message' : this.#event
    this.#data = []
    this.#event = ''
    return data === '' ? undefined : { data, event, id: this.#id, retry: this.#retry }
  }
}
