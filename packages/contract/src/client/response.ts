import { createConverter, type Issue, type KindLike, type Result, ValidationError } from '@postern/model'
import { emptyStream } from '../empty-stream.ts'
import { essenceOf, isTextType } from '../route/media-type.ts'
import type { Operation } from '../route/operation.ts'
import { isStream, STREAM_TYPES } from '../route/stream.ts'
import { keepAlive } from './kept-alive.ts'
import { type ReceivedEvent, readEvents } from './stream-events.ts'
import { readItems } from './stream-items.ts'

/** Thrown for a response that the contract does not declare. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
  /** The status of the response. */
  readonly status: number
  /** The body received: JSON, a string, or bytes; null for a stream, which is not read. */
  readonly body: unknown
  /** What did not fit the declared model; empty if the status itself is not declared, or not with this media type. */
  readonly issues: readonly Issue[]

  constructor(operation: string, answer: Omit<UnexpectedAnswerError, keyof Error>, manner = '') {
    const { status, body, issues } = answer
    const why =
      issues.length === 0
        ? 'which is not declared'
        : `with ${new ValidationError('the body', issues).message}`
    super(`${operation} answered ${status}${manner}, ${why}`)
    this.status = status
    this.body = body
    this.issues = issues
  }
}

/** A response with its body read. */
export interface ReadAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/**
 * Compiles how the response to a request is read. With `validate`, models convert it. A stream of items keeps both
 * alive.
 */
export function compileReading(
  name: string,
  operation: Operation,
  validate: boolean,
): (response: Response, request: Request) => Promise<ReadAnswer> {
  const implied = impliedStatuses(operation)
  const readers = new Map<number, Reader>(implied.map((status) => [status, asItIs]))
  /** Statuses declared without a model: their bodies may have any media type. */
  const free = new Set<number>()
  const { status: success = 200, mediaType, errors = {}, excludeNone } = operation.declaration
  const rawType = mediaType?.toLowerCase()
  for (const [status, declared] of declaredAnswers(operation)) {
    const isModel = typeof declared === 'object' || typeof declared === 'function'
    const lacksNulls = excludeNone === true && !(status in errors)
    if (!isModel && !(status in errors)) free.add(status)
    const read = isModel && validate ? readerOf(declared, lacksNulls) : asItIs
    // A status declared with a model may still come with the body that all failures have.
    readers.set(status, implied.includes(status) ? orAsItIs(read) : read)
  }
  const readStream = compileStreamReading(name, operation, validate)
  return async (response, request) => {
    const { status, headers } = response
    const items = readStream?.(response, request)
    if (items !== undefined) return { status, headers, body: items }
    const type = mediaTypeOf(response)
    const { body, isJson } = await readBody(response, type)
    const isRaw = status === success && type === rawType
    const read = isRaw ? asItIs : readers.get(status)
    if (read === undefined)
      throw new UnexpectedAnswerError(name, { status, body, issues: [] }, hiddenRedirect(response))
    if (!(isRaw || isJson || free.has(status))) throw unexpected(name, response, body)
    const result = read(body)
    if (!result.ok) throw new UnexpectedAnswerError(name, { status, body, issues: result.issues })
    return { status, headers, body: result.value }
  }
}

/** Compiles how a declared stream is read: item by item as they arrive, because it may never end. */
function compileStreamReading(
  name: string,
  { declaration }: Operation,
  validate: boolean,
): ((response: Response, request: Request) => AsyncIterable<unknown> | undefined) | undefined {
  const { response: declared, status: success = 200, excludeNone = false } = declaration
  if (!isStream(declared)) return undefined
  const read = validate ? readerOf(declared.item, excludeNone) : asItIs
  const take = (item: unknown): unknown => {
    const result = read(item)
    if (result.ok) return result.value
    throw new UnexpectedAnswerError(name, { status: success, body: item, issues: result.issues })
  }
  return (response, request) => {
    const { status } = response
    if (status !== success) return undefined
    const type = mediaTypeOf(response)
    // Some platforms have no body if nothing came.
    const body = response.body ?? emptyStream()
    if (type !== STREAM_TYPES[declared.framing]) {
      // Reading all of it might never end.
      void body.cancel().catch(() => undefined)
      throw unexpected(name, response, null)
    }
    const items = keepAlive(mapItems(readItems(body, declared), take), response, request)
    if (declared.framing === 'json-lines') return items
    const takeEvent = (event: ReceivedEvent) => ({ ...event, data: take(event.data) })
    const readAll = () => mapItems(readEvents(body, declared.terminator), takeEvent)
    return Object.assign(items, { events: () => keepAlive(readAll(), response, request) })
  }
}

/** Returns the error for a response whose status is declared, but not with this media type. */
function unexpected(name: string, response: Response, body: unknown): UnexpectedAnswerError {
  const manner = ` as ${mediaTypeOf(response) || 'no media type'}`
  return new UnexpectedAnswerError(name, { status: response.status, body, issues: [] }, manner)
}

async function* mapItems<Item>(
  items: AsyncIterable<Item>,
  change: (item: Item) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  for await (const item of items) yield change(item)
}

type Reader = (body: unknown) => Result<unknown>

/** Returns how a model reads what it wrote, even if it is strict or left out null fields. */
function readerOf(declared: KindLike, excludeNone: boolean): Reader {
  return createConverter(declared, { generate: false, written: true, excludeNone }).convert
}

const asItIs: Reader = (value) => ({ ok: true, value })

function orAsItIs(read: Reader): Reader {
  return (value) => {
    const result = read(value)
    return result.ok ? result : asItIs(value)
  }
}

/** Browsers hide a redirect that must not be followed (Fetch, opaque-redirect filtered response). */
function hiddenRedirect({ type }: Response): string {
  return type === 'opaqueredirect' ? ' for a redirect, which this platform hides' : ''
}

/** Returns the failures that an operation may have without declaring them; {@link CallAnswer} has the same. */
function impliedStatuses({ declaration }: Operation): readonly number[] {
  const { security, body, params, query, headers, cookies } = declaration
  const reads = [params, query, headers, cookies, body?.declared].some((declared) => declared !== undefined)
  return [
    ...(security === undefined ? [] : [401, 403]),
    ...(body === undefined ? [] : [400, 408, 413]),
    ...(reads ? [422] : []),
  ]
}

function declaredAnswers({ declaration }: Operation): [number, string | KindLike | undefined][] {
  const { status = 200, response, responses = {}, errors = {} } = declaration
  const listed = Object.entries({ ...errors, ...responses })
  return [
    ...listed.map(([code, answer]): [number, string | KindLike] => [Number(code), answer]),
    [status, isStream(response) ? undefined : response],
  ]
}

/** Returns the media type without parameters, in lower case; empty if there is none. */
function mediaTypeOf(response: Response): string {
  return essenceOf(response.headers.get('content-type') ?? '')
}

/** A body, and whether it is JSON and declared as JSON. */
interface ReceivedBody {
  readonly body: unknown
  readonly isJson: boolean
}

async function readBody(response: Response, type: string): Promise<ReceivedBody> {
  if (isTextType(type)) return { body: await response.text(), isJson: false }
  if (!/^application\/(?:json|.+\+json)$/.test(type)) {
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { body: bytes.length === 0 ? null : bytes, isJson: false }
  }
  const text = await response.text()
  try {
    return { body: JSON.parse(text), isJson: true }
  } catch {
    return { body: text === '' ? null : text, isJson: false }
  }
}
