import { byteLength } from './byte-text.ts'
import { type Parsed, unreadable } from './parsed.ts'

/** Parses a UUID with hyphens, as 32 digits, in braces or after `urn:uuid:`. The value is lower-case with hyphens. */
export function parseUuid(text: string): Parsed<string> {
  if (isUuid(text)) return { ok: true, value: text }
  const bare = bareForm(text)
  const value = (bare.length === 32 ? HYPHENS.reduce(insertHyphen, bare) : bare).toLowerCase()
  return isUuid(value) ? { ok: true, value } : unreadable(reasonAgainst(bare))
}

/** Whether a string is a UUID in its canonical form, lower-case with hyphens. */
export function isUuid(text: string): boolean {
  return CANONICAL.test(text)
}

/** Returns the version of a canonical UUID, 0 to 15; undefined if its variant is not that of RFC 9562. */
export function uuidVersion(uuid: string): number | undefined {
  return '89ab'.includes(uuid.charAt(19)) ? Number.parseInt(uuid.charAt(14), 16) : undefined
}

const CANONICAL = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const HYPHENS = [8, 13, 18, 23]
const GROUP_SIZES = [8, 4, 4, 4, 12]
const GROUP_STARTS = [0, 9, 14, 19, 24]

/** Returns what is in the braces or after `urn:uuid:`, if the length in bytes is right. */
function bareForm(text: string): string {
  if (text.startsWith('{') && text.endsWith('}')) return byteLength(text) === 38 ? text.slice(1, -1) : text
  return text.startsWith('urn:uuid:') && byteLength(text) === 45 ? text.slice(9) : text
}

function insertHyphen(text: string, index: number): string {
  return `${text.slice(0, index)}-${text.slice(index)}`
}

function reasonAgainst(text: string): string {
  const braced = text.startsWith('{') && text.endsWith('}')
  const offset = braced ? 1 : text.startsWith('urn:uuid:') ? 9 : 0
  const hyphens: number[] = []
  let index = 0
  for (const character of text.slice(offset, braced ? -1 : undefined)) {
    if (character === '-') hyphens.push(index)
    else if (!/[\da-f]/i.test(character)) {
      return `invalid character: found \`${character}\` at ${index + offset + 1}`
    }
    index++
  }
  if (hyphens.length === 0 && offset === 0) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`
  }
  if (hyphens.length !== 4) return `invalid group count: expected 5, found ${hyphens.length + 1}`
  return wrongGroup(hyphens, text.length)
}

function wrongGroup(hyphens: readonly number[], length: number): string {
  const found = hyphens.findIndex((at, group) => at !== HYPHENS[group])
  const group = found < 0 ? 4 : found
  const size = (found < 0 ? length : (hyphens[group] ?? 0)) - (GROUP_STARTS[group] ?? 0)
  return `invalid group length in group ${group}: expected ${GROUP_SIZES[group]}, found ${size}`
}
