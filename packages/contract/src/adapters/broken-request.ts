import type { Incoming, MissingBody, Send, Unreadable } from '../incoming.ts'
import { type Answer, abortedWhenGone, type WhenCutOff, watchAnswer } from './cut-off.ts'
import { originForm } from './origin-form.ts'

/** What a parser reports about a request that it gives up. An error of Node's `clientError` is one. */
export interface ParserError {
  readonly code?: string
  /** Text from the parser itself; it contains nothing of what was sent. */
  readonly reason?: string
  /** What arrived last, and the position reached in it. */
  readonly rawPacket?: Uint8Array
  readonly bytesParsed?: number
}

/** Returns what a parser's error reports against the request, as the response says it. */
export function unreadableOf({ code = '', reason = code }: ParserError): Unreadable {
  return KNOWN[code] ?? { status: 400, detail: `Not a valid HTTP/1.1 request: ${reason}` }
}

/** The refusal of a request in another version of HTTP. */
export const ONLY_HTTP_1: Unreadable = { status: 400, detail: 'Only HTTP/1.1 is supported, not HTTP/2' }

const KNOWN: Readonly<Record<string, Unreadable>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not arrive in time' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The extensions of a chunk are too long' },
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The request line and headers are too long' },
  HPE_INVALID_EOF_STATE: { status: 400, detail: 'The client went away before its request was whole' },
  HPE_PAUSED_H2_UPGRADE: ONLY_HTTP_1,
}

/** Where a broken request came from. A `Socket` is one. */
export interface Connection extends Answer {
  readonly remoteAddress?: string | undefined
}

/** What is known of a request whose headers no parser read to the end. */
interface Remains {
  readonly method?: string
  readonly path?: string
  readonly origin?: string | undefined
  readonly unreadable?: Unreadable
}

/**
 * A request whose headers no parser read to the end, for an exchange to refuse. If the only fault is a method that the
 * parser does not know, the request is looked up like any other, and gets a 404 or 405.
 */
export class BrokenRequest implements Incoming {
  /** `-` if it is unknown. */
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

/** Returns what is known of a request from the error with which its parser gave up. */
export function remainsOf(error: ParserError): Remains {
  const packet = new TextDecoder('latin1').decode(error.rawPacket)
  const origin = originIn(packet)
  const line = error.code === 'HPE_INVALID_METHOD' ? lineAt(packet, error.bytesParsed ?? 0) : ''
  const [, method, target] = /^([\w!#$%&'*+.^`|~-]+) ([!-~]+) HTTP\/1\.[01]\r$/.exec(line) ?? []
  // The parser refuses a method that it knows only if the previous packet held its beginning: `G` and `DELETE /` is not
  // a DELETE.
  if (method === undefined || target === undefined || PARSED.test(method))
    return { origin, unreadable: unreadableOf(error) }
  const [path = ''] = originForm(target).split('?', 1)
  return { origin, method, path }
}

const PARSED = /^(?:DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT)$/

/** Returns the line around a position, with its carriage return. */
function lineAt(packet: string, place: number): string {
  const end = packet.indexOf('\n', place)
  return packet.slice(packet.lastIndexOf('\n', place - 1) + 1, end === -1 ? place : end)
}

/**
 * Returns the origin, if complete header lines name one and no other. A packet may hold more than the one request, and
 * less. A wrong origin does no harm, because the browser compares the response with the page's own origin; half an
 * origin would.
 */
function originIn(packet: string): string | undefined {
  const lines = packet.matchAll(/\r\norigin:([^\r\n]*)(?=\r\n(?![ \t]))/gi)
  const origins = new Set(Array.from(lines, ([, value = '']) => value.trim()))
  const [origin] = origins
  return origins.size === 1 ? origin : undefined
}
