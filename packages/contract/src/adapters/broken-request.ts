import type { Incoming, MissingBody, Send, Unreadable } from '../incoming.ts'
import { type Answer, abortedWhenGone, type WhenCutOff, watchAnswer } from './cut-off.ts'
import { originForm } from './origin-form.ts'

/** What a parser says of a request that it gives up; an error of Node's `clientError` is one. */
export interface ParserError {
  readonly code?: string
  /** A text of the parser's own; it holds nothing of what was sent. */
  readonly reason?: string
  /** What came last, with the place in it that was reached. */
  readonly rawPacket?: Uint8Array
  readonly bytesParsed?: number
}

/** What a parser's error has against the request, as it is answered. */
export function unreadableOf({ code = '', reason = code }: ParserError): Unreadable {
  return KNOWN[code] ?? { status: 400, detail: `Not a valid HTTP/1.1 request: ${reason}` }
}

/** What a request of another version is refused with. */
export const ONLY_HTTP_1: Unreadable = { status: 400, detail: 'Only HTTP/1.1 is spoken here, and no HTTP/2' }

const KNOWN: Readonly<Record<string, Unreadable>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The extensions of a chunk are too long' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request line and headers are too long' },
  HPE_INVALID_EOF_STATE: { status: 400, detail: 'The client went away before its request was whole' },
  HPE_PAUSED_H2_UPGRADE: ONLY_HTTP_1,
}

/** Where a broken request came from; a `Socket` is one. */
export interface Connection extends Answer {
  readonly remoteAddress?: string | undefined
}

/** What is known of a request that no parser read to the end of its headers. */
interface Remains {
  readonly method?: string
  readonly path?: string
  readonly origin?: string | undefined
  readonly unreadable?: Unreadable
}

/**
 * A request that no parser read to the end of its headers, for an exchange to refuse. One that only has a method which
 * the parser does not know is no worse than others: it is looked up, and gets a 404 or 405.
 */
export class BrokenRequest implements Incoming {
  /** `-` where it cannot be known. */
  readonly method: string
  readonly scheme = 'http'
  readonly path: string
  readonly query = ''
  readonly unreadable: Unreadable | undefined
  readonly remoteAddress: string | undefined
  requestId: string | undefined
  sendPast: Send | undefined
  sentBytes: number | undefined
  readonly #connection: Connection
  readonly #origin: string | undefined
  #leaving: AbortController | undefined
  #whenCutOff: WhenCutOff | undefined

  constructor(connection: Connection, { method = '-', path = '', origin, unreadable }: Remains) {
    this.method = method
    this.path = path
    this.unreadable = unreadable
    this.remoteAddress = connection.remoteAddress
    this.#connection = connection
    this.#origin = origin
  }

  get signal(): AbortSignal {
    this.#leaving ??= abortedWhenGone(this)
    return this.#leaving.signal
  }

  whenGone(then: () => void): void {
    this.#whenCutOff ??= watchAnswer(this.#connection)
    this.#whenCutOff(then)
  }

  header(name: string): string | undefined {
    return name.toLowerCase() === 'origin' ? this.#origin : undefined
  }

  headerLines(name: string): readonly string[] {
    const value = this.header(name)
    return value === undefined ? [] : [value]
  }

  headerNames(): Iterable<string> {
    return this.#origin === undefined ? [] : ['origin']
  }

  readBody(_limit: number, done: (body: Uint8Array | MissingBody) => void): void {
    done(new Uint8Array())
  }
}

/** What can be told of a request from the error that its parser gave up with. */
export function remainsOf(error: ParserError): Remains {
  const packet = new TextDecoder('latin1').decode(error.rawPacket)
  const origin = originIn(packet)
  const line = error.code === 'HPE_INVALID_METHOD' ? lineAt(packet, error.bytesParsed ?? 0) : ''
  const [, method, target] = /^([\w!#$%&'*+.^`|~-]+) ([!-~]+) HTTP\/1\.[01]\r$/.exec(line) ?? []
  // A method that the parser knows it refuses only where the packet before held its beginning: `G` and `DELETE /` is no DELETE.
  if (method === undefined || target === undefined || PARSED.test(method))
    return { origin, unreadable: unreadableOf(error) }
  const [path = ''] = originForm(target).split('?', 1)
  return { origin, method, path }
}

const PARSED = /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/

/** The line around a place, with its carriage return. */
function lineAt(packet: string, place: number): string {
  const end = packet.indexOf('\n', place)
  return packet.slice(packet.lastIndexOf('\n', place - 1) + 1, end === -1 ? place : end)
}

/**
 * The origin, where whole header lines name one and no other. A packet may hold more than the one request, and less:
 * a wrong origin does no harm, for the browser compares the answer with the page's own; it only must not be half of one.
 */
function originIn(packet: string): string | undefined {
  const lines = packet.matchAll(/\r\norigin:([^\r\n]*)(?=\r\n(?![ \t]))/gi)
  const origins = new Set(Array.from(lines, ([, value = '']) => value.trim()))
  const [origin] = origins
  return origins.size === 1 ? origin : undefined
}
