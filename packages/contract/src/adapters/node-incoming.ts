import type { IncomingMessage, ServerResponse } from 'node:http'
import { emptyStream } from '../empty-stream.ts'
import { type Incoming, type MissingBody, type Send, type Unreadable, UnreadableError } from '../incoming.ts'
import { brokenStream } from './broken-stream.ts'
import { abortedWhenGone, type WhenCutOff, watchAnswer } from './cut-off.ts'
import type { HeldBodies } from './held-bodies.ts'
import { collectBody } from './node-body.ts'
import { originForm } from './origin-form.ts'
import { discard, readSource, refuseIfRead, unreadBody } from './stream-reading.ts'

/** What a request is read with, beside Node's own objects. */
export interface IncomingTerms {
  readonly bodies: HeldBodies
  /** What is wrong with its head. */
  readonly unreadable?: Unreadable | undefined
  /** The client sends its body only after a 100, which it gets when the body is wanted; a refused request gets none. */
  readonly awaitsContinue?: boolean
}

/** A request as read by `node:http`. */
export class NodeIncoming implements Incoming {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly unreadable: Unreadable | undefined
  requestId: string | undefined
  sendPast: Send | undefined
  sentBytes: number | undefined
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #awaitsContinue: boolean
  readonly #bodies: HeldBodies
  #leaving: AbortController | undefined
  #whenCutOff: WhenCutOff | undefined
  #break: ((why: Unreadable) => void) | undefined
  #broken: Unreadable | undefined
  #follow: ((next: NodeIncoming) => void) | undefined

  constructor(request: IncomingMessage, response: ServerResponse, terms: IncomingTerms) {
    const { bodies, unreadable, awaitsContinue = false } = terms
    this.#request = request
    this.#response = response
    this.#awaitsContinue = awaitsContinue
    this.#bodies = bodies
    this.unreadable = unreadable
    this.method = request.method ?? 'GET'
    // Then it is not certain where the next request begins; and after a request for a tunnel none is read.
    if (unreadable !== undefined || this.method === 'CONNECT') response.shouldKeepAlive = false
    const target = originForm(request.url ?? '/')
    const mark = target.indexOf('?')
    this.path = mark === -1 ? target : target.slice(0, mark)
    this.query = mark === -1 ? '' : target.slice(mark + 1)
  }

  get scheme(): 'http' | 'https' {
    return 'encrypted' in this.#request.socket && this.#request.socket.encrypted === true ? 'https' : 'http'
  }

  get remoteAddress(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  get signal(): AbortSignal {
    this.#leaving ??= abortedWhenGone(this)
    return this.#leaving.signal
  }

  left(): void {
    this.#leaving?.abort()
  }

  whenGone(then: () => void): void {
    this.#whenCutOff ??= watchAnswer(this.#response)
    this.#whenCutOff(then)
  }

  /** Whether all of it has arrived. */
  get isWhole(): boolean {
    return this.#request.complete || this.#isBodiless
  }

  get #isBodiless(): boolean {
    const { headers } = this.#request
    const declared = headers['content-length']
    if (declared !== undefined) return declared === '0'
    // HTTP/2 has frames instead of chunks, and need not announce a body in the head (RFC 9113 §8.1.1). Only HTTP/2 has
    // this name.
    return headers['transfer-encoding'] === undefined && headers[':method'] === undefined
  }

  /** Whether its response has begun. */
  get isAnswered(): boolean {
    return this.#response.headersSent
  }

  /** Whether its response is sent. */
  get isOver(): boolean {
    return this.#response.writableFinished
  }

  /** Calls `then` once, when its response is sent or its connection is closed. */
  whenOver(then: () => void): void {
    if (this.isOver) {
      then()
      return
    }
    let isCalled = false
    const call = () => {
      if (isCalled) return
      isCalled = true
      then()
    }
    // The responses of some hosts only finish.
    for (const event of ['finish', 'close']) this.#response.once(event, call)
  }

  /** Calls `then` with the next request on its connection. */
  whenFollowed(then: (next: NodeIncoming) => void): void {
    this.#follow = then
  }

  followedBy(next: NodeIncoming): void {
    this.#follow?.(next)
  }

  /** Whether the connection ends with its response. */
  get isLast(): boolean {
    return !this.#response.shouldKeepAlive
  }

