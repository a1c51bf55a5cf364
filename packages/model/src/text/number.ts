import { trimWhiteSpace } from './white-space.ts'

/**
 * Parses a number as pydantic parses a `float`: decimal notation, or `inf`, `infinity` or `nan` in any case, with white
 * space around it or single underscores between its characters. Undefined for any other string.
 */
export function parseNumber(text: string): number | undefined {
  return parseSolid(trimWhiteSpace(text)) ?? withoutUnderscores(text)
}

/** Returns the number that decimal notation states (`1`, `.5`, `-1.e-3`); undefined for any other string. */
export function floatOf(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined
}

/** Writes a number in decimal notation without an exponent, however large or small: `0.0000001`. */
export function plainNumeral(value: number): string {
  const [, sign = '', whole = '', fraction = '', power] = SCIENTIFIC.exec(String(value)) ?? []
  if (power === undefined) return String(value)
  const point = 1 + Number(power)
  const digits = whole + fraction
  return sign + (point > 0 ? digits.padEnd(point, '0') : `0.${'0'.repeat(-point)}${digits}`)
}

/**
 * Sign, the one digit before the point, the others, exponent: how JavaScript writes very large and very small numbers.
 */
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

function specialOf(text: string): number | undefined {
  const [, sign, name] = /^([+-]?)(inf|infinity|nan)$/i.exec(text) ?? []
  if (name === undefined) return undefined
  if (/^nan$/i.test(name)) return NaN
  return sign === '-' ? -Infinity : Infinity
}

function withoutUnderscores(text: string): number | undefined {
  // Only single ones, between other characters.
  return /^[^_]+(?:_[^_]+)+$/.test(text) ? parseSolid(text.replaceAll('_', '')) : undefined
}

function parseSolid(text: string): number | undefined {
  return floatOf(text) ?? specialOf(text)
}
