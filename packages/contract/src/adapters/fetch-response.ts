import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'

/** Creates the Response of an outgoing response. `isHead` omits the body and sets its length. */
export type CreateResponse = (outgoing: Outgoing, isHead: boolean) => Response

/**
 * Keeps a Headers object for each frozen array of headers, because creating it costs more than sending it. A Response
 * is created each time: Bun omits the headers of one that it sends again.
 */
export function createResponseFactory(): CreateResponse {
  const copiesHeaders = createHeadersJudge()
  const remembered = new WeakMap<readonly string[], Headers>()
  const headersOf = (headers: readonly string[]): Headers => {
    let known = remembered.get(headers)
    if (known === undefined) {
      known = new Headers(pairsOf(headers))
      if (!Object.isFrozen(headers)) return known
      remembered.set(headers, known)
    }
    return copiesHeaders() ? known : new Headers(known)
  }
  return (outgoing, isHead) => {
    const { status, headers, body } = outgoing
    const isBodiless = BODILESS.has(status)
    if (isHead && !isBodiless) return headResponse(outgoing)
    const init: Init = { status, headers: headersOf(headers), encodeBody: 'manual' }
    // For an empty string a Response would add `text/plain`, which nobody declared.
    if (!isBodiless) return new Response((body || null) as BodyInit | null, init)
    dropBody(body)
    return new Response(null, init)
  }
}

/**
 * Returns a check whether a Response copies the headers it is given, as the standard says (Fetch, §5.5). Hosts may
 * replace the runtime's class at any time by one that keeps the given headers; what a host adds to one response would
 * then be on every response.
 */
function createHeadersJudge(): () => boolean {
  let judged: typeof Response | undefined
  let copies = false
  return () => {
    if (judged !== Response) {
      const headers = new Headers()
      copies = new Response('', { headers }).headers !== headers
      judged = Response
    }
    return copies
  }
}

interface Init extends ResponseInit {
  /**
   * For Workers, which would otherwise compress a body again if `content-encoding` says that it is compressed. Other
   * runtimes ignore it.
   */
  readonly encodeBody: 'manual'
}

/** Returns how many bytes a body has; 0 for a stream, where it is unknown. */
export function byteLength(body: Outgoing['body']): number {
  if (typeof body === 'string') return isAscii(body) ? body.length : new TextEncoder().encode(body).length
  return ArrayBuffer.isView(body) ? body.length : 0
}

function headResponse({ status, headers, body }: Outgoing): Response {
  const pairs = pairsOf(headers)
  if (isStreamBody(body)) {
    dropBody(body)
    const isSized = pairs.some(([name]) => name === 'content-length')
    if (!isSized) return new Response(emptyLater(), { status, headers: pairs })
  } else if (body !== null) pairs.push(['content-length', String(byteLength(body))])
  return new Response(null, { status, headers: pairs })
}

/**
 * Ends in a later turn. For an empty body Deno would send the length 0, and so would Bun for a stream that has already
 * ended.
 */
function emptyLater(): ReadableStream<Uint8Array> {
  let end: ReturnType<typeof setTimeout>
  return new ReadableStream({
    start(controller) {
      end = setTimeout(() => controller.close())
    },
    cancel: () => clearTimeout(end),
  })
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let at = 0; at < headers.length; at += 2) pairs.push([headers[at] ?? '', headers[at + 1] ?? ''])
  return pairs
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}
