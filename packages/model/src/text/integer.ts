import { digitAt } from './digits.ts'
import { trimWhiteSpace } from './white-space.ts'

/**
 * Parses an integer as pydantic does: single underscores between digits, any number of them among leading zeros, a
 * fraction of zeros, white space around. What follows leading zeros may even have a sign of its own (`0-7` is −7).
 * Undefined if the string is not an integer. A bigint if a number could not hold it exactly; an infinity if it has more
 * than 4,300 characters, which Python does not read.
 */
export function parseInteger(text: string): number | bigint | undefined {
  return shortInteger(text) ?? longInteger(trimWhiteSpace(text))
}

const LONGEST = 4300
const HYPHEN = 45

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
  const [, sign, grouped] = GROUPED.exec(text) ?? SIGNED_LATE.exec(text) ?? []
  if (grouped === undefined) return undefined
  const digits = (sign === '-' ? '-' : '') + grouped.replaceAll('_', '').padStart(1, '0')
  if (digits.length > LONGEST) return sign === '-' ? -Infinity : Infinity
  const value = BigInt(digits)
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

// Each character can match only one part, so both take linear time.

/** A sign, leading zeros, digits in groups unless all are zeros, and a fraction of zeros. */
const GROUPED = /^([+-]?)(?:0[0_]*)?([1-9]\d*(?:_\d+)*|(?<=0))(?:\.0+)?$/

const SIGNED_LATE = /^\+?0[0_]*(-)_?(0|[1-9]\d*(?:_\d+)*)(?:\.0+)?$/
