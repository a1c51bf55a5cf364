import { digitAt, digitsEnd } from './digits.ts'
import { trimWhiteSpace } from './white-space.ts'

/**
 * Reads an integer as pydantic does: single underscores between digits, a fraction of zeros, white space around.
 * Undefined where the text is none; a bigint where a number could not hold it exactly, and an infinity where it has
 * more than 4,300 characters, which Python does not read.
 */
export function parseInteger(text: string): number | bigint | undefined {
  return shortInteger(text) ?? longInteger(trimWhiteSpace(text))
}

const LONGEST = 4300
const PLUS = 43
const HYPHEN = 45
const POINT = 46
const UNDERSCORE = 95

function shortInteger(text: string): number | undefined {
  const { length } = text
  const negative = text.charCodeAt(0) === HYPHEN
  const start = negative ? 1 : 0
  if (length === start || length > 15) return undefined
  let value = 0
  for (let index = start; index < length; index++) {
    const digit = digitAt(text, index)
    if (digit < 0) return undefined
    value = value * 10 + digit
  }
  return negative ? 0 - value : value
}

function longInteger(text: string): number | bigint | undefined {
  const sign = text.charCodeAt(0)
  const start = sign === PLUS || sign === HYPHEN ? 1 : 0
  const end = groupedDigitsEnd(text, start)
  if (end === start || !isZeroFraction(text, end)) return undefined
  const negative = sign === HYPHEN
  const digits = text
    .slice(start, end)
    .replaceAll('_', '')
    .replace(/^0+(?=.)/, '')
  if (digits.length + (negative ? 1 : 0) > LONGEST) return negative ? -Infinity : Infinity
  const value = BigInt(negative ? `-${digits}` : digits)
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function groupedDigitsEnd(text: string, start: number): number {
  let end = digitsEnd(text, start)
  while (end > start && text.charCodeAt(end) === UNDERSCORE && digitAt(text, end + 1) >= 0) {
    end = digitsEnd(text, end + 1)
  }
  return end
}

function isZeroFraction(text: string, start: number): boolean {
  if (start === text.length) return true
  if (text.charCodeAt(start) !== POINT || start + 1 === text.length) return false
  for (let index = start + 1; index < text.length; index++) if (text.charCodeAt(index) !== 48) return false
  return true
}
