import type { Incoming, Outgoing } from '../incoming.ts'
import type { Stream } from '../route/stream.ts'
import { ItemSource, iteratorOf } from './item-source.ts'
import type { Mishap, MishapReport } from './mishap.ts'
import type { ModelWriter } from './model-writer.ts'
import { Patience } from './patience.ts'
import { Reply } from './reply.ts'
import { streamBody, streamHeaders } from './stream-body.ts'
import { whenAborted } from './when-aborted.ts'

/** How an operation streams. */
export interface StreamTerms {
  readonly stream: Stream
  /** The success status. */
  readonly status: number
  readonly write: ModelWriter
  readonly report: MishapReport | undefined
}

/** A stream with its first item pulled: a response, or why there is none. */
export class OpenedStream {
  readonly answer: Outgoing | Mishap

  constructor(answer: Outgoing | Mishap) {
    this.answer = answer
  }
}

/**
 * Returns the handler of a streaming operation, which opens what `handler` returns. So a source that fails at once is
 * answered like a handler that fails: by the declared failure that it threw, or by a plain 500.
 */
export function openStreams<Input extends { readonly request: Incoming }>(
  handler: (input: Input) => unknown,
  terms: StreamTerms,
): (input: Input) => Promise<unknown> {
  return (input) => openAnswer(() => handler(input), input.request, terms)
}

/** Returns the guard of a streaming operation: if it replies with a stream in the handler's place, that is opened. */
export function openReplies<Input extends { readonly request: Incoming }>(
  guard: (input: Input) => unknown,
  terms: StreamTerms,
): (input: Input) => Promise<unknown> {
  return async (input) => {
    const judged = await orReply(() => guard(input))
    return judged instanceof Reply ? openAnswer(() => judged, input.request, terms) : judged
  }
}

/**
 * A reply may be returned or thrown, also by a source before its first item. If it contains a stream, that is opened.
 */
async function openAnswer(
  answer: () => unknown,
  incoming: Incoming,
  terms: StreamTerms,
): Promise<OpenedStream | Reply> {
  const answered = await orReply(answer)
  if (!(answered instanceof Reply)) {
    const opened = await orReply(() => openStream(answered, incoming, terms))
    return opened instanceof Reply ? openAnswer(() => opened, incoming, terms) : opened
  }
  const { status, headers, form, body } = answered
  if (form !== 'model' || status !== terms.status) return answered
  const opened = await openAnswer(() => body, incoming, terms)
  return opened instanceof Reply ? opened : new Reply(status, opened, { headers, form })
}

async function orReply<Value>(answer: () => Value | Promise<Value>): Promise<Value | Reply> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Reply) return error
    throw error
  }
}

async function openStream(
  returned: unknown,
  incoming: Incoming,
  { stream, status, write, report }: StreamTerms,
): Promise<OpenedStream | Reply> {
  const iterator = iteratorOf(returned)
  if (iterator === undefined) return new OpenedStream({ error: new TypeError(NO_ITERABLE) })
  const observe = (mishap: Mishap) => report?.(mishap, incoming)
  const items = new ItemSource(iterator, {
    write,
    takesEvents: stream.framing === 'server-sent-events',
    report: observe,
  })
  const { signal } = incoming
  const gone = new Promise<'end'>((resolve) => {
    whenAborted(signal, () => {
      items.stop()
      resolve('end')
    })
  })
  const pulled = items.pull()
  const patience = new Patience(stream.keepAlive)
  // A source may wait for ever before its first item.
  const first = await Promise.race([patience.wait(pulled), gone])
  patience.end()
  const isSilent = first === 'silent'
  if (isSilent) items.begin()
  else if (first !== 'end' && 'error' in first) throw first.error
  else if (first !== 'end' && 'issues' in first) return new OpenedStream(first)
  else if (items.reply !== undefined) return items.reply
  const end = () => incoming.answered?.()
  const leave = () => incoming.left?.()
  const begun = isSilent ? pulled : Promise.resolve(first)
  const body = streamBody(stream, begun, { items, isSilent, signal, report: observe, end, leave })
  return new OpenedStream({ status, headers: streamHeaders(stream), body })
}

const NO_ITERABLE =
  'The handler of a stream returned no iterable; return an array, a generator or an async generator'
