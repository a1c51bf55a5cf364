import { parameterOf } from './header-parameter.ts'
import { type NamedValues, type Pairs, pairedValues } from './named-values.ts'
import type { PartHead } from './part-head.ts'
import { type PartEvent, PartParser } from './part-parser.ts'
import { partValue } from './part-value.ts'
import { type DecodeText, decodeLatin1, decoderOf, decodeText } from './text-encoding.ts'

/** Parses an urlencoded body as Starlette does: raw bytes above ASCII are Latin-1, `%XX` is UTF-8. Never fails. */
export function parseForm(bytes: Uint8Array): URLSearchParams {
  // Escaped, because Node loses raw characters next to escapes that are not UTF-8.
  const text = decodeLatin1(bytes).replace(BEYOND_ASCII, encodeURIComponent)
  // For names without `=`, Node takes quadratic time in their number.
  const pairs = text.replace(NAME_ALONE, '$&=')
  return new URLSearchParams(pairs.startsWith('?') ? `&${pairs}` : pairs)
}

const BEYOND_ASCII = /[\x80-\xff]/g
const NAME_ALONE = /(?<=^|&)[^&=]+(?=&|$)/g

/** Parses a complete multipart body. Returns a string with the reason if it cannot be parsed. */
export function parseMultipart(bytes: Uint8Array, contentType: string): NamedValues | string {
  const framing = framingOf(contentType)
  if (typeof framing === 'string') return framing
  const parser = new PartParser(framing.boundary, framing.decode)
  const events = [...parser.write(bytes), ...parser.end()]
  return parser.state === 'done' ? pairedValues(pairsOf(events, framing.decode)) : MALFORMED
}

/** Returns the values of complete parts. */
function pairsOf(events: Iterable<PartEvent>, decode: DecodeText): Pairs {
  return {
    forEach(take) {
      let head: PartHead | undefined
      let pieces: Uint8Array[] = []
      for (const event of events) {
        if (ArrayBuffer.isView(event)) pieces.push(event)
        else if (event !== 'end') head = event
        else if (head !== undefined) {
          take(partValue(head, pieces, decode), head.name)
          pieces = []
        }
      }
    },
  }
}

/** What a `content-type` says about a multipart body. */
export interface Framing {
  readonly boundary: string
  readonly decode: DecodeText
}

/** Returns the framing in a `content-type`, or a string with the reason if it has no usable boundary. */
export function framingOf(contentType: string): Framing | string {
  const boundary = parameterOf(contentType, 'boundary')
  if (boundary === undefined) return 'Missing boundary in multipart.'
  if (boundary.length > LONGEST_BOUNDARY) return LONG_BOUNDARY
  const charset = parameterOf(contentType, 'charset')
  return { boundary, decode: charset === undefined ? decodeText : decoderOf(charset) }
}

/** RFC 2046 §5.1.1. Searching for a longer boundary costs its length for each byte, and some searches never end. */
const LONGEST_BOUNDARY = 70
const LONG_BOUNDARY = `The boundary of a multipart body has at most ${LONGEST_BOUNDARY} characters.`

/** The reason for a multipart body that cannot be parsed. */
export const MALFORMED = 'Invalid multipart data.'
