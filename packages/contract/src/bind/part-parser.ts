import { make, type PartInfo } from 'multipasta'
import { decodeLatin1 } from './text-encoding.ts'

/** The head of one part of a multipart body. */
export interface PartHead {
  readonly name: string
  /** Undefined where the part is a text. */
  readonly filename: string | undefined
  readonly type: string
  /** How many characters it keeps in memory: its texts are views of whole headers. */
  readonly size: number
}

/** What comes in a multipart body: a part's head, then its bytes in pieces, then its end. */
export type PartEvent = PartHead | Uint8Array | 'end'

/** Parses a multipart body as it comes; in what pieces makes no difference but to the pieces of its parts. */
export class PartParser {
  /** `failed` where the body is malformed or has more than 1000 parts. */
  state: 'open' | 'done' | 'failed' = 'open'
  #events: PartEvent[] = []
  #held: Uint8Array = EMPTY
  #hasBegun = false
  readonly #delimiter: string
  readonly #parser: ReturnType<typeof make>

  constructor(boundary: string) {
    this.#delimiter = `--${boundary}`
    const quoted = boundary.replace(/["\\]/g, '\\$&')
    this.#parser = make({
      headers: { 'content-type': `multipart/form-data; boundary="${quoted}"` },
      maxParts: MOST_PARTS,
      isFile: () => true,
      onField: () => undefined,
      onFile: (info) => {
        this.#note(headOf(info))
        return (bytes) => this.#note(bytes ?? 'end')
      },
      onError: () => this.#settle('failed'),
      onDone: () => this.#settle('done'),
    })
  }

  /** Takes the next bytes of the body; answers what they complete. */
  write(bytes: Uint8Array): readonly PartEvent[] {
    const given = this.#held.length === 0 ? bytes : joined(this.#held, bytes)
    if (!this.#hasBegun && given.length < this.#delimiter.length) {
      this.#held = given
      return []
    }
    this.#begin(given)
    // The parser tells the last boundary from others by two dashes, which it must get together.
    const end = given.length - trailingDashes(given)
    this.#held = given.slice(end)
    this.#feed(given.subarray(0, end))
    return this.#take()
  }

  /** Takes the end of the body. */
  end(): readonly PartEvent[] {
    if (!this.#hasBegun && this.#held.length === 0) this.#settle('done')
    this.#begin(this.#held)
    this.#feed(this.#held)
    // It keeps back what is shorter than a boundary.
    if (this.state === 'open') this.#parser.end()
    this.#settle('failed')
    return this.#take()
  }

  /** A body may not begin with anything but a boundary; the parser would let it pass. */
  #begin(given: Uint8Array): void {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const { length } = this.#delimiter
    if (length === 2 || decodeLatin1(given.subarray(0, length)) !== this.#delimiter) this.#settle('failed')
  }

  #feed(bytes: Uint8Array): void {
    if (this.state !== 'open' || bytes.length === 0) return
    try {
      this.#parser.write(bytes)
    } catch {
      // It throws on a file name that is not percent-encoded as it says it is.
      this.#settle('failed')
    }
  }

  #note(event: PartEvent | undefined): void {
    if (event === undefined) this.#settle('failed')
    else if (this.state === 'open') this.#events.push(event)
  }

  #settle(state: 'done' | 'failed'): void {
    if (this.state === 'open') this.state = state
  }

  #take(): readonly PartEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }
}

const EMPTY = new Uint8Array()
const MOST_PARTS = 1000
const DASH = 45

function trailingDashes(bytes: Uint8Array): number {
  if (bytes.at(-1) !== DASH) return 0
  return bytes.at(-2) === DASH ? 2 : 1
}

/** Read anew: the parser knows no name, and no file, where a file's name is not Latin-1. */
function headOf({ headers }: PartInfo): PartHead | undefined {
  const disposition = headers['content-disposition']
  if (typeof disposition !== 'string' || !/^\s*form-data *;/i.test(disposition)) return undefined
  const name = parameterOf(disposition, 'name')
  if (name === undefined) return undefined
  const filename = parameterOf(disposition, 'filename')
  const given = headers['content-type']
  const type = typeof given === 'string' ? given : 'application/octet-stream'
  return { name, filename, type: type.trim(), size: disposition.length + type.length }
}

/** A parameter's value, with what browsers escape (HTML, multipart/form-data encoding algorithm). */
function parameterOf(disposition: string, wanted: string): string | undefined {
  for (const [, name, quoted, token] of disposition.matchAll(
    /; *([^=;\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g,
  )) {
    if (name?.toLowerCase() !== wanted) continue
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? token?.trim() ?? ''
    return value.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
  }
  return undefined
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
