/** Bytes in an `ArrayBuffer`, written so that compilers before TypeScript 5.7 know the type too. */
export type OwnBytes = ReturnType<typeof Uint8Array.of>

/** A request as handlers see it. Read lazily. */
export interface HandlerRequest {
  /** As sent: methods are case-sensitive (RFC 9110 §9.1). */
  readonly method: string
  /** How the request reached this server; behind a proxy that ends TLS it is `http`. */
  readonly scheme: 'http' | 'https'
  /** The path of the request target as sent: percent-encoded, without the query. */
  readonly path: string
  /** The query as sent, without `?`; empty if there is none. */
  readonly query: string
  /**
   * Returns the value of a header by name, in upper or lower case (RFC 9110 §5.1). Several lines are joined with `, `
   * (cookies with `; `).
   */
  header(name: string): string | undefined
  /**
   * Returns each line of a header by name, in upper or lower case, in order. Runtimes other than Node join them, which
   * is then one line.
   */
  headerLines(name: string): readonly string[]
  /** Returns the lower-case name of every header, each once. */
  headerNames(): Iterable<string>
  /** The name of the request in logs. Set by code that wraps the exchange, for later observers of the request. */
  requestId?: string | undefined
  /** The address of the connected client, or of a proxy in between; undefined if the runtime does not report it. */
  readonly remoteAddress?: string | undefined
  /**
   * Aborted when the client goes away before its response is sent, or when nobody reads on from a stream of items, as
   * for a HEAD. A client that goes away after its response aborts nothing, even if its request body was incomplete: it
   * has what it asked for.
   */
  readonly signal: AbortSignal
  /** Calls `then` when the client goes away. Costs much less than {@link signal}. */
  whenGone(then: () => void): void
  /**
   * Returns the body as a stream, read from the connection no faster than the stream is read. It errors if the client
   * goes away, and with an {@link UnreadableError} if the runtime cannot read on. What is not read is discarded. To be
   * used once, where no body is declared: otherwise the body is bound from it.
   */
  stream?(): ReadableStream<Uint8Array>
}

/** A request as the exchange and code around it see it, whatever the runtime. Made by an adapter. */
export interface Incoming extends HandlerRequest {
  /**
   * Why the runtime could not accept the request, which is then only refused with that; undefined for every normal
   * request.
   */
  readonly unreadable?: Unreadable | undefined
  /**
   * Reads the whole body and passes it to `done`: the bytes, or why there are none. That is `too-large` as soon as more
   * than `limit` bytes have come, `aborted` if the client went away, or the runtime's reason if the body is not HTTP or
   * is not in time.
   */
  readBody(limit: number, done: (body: Uint8Array | MissingBody) => void): void
  /** Sends a response past whatever is wrapped around the exchange. Set by `wrapExchange` until something is sent. */
  sendPast?: Send | undefined
  /** How many bytes the body of the sent response has. Set by `wrapExchange`, for errors thrown after it. */
  sentBytes?: number | undefined
  /**
   * Called when a streamed response was read to its end, for runtimes that report this as if the client had gone away.
   */
  answered?(): void
  /** Called when nobody reads on from a stream of items whose source may wait for {@link signal}. */
  left?(): void
}

/** What a runtime reports against a request or the rest of one: it is not HTTP, too slow or too large. */
export interface Unreadable {
  /** The status of the response that says so. */
  readonly status: number
  /** The reason in words, for the client. */
  readonly detail: string
}

/** Why there is no body. */
export type MissingBody = 'too-large' | 'aborted' | Unreadable

/** The error of a streamed body when the runtime cannot read on. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
  readonly unreadable: Unreadable

  constructor(unreadable: Unreadable) {
    super(unreadable.detail)
    this.unreadable = unreadable
  }
}

/** A response, ready for any runtime. In `headers` names and values alternate; the adapter adds `content-length`. */
export interface Outgoing {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
}

export function isStreamBody(body: Outgoing['body']): body is ReadableStream<Uint8Array> {
  // Naming `ReadableStream` would make Node load its streams for the first response.
  return typeof body === 'object' && body !== null && 'getReader' in body
}

/** Stops a streamed body that nobody reads: otherwise its source would stay open, with everything it holds. */
export function dropBody(body: Outgoing['body']): void {
  if (isStreamBody(body)) body.cancel().catch(() => undefined)
}

/**
 * Passes a response to the runtime. Returns how many bytes its body has, 0 for a stream. If it throws, it has dropped
 * the body.
 */
export type Send = (outgoing: Outgoing) => number
