import { emptyStream } from '../empty-stream.ts'
import { type Incoming, type MissingBody, type Send, type Unreadable, UnreadableError } from '../incoming.ts'
import { brokenStream } from './broken-stream.ts'
import { codingFault } from './coding-fault.ts'
import { droppedBody, readCounted } from './fetch-body.ts'
import type { Take } from './group.ts'
import { joinedHostFault } from './host-fault.ts'

/** What a runtime provides for each request. */
export interface FetchMeans {
  /** Runs the handling of a body that has arrived. */
  readonly take: Take
  /** Returns the address of the connected client; undefined if the runtime does not report it. */
  readonly addressOf: (request: Request) => string | undefined
}

/**
 * A Fetch request as the exchange sees it. Runtimes create a string anew whenever a property is read, so each property
 * is read once.
 */
export class FetchIncoming implements Incoming {
  readonly method: string
  requestId: string | undefined
  sendPast: Send | undefined
  sentBytes: number | undefined
  readonly #request: Request
  readonly #means: FetchMeans
  #target: Target | undefined
  #headers: Headers | undefined
  #leaving: AbortController | undefined
  #listening: Set<() => void> | undefined
  #isAnswered = false
  #breakOff: (() => void) | undefined

  constructor(request: Request, means: FetchMeans) {
    this.#request = request
    this.#means = means
    this.method = request.method
  }

  get path(): string {
    return this.#parsed.path
  }

  get query(): string {
    return this.#parsed.query
  }

