import { dropBody, isStreamBody, type Outgoing } from '../incoming.ts'
import { BODILESS } from '../status.ts'

/** Makes the response of an answer; `isHead` leaves its body out and tells its length. */
export type CreateResponse = (outgoing: Outgoing, isHead: boolean) => Response

/**
 * Remembers the headers that come again and again as the same frozen array, for making them costs more than sending them.
 * A response is made for each answer: Bun leaves the headers out of one that it sends again.
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
    // Of an empty text a response would say that it is `text/plain`, which nobody has said.
    if (!isBodiless) return new Response((body || null) as BodyInit | null, init)
    dropBody(body)
    return new Response(null, init)
  }
}

/**
 * Tells whether a response has headers of its own, as the standard says (Fetch, §5.5). Hosts put a class of their own in place of
 * the runtime's, at any time, that keeps the given ones; what a host adds to one answer would then be on everybody's.
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
  /** Of Workers, which else compress a body once more where `content-encoding` says that it is; other runtimes do not look at it. */
  readonly encodeBody: 'manual'
}

/** How many bytes a body has; of a stream nothing is known: 0. */
export function byteLength(body: Outgoing['body']): number {
  if (typeof body === 'string') return isAscii(body) ? body.length : new TextEncoder().encode(body).length
  return body instanceof Uint8Array ? body.length : 0
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

/** Ends in a later turn: of nothing Deno tells that its length is 0, and Bun of what is at its end at once. */
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
