/** Bytes in an `ArrayBuffer`, said so that compilers before TypeScript 5.7 know them too. */
export type OwnBytes = ReturnType<typeof Uint8Array.of>

/** A request as the exchange sees it, whatever the runtime: made by an adapter, read lazily. */
export interface Incoming {
  readonly method: string
  /** How the request reached this server; behind a proxy that ends TLS it is `http`. */
  readonly scheme: 'http' | 'https'
  /** The path of the request target as it was sent, percent-encoded, without the query. */
  readonly path: string
  /** The query as it was sent, without `?`; empty where there is none. */
  readonly query: string
  /** A header's value by its name, in upper or lower case (RFC 9110 §5.1); several lines are joined with `, ` (cookies with `; `). */
  header(name: string): string | undefined
  /** Why the runtime could not take the request, which is answered with that alone; undefined for every ordinary one. */
  readonly unreadable?: Unreadable | undefined
  /** Each line of a header by its name, in upper or lower case, in order. */
  headerLines(name: string): readonly string[]
  /** The lower-case name of every header, each once. */
  headerNames(): Iterable<string>
  /**
   * Reads the whole body and hands it to `done`: the bytes, or why there are none.
   * `too-large` as soon as more than `limit` bytes were counted; `aborted` where the client went away; what the
   * runtime has against it where it is not HTTP or does not come in time.
   */
  readBody(limit: number, done: (body: Uint8Array | MissingBody) => void): void
  /**
   * Reads the body as it comes, no faster than the stream is read; it errors where the client goes away, and with
   * an {@link UnreadableError} where the runtime cannot read on. What is not read is got rid of. Instead of `readBody`, and once. Needed
   * for files in forms alone.
   */
  stream?(): ReadableStream<Uint8Array>
  /** What the request is called in logs: set by whoever wraps the exchange, for those who are told of the request later. */
  requestId?: string | undefined
  /** Answers past what is wrapped around the exchange: set by `wrapExchange` until something is sent. */
  sendPast?: Send | undefined
  /** How many bytes the body of the answer has that went out: set by `wrapExchange`, for what breaks behind it. */
  sentBytes?: number | undefined
  /** The address of whoever is connected, a proxy's where one stands between; undefined where the runtime does not tell. */
  readonly remoteAddress?: string | undefined
  /** Aborted when the client goes away before its answer is out, or when nobody reads on a stream of items, as of a HEAD. A client that
   *  goes away behind its answer aborts nothing, also where its body was not whole: it has what it asked for. */
  readonly signal: AbortSignal
  /** Calls `then` when the client goes away; costs much less than {@link signal}. */
  whenGone(then: () => void): void
  /** Told when the last of an answer that is a stream was read; for runtimes that tell its end as if the client had gone. */
  answered?(): void
  /** Told when nobody reads on a stream of items, whose source may wait for {@link signal}. */
  left?(): void
}

/** What a runtime has against a request, or the rest of one: it is not HTTP, too slow or too large. */
export interface Unreadable {
  readonly status: number
  /** In words, for whoever sent it. */
  readonly detail: string
}

/** Why there is no body. */
export type MissingBody = 'too-large' | 'aborted' | Unreadable

/** What a streamed body errors with where the runtime cannot read on. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
  readonly unreadable: Unreadable

  constructor(unreadable: Unreadable) {
    super(unreadable.detail)
    this.unreadable = unreadable
  }
}

/** An answer, ready for any runtime: header names and values by turns; the adapter adds `content-length`. */
export interface Outgoing {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

/** Whether a body is a stream. */
export function isStreamBody(body: Outgoing['body']): body is ReadableStream<Uint8Array> {
  // To ask for `ReadableStream` would make Node load its streams for the first answer.
  return typeof body === 'object' && body !== null && 'getReader' in body
}

/** Stops a body that nobody takes, where it is a stream: its source would stay open, with what it holds. */
export function dropBody(body: Outgoing['body']): void {
  if (isStreamBody(body)) body.cancel().catch(() => undefined)
}

/** Hands an answer to the runtime and tells how many bytes its body has; of a stream nothing is known yet: 0. One that throws has dropped
 *  the body. */
export type Send = (outgoing: Outgoing) => number
