import { make as createHeadersParser } from 'multipasta/HeadersParser'
import { make as createSearch } from 'multipasta/Search'
import { joinedBytes } from '../joined-bytes.ts'
import { MOST_PARTS } from '../route/file.ts'
import { type PartHead, readPartHead } from './part-head.ts'
import { type DecodeText, decodeLatin1, encodeLatin1 } from './text-encoding.ts'

/** What comes in a multipart body: a part's head, then its bytes in pieces, then its end. */
export type PartEvent = PartHead | Uint8Array | 'end'

/** Parses a multipart body as it arrives. How it is split affects only the pieces of its parts. */
export class PartParser {
  /** `failed` if the body is malformed or has more than {@link MOST_PARTS} parts. */
  state: 'open' | 'done' | 'failed' = 'open'
  #events: PartEvent[] = []
  /**
   * The bytes of a part since its last event. Lines that only look like delimiters leave many pieces of a few bytes
   * each.
   */
  #content: Uint8Array[] = []
  /** The beginning of the body, kept until it can be compared with the first delimiter. */
  #held: Uint8Array = EMPTY
  #hasBegun = false
  /** The position within the part. After a delimiter, two bytes decide what it is. */
  #place: 'delimiter' | 'head' | 'content' | 'start' = 'start'
  #behindDelimiter: Uint8Array = EMPTY
  #isInPart = false
  #parts = 0
  #delimiters = 0
  readonly #delimiter: Uint8Array
  /** The last delimiter found, without the newline that belongs to the head. */
  #ownDelimiter: Uint8Array = EMPTY
  readonly #search: ReturnType<typeof createSearch>
  readonly #parseHead = createHeadersParser()
  /** The bytes of an incomplete head. */
  #head: Uint8Array[] = []
  /** Whether they have control characters. */
  #hasControls = false
  readonly #decode: DecodeText

  /** `decode` is for the names in heads. */
  constructor(boundary: string, decode: DecodeText) {
    this.#decode = decode
    const delimiter = `\r\n--${boundary}`
    this.#delimiter = UTF8.encode(delimiter)
    this.#search = createSearch(delimiter, (delimiters, bytes) => this.#pass(delimiters, bytes))
    // The first delimiter has no line end before it.
    this.#search.write(NEWLINE)
  }

