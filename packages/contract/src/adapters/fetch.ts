import type { Exchange } from '../exchange.ts'
import type { Incoming, Outgoing } from '../incoming.ts'

/** The door for runtimes and hosts that speak Fetch: Bun, Deno, Workers, Hono. */
export function fetchHandler(exchange: Exchange): (request: Request) => Promise<Response> {
  return (request) =>
    new Promise((resolve) => {
      // Nobody reads the answer to a client that went away before its request was whole.
      const incoming = new FetchIncoming(request, () => resolve(new Response(null, { status: 400 })))
      exchange(incoming, (outgoing) => {
        resolve(response(outgoing, request.method === 'HEAD'))
        return byteLength(outgoing.body)
      })
    })
}

class FetchIncoming implements Incoming {
  readonly #request: Request
  readonly #abandon: () => void
  readonly #target: { readonly scheme: string; readonly path: string; readonly query: string }

  constructor(request: Request, abandon: () => void) {
    this.#request = request
    this.#abandon = abandon
    this.#target = takeApart(request.url)
  }

  get method(): string {
    return this.#request.method
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
    const { body } = this.#request
    if (Number(this.header('content-length') ?? 0) > limit) done('too-large')
    else if (body === null) done(new Uint8Array())
    else readStream(body, limit).then(done, this.#abandon)
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

function response({ status, headers, body }: Outgoing, isHead: boolean): Response {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  if (isHead && body instanceof ReadableStream) body.cancel().catch(() => undefined)
  else if (isHead && body !== null) pairs.push(['content-length', String(byteLength(body))])
  return new Response(isHead ? null : (body as BodyInit | null), { status, headers: pairs })
}

function byteLength(body: Outgoing['body']): number {
  if (typeof body === 'string') return isAscii(body) ? body.length : new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.length : 0
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
