import { digitsEnd } from './digits.ts'
import { trimWhiteSpace } from './white-space.ts'

/**
 * Reads a number as pydantic reads a `float`: decimal notation, `inf`, `infinity` or `nan` in any case, with
 * white space around or single underscores between its characters. Undefined where the text is none of these.
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = trimWhiteSpace(text)
  return floatOf(trimmed) ?? specialOf(trimmed) ?? withoutUnderscores(text)
}

/** The number that decimal notation stands for (`1`, `.5`, `-1.e-3`); undefined for any other text. */
export function floatOf(text: string): number | undefined {
  const sign = text.charCodeAt(0)
  const start = sign === PLUS || sign === HYPHEN ? 1 : 0
  const wholeEnd = digitsEnd(text, start)
  let end = wholeEnd
  let digits = wholeEnd - start
  if (text.charCodeAt(wholeEnd) === POINT) {
    end = digitsEnd(text, wholeEnd + 1)
    digits += end - wholeEnd - 1
  }
  if (digits === 0) return undefined
  if (end < text.length) end = exponentEnd(text, end)
  return end === text.length ? Number(text) : undefined
}

const PLUS = 43
const HYPHEN = 45
const POINT = 46

function exponentEnd(text: string, index: number): number {
  if ((text.charCodeAt(index) | 0x20) !== 0x65) return -1
  const sign = text.charCodeAt(index + 1)
  const start = sign === PLUS || sign === HYPHEN ? index + 2 : index + 1
  const end = digitsEnd(text, start)
  return end === start ? -1 : end
}

function specialOf(text: string): number | undefined {
  // No longer text is one of these, and lower-casing long texts costs.
  if (text.length > 9) return undefined
  const sign = text.charCodeAt(0)
  const name = (sign === PLUS || sign === HYPHEN ? text.slice(1) : text).toLowerCase()
  if (name === 'nan') return Number.NaN
  if (name !== 'inf' && name !== 'infinity') return undefined
  return sign === HYPHEN ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

function withoutUnderscores(text: string): number | undefined {
  if (!text.includes('_') || text.startsWith('_') || text.endsWith('_') || text.includes('__'))
    return undefined
  const plain = text.replaceAll('_', '')
  return floatOf(plain) ?? specialOf(plain)
}