  get unreadable(): Unreadable | undefined {
    return joinedHostFault(this.#given('host'))
  }

  get scheme(): 'http' | 'https' {
    return this.#request.url.startsWith('https:') ? 'https' : 'http'
  }

  get remoteAddress(): string | undefined {
    return this.#means.addressOf(this.#request)
  }

  get signal(): AbortSignal {
    this.#leaving ??= this.#abortedWhenGone()
    return this.#leaving.signal
  }

  left(): void {
    this.#leaving?.abort()
  }

  whenGone(then: () => void): void {
    // A listener for each call, as the same function may be given twice.
    this.#listen(() => then())
  }

  /** Deno reports the end of a response as if the client had gone away. */
  answered(): void {
    this.#isAnswered = true
    for (const listener of this.#listening ?? []) this.#forget(listener)
    if (this.#breakOff !== undefined) this.#breakOffBehindAnswer(this.#breakOff)
  }

  header(name: string): string | undefined {
    return this.#given(name) ?? (/^host$/i.test(name) ? this.#authority : undefined)
  }

  /** Fetch joins the lines of a header, so one line and several cannot be distinguished. */
  headerLines(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  headerNames(): Iterable<string> {
    const names = this.#request.headers.keys()
    const isInUrl = this.#given('host') === undefined && this.#authority !== undefined
    return isInUrl ? ['host', ...names] : names
  }

  readBody(limit: number, done: (body: Uint8Array | MissingBody) => void): void {
    if (this.#isDropped) {
      done('aborted')
      return
    }
    this.#refuseIfRead()
    const length = this.header('content-length')
    const fault = this.#faultOf(length)
    if (fault !== undefined) done(fault)
    else if (Number(length) > limit) done('too-large')
    else {
      const { take } = this.#means
      const arrive = (body: Arrived) => {
        const run = () => done(typeof body !== 'string' && body.length > limit ? 'too-large' : body)
        if (body.length > LARGEST_GROUPED) run()
        else take(run)
      }
      this.#readBytes(limit, length).then(arrive, () => done('aborted'))
    }
  }

  stream(): ReadableStream<Uint8Array> {
    if (this.#isDropped) return brokenStream()
    this.#refuseIfRead()
    const fault = this.#faultOf(this.header('content-length'))
    const { body } = this.#request
    if (fault !== undefined) return brokenStream(new UnreadableError(fault))
    if (body === null) return emptyStream()
    const { stream, breakOff } = droppedBody(body, () => this.#isAnswered)
    if (IS_DENO) this.#breakOffBehindAnswer(breakOff)
    return stream
  }

  /** Returns a controller that aborts when the client goes away, with the reason of the request's signal. */
  #abortedWhenGone(): AbortController {
    const controller = new AbortController()
    const abort = () => controller.abort(this.#request.signal.reason)
    this.#listen(abort)
    controller.signal.addEventListener('abort', () => this.#forget(abort))
    return controller
  }

  /** Calls a listener when the client goes away before the response is sent. */
  #listen(listener: () => void): void {
    if (this.#isAnswered) return
    const { signal } = this.#request
    if (signal.aborted) {
      listener()
      return
    }
    signal.addEventListener('abort', listener, { once: true })
    this.#listening ??= new Set()
    this.#listening.add(listener)
  }

  /** Of requests made in the process, many may have one signal, which would keep every listener. */
  #forget(listener: () => void): void {
    if (this.#listening?.delete(listener)) this.#request.signal.removeEventListener('abort', listener)
  }

  /** Not read for a preflight; nor then is the URL, which the runtime would have to create. */
  get #parsed(): Target {
    this.#target ??= parseTarget(this.#request.url)
    return this.#target
  }

  /** What nobody had read when the response was sent, Deno has dropped. */
  get #isDropped(): boolean {
    return this.#isAnswered && this.#request.bodyUsed
  }

  /**
   * Throws if other code has read the body: reading it again fails as if the client had gone away, and the client would
   * be blamed.
   */
  #refuseIfRead(): void {
    if (this.#request.bodyUsed) {
      throw new Error(
        'The body was read before the exchange could; hand it a request that nobody has read, as a clone',
      )
    }
  }

  /** Returns the fault of a body without a length whose coding nobody decodes. */
  #faultOf(length: string | undefined): Unreadable | undefined {
    return length === undefined ? codingFault(this.header('transfer-encoding')) : undefined
  }

  /**
   * The runtime reads a body of known length at once, which saves half the time of a request compared with a stream.
   */
  #readBytes(limit: number, length: string | undefined): Promise<Arrived> {
    if (IS_DENO) return this.#readOnDeno(limit, length)
    // Several length lines come joined and are not a number. A body without a length is chunked: servers ensure that
    // (RFC 9112 §6.1).
    if (Number(length) <= limit) return this.#request.bytes()
    return this.#readCounted(limit)
  }

  #readCounted(limit: number): Promise<Uint8Array | 'too-large'> {
    const { body } = this.#request
    return body === null ? Promise.resolve(new Uint8Array()) : readCounted(body, limit)
  }

  /**
   * Deno allocates the memory of a whole body before it arrives, and over HTTP/2 takes one that broke off for complete.
   */
  async #readOnDeno(limit: number, length: string | undefined): Promise<Arrived> {
    const isSmall = Number(length) <= LARGEST_GROUPED
    const body = await Promise.race([
      isSmall ? this.#request.bytes() : this.#readCounted(limit),
      new Promise<'aborted'>((resolve) => this.#breakOffBehindAnswer(() => resolve('aborted'))),
    ])
    this.#breakOff = undefined
    const isWhole = typeof body === 'string' || length === undefined || body.length === Number(length)
    return isWhole ? body : 'aborted'
  }

  /** Breaks off the reading of a body: once its response is sent, Deno reads no further, and settles no read. */
  #breakOffBehindAnswer(breakOff: () => void): void {
    if (this.#isAnswered) setTimeout(breakOff, LATEST_PIECE)
    else this.#breakOff = breakOff
  }

  /** Returns a header as received. */
  #given(name: string): string | undefined {
    this.#headers ??= this.#request.headers
    return this.#headers.get(name) ?? undefined
  }

  /** Returns the host from HTTP/2, which runtimes put only into the URL. */
  get #authority(): string | undefined {
    const { url } = this.#request
    return url.startsWith('/') ? undefined : url.slice(url.indexOf(':') + 3, startOfPath(url))
  }
}

/** What is known of a body when no more of it comes. */
type Arrived = Uint8Array | 'too-large' | 'aborted'

const IS_DENO = 'Deno' in globalThis

/** For how many milliseconds after a response what had arrived before it is still read. */
const LATEST_PIECE = 500

/**
 * In bytes. A larger body is handled at once, while it is in the processor's caches; many of them would not fit there.
 */
const LARGEST_GROUPED = 16_384

interface Target {
  readonly path: string
  readonly query: string
}

/** Splits a URL by hand: a URL object would resolve `..` and cost more. */
function parseTarget(url: string): Target {
  const start = startOfPath(url)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  const pathEnd = mark === -1 || mark > end ? end : mark
  return { path: url.slice(start, pathEnd), query: url.slice(pathEnd + 1, end) }
}

/** Returns where the path begins. A request of HTTP/1.0 may name no host, and its URL is then only the path. */
function startOfPath(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf(':') + 3)
}