  get isBroken(): boolean {
    return this.#broken !== undefined
  }

  /** Tells current and later readers of the body that no more of it comes. The connection ends with the response. */
  breakOff(why: Unreadable): void {
    if (!this.isAnswered) this.#response.shouldKeepAlive = false
    this.#broken = why
    this.#break?.(why)
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name] ?? this.#missed(name)
    if (typeof value === 'string') return value
    return value === undefined ? undefined : this.#joined(name, value)
  }

  /** Node's object lacks `__proto__` and inherits members that are not headers; what is a header in it is a list. */
  #joined(name: string, value: unknown): string | undefined {
    const lines = Array.isArray(value) ? value : linesOf(this.#request, name.toLowerCase())
    return lines.length > 0 ? lines.join(', ') : undefined
  }

  /**
   * The names in Node's object are in lower case, like those that this package looks up; such a name need not be looked
   * up again.
   */
  #missed(given: string): string | readonly string[] | undefined {
    const name = given.toLowerCase()
    const value = name === given ? undefined : this.#request.headers[name]
    return value ?? (name === 'host' ? this.#authority : undefined)
  }

  headerLines(given: string): readonly string[] {
    const name = given.toLowerCase()
    const lines = linesOf(this.#request, name)
    if (lines.length > 0) return lines
    // A host that creates its requests itself may give them `headers` alone.
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  headerNames(): Iterable<string> {
    // Not the keys of Node's object, which lacks `__proto__`.
    const { rawHeaders } = this.#request
    const given =
      rawHeaders.length > 0 ? rawHeaders.filter((_, at) => at % 2 === 0) : Object.keys(this.#request.headers)
    const names = given.map((name) => name.toLowerCase())
    const headers = names.filter((name) => !name.startsWith(':'))
    return new Set(this.#authority === undefined ? headers : ['host', ...headers])
  }

  /** The host from HTTP/2, where HTTP/1.1 has it in the request line (RFC 9113 §8.3). */
  get #authority(): string | undefined {
    const authority = this.#request.headers[':authority']
    return typeof authority === 'string' ? authority : undefined
  }

  readBody(limit: number, done: (body: Uint8Array | MissingBody) => void): void {
    const settled = this.#settledBody(limit)
    if (settled !== undefined) {
      done(settled)
      return
    }
    const request = this.#request
    refuseIfRead(request)
    if (Number(this.header('content-length')) > limit) {
      discard(request)
      done('too-large')
      return
    }
    this.#sendContinue()
    // Node reports a body outside every AsyncLocalStorage; a promise continues in the context where it was created.
    new Promise<Uint8Array | MissingBody>((resolve) => {
      this.#break = collectBody(request, { limit, bodies: this.#bodies, incoming: this }, resolve)
    }).then(done)
  }

  /**
   * What nobody had read when the response was sent, Node has dropped, but not what had arrived from a client that went
   * away.
   */
  get #isDropped(): boolean {
    return this.isOver && !this.#request.aborted
  }

  /** Returns what is known of a body when no more of it comes; undefined for any other. */
  #settledBody(limit: number): Uint8Array | MissingBody | undefined {
    if (this.#broken !== undefined) return this.#broken
    if (this.#isBodiless) return EMPTY
    if (this.#request.aborted) {
      const body = unreadBody(this.#request)
      if (body === undefined) return 'aborted'
      return body.length > limit ? 'too-large' : body
    }
    return this.#isDropped ? 'aborted' : undefined
  }

  stream(): ReadableStream<Uint8Array> {
    if (this.#isBodiless) return emptyStream()
    if (this.#isDropped) return brokenStream()
    const { stream, breakOff } = readSource(this.#request, this.#response)
    this.#break = (why) => breakOff(new UnreadableError(why))
    if (this.#broken !== undefined) this.#break(this.#broken)
    else this.#sendContinue()
    return stream
  }

  /** Not after the head of a response, which says as much. */
  #sendContinue(): void {
    if (this.#awaitsContinue && !this.isAnswered) this.#response.writeContinue()
  }
}

/**
 * Returns each line of a header by lower-case name, in order. For some headers, Node's `headers` keeps only the first
 * line.
 */
export function linesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]
    if (given?.length === name.length && given.toLowerCase() === name) lines.push(rawHeaders[at + 1] ?? '')
  }
  return lines
}

const EMPTY = new Uint8Array()
