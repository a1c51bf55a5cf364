import { type Incoming, type MissingBody, type Send, type Unreadable, UnreadableError } from '../incoming.ts'
import { brokenStream } from './broken-stream.ts'
import { codingFault } from './coding-fault.ts'
import { abortedWhenGone } from './cut-off.ts'
import { droppedBody, readCounted } from './fetch-body.ts'
import type { Take } from './group.ts'
import { joinedHostFault } from './host-fault.ts'

/** What a runtime does for each request of its door. */
export interface FetchMeans {
  /** Runs what handles a body that has arrived. */
  readonly take: Take
  /** The address of whoever is connected; undefined where the runtime does not tell. */
  readonly addressOf: (request: Request) => string | undefined
}

/** A Fetch request as the exchange sees it. Runtimes make a text anew whenever it is asked for, so each is asked for once. */
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
    this.#leaving ??= abortedWhenGone(this, () => this.#request.signal.reason)
    return this.#leaving.signal
  }

  left(): void {
    this.#leaving?.abort()
  }

  whenGone(then: () => void): void {
    const { signal } = this.#request
    const tell = () => {
      if (!this.#isAnswered) then()
    }
    if (signal.aborted) tell()
    else signal.addEventListener('abort', tell, { once: true })
  }

  /** Deno tells the end of an answer as if the client had gone. */
  answered(): void {
    this.#isAnswered = true
    if (this.#breakOff !== undefined) this.#breakOffBehindAnswer(this.#breakOff)
  }

  header(name: string): string | undefined {
    return this.#given(name) ?? (/^host$/i.test(name) ? this.#authority : undefined)
  }

  /** Fetch joins the lines of a header, so what was one line and what were several cannot be told apart. */
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
    else if (length !== undefined && Number(length) > limit) done('too-large')
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
    if (body === null) return new Blob().stream()
    const { stream, breakOff } = droppedBody(body, () => this.#isAnswered)
    if (IS_DENO) this.#breakOffBehindAnswer(breakOff)
    return stream
  }

  /** Not asked for by a preflight, nor is then the URL, which the runtime would make for it. */
  get #parsed(): Target {
    this.#target ??= parseTarget(this.#request.url)
    return this.#target
  }

  /** What nobody had read when the answer went out, Deno has let flow away. */
  get #isDropped(): boolean {
    return this.#isAnswered && this.#request.bodyUsed
  }

  /** Throws where somebody else has read the body: to read it again fails as it does where the client goes away, who then would be blamed. */
  #refuseIfRead(): void {
    if (this.#request.bodyUsed) {
      throw new Error(
        'The body was read before the exchange could; hand it a request that nobody has read, as a clone',
      )
    }
  }

  /** What the body of this length is written in that nobody undoes. */
  #faultOf(length: string | undefined): Unreadable | undefined {
    return length === undefined ? codingFault(this.header('transfer-encoding')) : undefined
  }

  /** A body of a known length is read by the runtime at once, which is quicker than a stream by half a request. */
  #readBytes(limit: number, length: string | undefined): Promise<Arrived> {
    if (IS_DENO) return this.#readOnDeno(limit, length)
    // Several lines of one length come joined, and are no number. Chunks come with no length: servers see to that (RFC 9112 §6.1).
    if (Number(length) <= limit) return this.#request.bytes()
    return this.#readCounted(limit)
  }

  #readCounted(limit: number): Promise<Uint8Array | 'too-large'> {
    const { body } = this.#request
    return body === null ? Promise.resolve(new Uint8Array()) : readCounted(body, limit)
  }

  /** Deno takes the memory of a whole body before it comes, and over HTTP/2 what was broken off for the whole. */
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

  /** Breaks off what is read of a body: once its answer is out, Deno reads no further, and settles no read. */
  #breakOffBehindAnswer(breakOff: () => void): void {
    if (this.#isAnswered) setTimeout(breakOff, LATEST_PIECE)
    else this.#breakOff = breakOff
  }

  /** A header as it came. */
  #given(name: string): string | undefined {
    this.#headers ??= this.#request.headers
    return this.#headers.get(name) ?? undefined
  }

  /** The host as HTTP/2 tells it, which runtimes put into the URL alone. */
  get #authority(): string | undefined {
    const { url } = this.#request
    return url.startsWith('/') ? undefined : url.slice(url.indexOf(':') + 3, startOfPath(url))
  }
}

/** What there is of a body once no more of it comes. */
type Arrived = Uint8Array | 'too-large' | 'aborted'

const IS_DENO = 'Deno' in globalThis

/** Milliseconds in which what had come before an answer is read behind it. */
const LATEST_PIECE = 500

/** In bytes. A larger body is handled while the processor's caches hold it, which many of them at once would not fit in. */
const LARGEST_GROUPED = 16_384

interface Target {
  readonly path: string
  readonly query: string
}

/** Takes a URL apart by hand: a URL object would resolve `..` and cost more. */
function parseTarget(url: string): Target {
  const start = startOfPath(url)
  const hash = url.indexOf('#', start)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', start)
  const pathEnd = mark === -1 || mark > end ? end : mark
  return { path: url.slice(start, pathEnd), query: url.slice(pathEnd + 1, end) }
}

/** Where the path begins: a request of HTTP/1.0 may name no host, and its URL is then the path alone. */
function startOfPath(url: string): number {
  return url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf(':') + 3)
}
