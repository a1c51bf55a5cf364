import type { Exchange } from '../exchange.ts'
import type { Incoming, Outgoing } from '../incoming.ts'

/**
 * The door for runtimes and hosts that speak Fetch: Bun, Deno, Workers, Hono. Where nobody observes the answers,
 * the bytes of their bodies are not counted.
 */
export function fetchHandler(exchange: Exchange, isObserved = true): (request: Request) => Promise<Response> {
  const createResponse = responseFactory()
  return (request) =>
    new Promise((resolve) => {
      // Nobody reads the answer to a client that went away before its request was whole.
      const incoming = new FetchIncoming(request, () => resolve(new Response(null, { status: 400 })))
      exchange(incoming, (outgoing) => {
        resolve(createResponse(outgoing, incoming.method === 'HEAD'))
        return isObserved ? byteLength(outgoing.body) : 0
      })
    })
}

class FetchIncoming implements Incoming {
  readonly method: string
  readonly #request: Request
  readonly #abandon: () => void
  readonly #target: { readonly scheme: string; readonly path: string; readonly query: string }

  constructor(request: Request, abandon: () => void) {
    this.#request = request
    this.#abandon = abandon
    // The runtimes make these texts anew whenever they are asked for them.
    this.method = request.method
    this.#target = takeApart(request.url)
  }

  get scheme(): 'http' | 'https' {
    return this.#target.scheme === 'https' ? 'https' : 'http'
  }

  get path(): string {
    return this.#target.path
  }

  get query(): string {
    return this.#target.query
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined
  }

  /** Fetch joins the lines of a header, so what was one line and what were several cannot be told apart. */
  headerLines(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  readBody(limit: number, done: (body: Uint8Array | 'too-large' | 'aborted') => void): void {
    const length = this.header('content-length')
    if (length !== undefined && Number(length) > limit) done('too-large')
    else {
      const check = (body: Uint8Array | 'too-large') => done(body.length > limit ? 'too-large' : body)
      this.#readBytes(limit, length !== undefined).then(check, this.#abandon)
    }
  }

  stream(): ReadableStream<Uint8Array> {
    return this.#request.body ?? new Blob().stream()
  }

  /** A body of a known length is read by the runtime at once, which is quicker than a stream by half a request. */
  #readBytes(limit: number, isBounded: boolean): Promise<Uint8Array | 'too-large'> {
    if (isBounded && this.header('transfer-encoding') === undefined) return this.#request.bytes()
    const { body } = this.#request
    return body === null ? Promise.resolve(new Uint8Array()) : readStream(body, limit)
  }
}

/** Takes the URL's text apart; a URL object would resolve `..` and cost more. */
function takeApart(url: string): { scheme: string; path: string; query: string } {
  const colon = url.indexOf(':')
  const slash = url.indexOf('/', colon + 3)
  const hash = url.indexOf('#', slash)
  const end = hash === -1 ? url.length : hash
  const mark = url.indexOf('?', slash)
  const pathEnd = mark === -1 || mark > end ? end : mark
  return { scheme: url.slice(0, colon), path: url.slice(slash, pathEnd), query: url.slice(pathEnd + 1, end) }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | 'too-large'> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > limit) return 'too-large'
    chunks.push(chunk)
  }
  return joined(chunks, length)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks
  if (chunks.length === 1 && first !== undefined) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/** Remembers the headers that come again and again as the same frozen array, for making them costs more than sending them. */
function responseFactory(): (outgoing: Outgoing, isHead: boolean) => Response {
  const remembered = new WeakMap<readonly string[], Headers>()
  return (outgoing, isHead) => {
    if (isHead) return headResponse(outgoing)
    const { status, headers, body } = outgoing
    const known = remembered.get(headers)
    if (known !== undefined) return new Response(body as BodyInit | null, { status, headers: known })
    const made = new Headers(pairsOf(headers))
    if (Object.isFrozen(headers)) remembered.set(headers, made)
    return new Response(body as BodyInit | null, { status, headers: made })
  }
}

function headResponse({ status, headers, body }: Outgoing): Response {
  const pairs = pairsOf(headers)
  if (body instanceof ReadableStream) body.cancel().catch(() => undefined)
  else if (body !== null) pairs.push(['content-length', String(byteLength(body))])
  return new Response(null, { status, headers: pairs })
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return pairs
}

function byteLength(body: Outgoing['body']): number {
  if (typeof body === 'string') return isAscii(body) ? body.length : new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.length : 0
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