  /** Takes the next bytes of the body. Returns what they complete. */
  write(bytes: Uint8Array): readonly PartEvent[] {
    if (this.state !== 'open') return []
    if (this.#hasBegun) {
      this.#search.write(bytes)
      return this.#take()
    }
    this.#held = joinedBytes([this.#held, bytes])
    const rest = withoutNewlines(this.#held)
    if (rest.length >= this.#delimiter.length - NEWLINE.length) this.#begin(rest)
    return this.#take()
  }

  /** Takes the end of the body. */
  end(): readonly PartEvent[] {
    if (!this.#hasBegun && withoutNewlines(this.#held).length === 0) this.#settle('done')
    this.#search.end()
    this.#settle('failed')
    return this.#take()
  }

  /** A body may begin only with newlines and a delimiter. */
  #begin(bytes: Uint8Array): void {
    this.#hasBegun = true
    this.#held = EMPTY
    const start = this.#delimiter.subarray(NEWLINE.length)
    if (start.length === DASHES.length || !startsWith(bytes, start)) this.#settle('failed')
    this.#search.write(bytes)
  }

  /** Takes bytes that follow this number of delimiters. */
  #pass(delimiters: number, bytes: Uint8Array): void {
    for (; this.#delimiters < delimiters; this.#delimiters++) this.#passDelimiter()
    if (this.state !== 'open') return
    if (this.#place === 'head') this.#passHead(bytes)
    else if (this.#place === 'content') this.#content.push(bytes)
    else if (this.#place === 'delimiter')
      this.#passBehindDelimiter(joinedBytes([this.#behindDelimiter, bytes]))
  }

  #passDelimiter(): void {
    // The delimiter of a part without content begins with the newline that ends its head (RFC 2046, section 5.1.1).
    const endsHead = this.#place === 'head'
    if (endsHead) this.#passHead(NEWLINE)
    else if (this.#place === 'delimiter') this.#passContent()
    if (this.#place === 'head') this.#settle('failed')
    this.#place = 'delimiter'
    this.#ownDelimiter = endsHead ? this.#delimiter.subarray(NEWLINE.length) : this.#delimiter
    this.#behindDelimiter = EMPTY
  }

  #passBehindDelimiter(bytes: Uint8Array): void {
    this.#behindDelimiter = bytes
    if (bytes.length < 2) return
    if (startsWith(bytes, DASHES)) {
      this.#endPart()
      this.#settle('done')
    } else if (startsWith(bytes, NEWLINE)) {
      this.#endPart()
      this.#place = 'head'
      this.#passHead(bytes.subarray(2))
    } else {
      this.#passContent()
    }
  }

  #endPart(): void {
    if (this.#isInPart) this.#emit('end')
    this.#isInPart = false
  }

  /** Takes what began like a delimiter as a line of the content. */
  #passContent(): void {
    if (this.#isInPart && this.#behindDelimiter.length > 0) {
      this.#place = 'content'
      this.#content.push(this.#ownDelimiter, this.#behindDelimiter)
    } else {
      this.#settle('failed')
    }
  }

  #passHead(given: Uint8Array): void {
    this.#head.push(given)
    let bytes = given
    let parsed = this.#parseHead(this.#hasControls ? withoutControls(given) : given, 0)
    if (!this.#hasControls && parsed._tag === 'Failure' && parsed.reason === 'InvalidHeaderValue') {
      // Browsers send control characters in names as they are. The parser refuses them, and begins again.
      this.#hasControls = true
      bytes = joinedBytes(this.#head)
      this.#head = [bytes]
      parsed = this.#parseHead(withoutControls(bytes), 0)
    }
    if (parsed._tag === 'Continue') return
    const head = parsed._tag === 'Headers' ? this.#readHead(parsed) : undefined
    this.#head = []
    this.#hasControls = false
    if (parsed._tag === 'Failure' || head === undefined || ++this.#parts > MOST_PARTS) {
      this.#settle('failed')
      return
    }
    this.#place = 'content'
    this.#isInPart = true
    this.#emit(head)
    if (parsed.endPosition < bytes.length) this.#content.push(bytes.subarray(parsed.endPosition))
  }

  #readHead({ headers, endPosition }: HeadersParsed): PartHead | undefined {
    const values = Object.values(headers).flat()
    // The parser keeps a carriage return in the value if no newline follows.
    if (values.some((value) => value.includes('\r'))) return undefined
    if (!values.some(isBeyondAscii)) return readPartHead(headers, (text) => text)
    const [last = EMPTY] = this.#head.splice(-1)
    const bytes = joinedBytes([...this.#head, last.subarray(0, endPosition)])
    // The parser has replaced what is not UTF-8, so it receives each byte as a character, and a control character as
    // another one whose number ends in the same byte.
    const text = decodeLatin1(bytes).replace(CONTROL, (one) => String.fromCharCode(0x100 + one.charCodeAt(0)))
    const parsed = this.#parseHead(UTF8.encode(text), 0)
    if (parsed._tag !== 'Headers' || /[^\0-\xff]/.test(`${parsed.headers['content-type']}`)) return undefined
    return readPartHead(parsed.headers, (text) => this.#decode(encodeLatin1(text)))
  }

  #settle(state: 'done' | 'failed'): void {
    if (this.state === 'open') this.state = state
  }

  #emit(event: PartHead | 'end'): void {
    this.#endContent()
    this.#events.push(event)
  }

  /** Joins the bytes that came together into one piece. */
  #endContent(): void {
    if (this.#content.length === 0) return
    this.#events.push(joinedBytes(this.#content))
    this.#content = []
  }

  #take(): readonly PartEvent[] {
    this.#endContent()
    const events = this.#events
    this.#events = []
    return events
  }
}

type HeadersParsed = Extract<ReturnType<ReturnType<typeof createHeadersParser>>, { _tag: 'Headers' }>

function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text)
}

/** Replaces control characters by a byte that the parser of heads takes, and that is not UTF-8. */
function withoutControls(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => ((byte < 32 && !LINE_CHARACTERS.includes(byte)) || byte === 127 ? 0x80 : byte))
}

const EMPTY = new Uint8Array()
/** Tab, line feed and carriage return, which mean something in a head. */
const LINE_CHARACTERS = [9, 10, 13]
const CONTROL = /(?![\t\n\r\x80-\x9f])\p{Cc}/gu
const UTF8 = new TextEncoder()
const NEWLINE = UTF8.encode('\r\n')
const DASHES = UTF8.encode('--')
/** A client that sends nothing else is not waited for. */
const MOST_NEWLINES = 1000

/** Many clients end an empty preamble before the first delimiter (RFC 2046, section 5.1.1). */
function withoutNewlines(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < MOST_NEWLINES && (bytes[start] === 10 || bytes[start] === 13)) start++
  return bytes.subarray(start)
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, at) => byte === bytes[at])
}
