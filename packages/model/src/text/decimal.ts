import { Numeral } from './scalar.ts'
import { stripPython } from './white-space.ts'

type Special = 'Infinity' | 'NaN' | 'sNaN'

/** The parts of a {@link Decimal}: `±digits · 10^exponent`, or one of the special values with its digits. */
export interface DecimalFields {
  /** Whether it has a minus sign, as `-0` has too. */
  readonly negative: boolean
  /** All its digits as one whole number: 150 for `1.50`. */
  readonly digits: bigint
  /** The power of ten that multiplies `digits`: -2 for `1.50`. */
  readonly exponent: number
  /** The special value that it is. Default: it is a number. */
  readonly special?: Special | undefined
}

/** An exact decimal number that keeps its trailing zeros, like Python's `Decimal`. Immutable. */
export class Decimal extends Numeral implements DecimalFields {
  /** Whether it has a minus sign, as `-0` has too. */
  readonly negative: boolean
  /** All its digits as one whole number: 150 for `1.50`. */
  readonly digits: bigint
  /** The power of ten that multiplies `digits`: -2 for `1.50`. */
  readonly exponent: number
  /** The special value that it is; undefined for a number. */
  readonly special: Special | undefined

  /** Throws a RangeError unless `digits` is 0 or more and `exponent` is an integer. */
  constructor({ negative, digits, exponent, special }: DecimalFields) {
    super()
    if (digits < 0n || !Number.isSafeInteger(exponent))
      throw new RangeError(`Not a decimal: ${digits}e${exponent}`)
    this.negative = negative
    this.digits = digits
    this.exponent = exponent
    this.special = special
  }

  /**
   * Returns the exact value of a string, of an integer, or of the digits that a number is written with. Throws a
   * RangeError if there is none.
   */
  static from(value: string | number | bigint): Decimal {
    const parsed = parseDecimal(typeof value === 'number' ? numberText(value) : String(value))
    if (parsed === undefined) throw new RangeError(`Not a decimal: ${value}`)
    return parsed
  }

  /** Whether it is a number: neither an infinity nor a NaN. */
  get isFinite(): boolean {
    return this.special === undefined
  }

  /**
   * Returns a value below 0, 0, or a value above 0 if this is less than, equal to or greater than `other`; NaN if one
   * is not a number.
   */
  compare(other: Decimal): number {
    const order = signOf(this) - signOf(other)
    if (order !== 0 || Number.isNaN(order)) return order
    if (this.special !== undefined || signOf(this) === 0) return 0
    return this.negative ? compareSizes(other, this) : compareSizes(this, other)
  }

  /** Whether this is an exact multiple of `divisor`, which must not be 0. */
  isMultipleOf(divisor: Decimal): boolean {
    if (this.digits === 0n) return true
    const value = reduced(this)
    const unit = reduced(divisor)
    // A power of ten cannot make up for a finer last digit.
    if (value.exponent < unit.exponent) return false
    const scale = powerModulo(value.exponent - unit.exponent, unit.digits)
    return (value.digits * scale) % unit.digits === 0n
  }

  /**
   * The number of significant digits and of decimal places, without trailing zeros (pydantic's max_digits,
   * decimal_places).
   */
  get places(): { readonly digits: number; readonly decimals: number } {
    const { text, exponent } = withoutTrailingZeros(this)
    if (exponent >= 0) return { digits: text.length + exponent, decimals: 0 }
    return { digits: Math.max(text.length, -exponent), decimals: -exponent }
  }

  /** Returns the nearest number, by which `<` and `>` compare two decimals; {@link compare} is exact. */
  override valueOf(): number {
    return Number(this.toString())
  }

  /** Returns what Python's `str` does: `1.50`, `1E+3`, `-0`, `Infinity`, `NaN`. */
  override toString(): string {
    const sign = this.negative ? '-' : ''
    const digits = digitText(this)
    if (this.special === 'Infinity') return `${sign}Infinity`
    if (this.special !== undefined) return `${sign}${this.special}${this.digits === 0n ? '' : digits}`
    return `${sign}${numeral(digits, this.exponent)}`
  }
}

/**
 * Parses a decimal as Python does: digits of any script, underscores anywhere, white space around, `inf` and `nan`.
 * Undefined for any other string, and for exponents that a number cannot hold exactly.
 */
export function parseDecimal(text: string): Decimal | undefined {
  const plain = asciiDigits(stripPython(text).replaceAll('_', ''))
  return readNumber(plain) ?? readSpecial(plain)
}

function signOf({ special, digits, negative }: Decimal): number {
  if (special === 'NaN' || special === 'sNaN') return NaN
  const size = special === 'Infinity' ? 2 : digits === 0n ? 0 : 1
  return negative ? -size : size
}

function compareSizes(left: Decimal, right: Decimal): number {
  const leftDigits = digitText(left)
  const rightDigits = digitText(right)
  const order = leftDigits.length + left.exponent - (rightDigits.length + right.exponent)
  if (order !== 0) return order
  // Once aligned they have the same number of digits, so the shorter string only lacks trailing zeros.
  const width = Math.max(leftDigits.length, rightDigits.length)
  const a = leftDigits.padEnd(width, '0')
  const b = rightDigits.padEnd(width, '0')
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the digits up to the last that is not 0 (for 0 a single one), and the exponent that belongs to them. */
function withoutTrailingZeros(decimal: Decimal): { readonly text: string; readonly exponent: number } {
  const text = digitText(decimal)
  if (text === '0') return { text, exponent: 0 }
  let end = text.length
  while (text.charCodeAt(end - 1) === 48) end--
  return { text: text.slice(0, end), exponent: decimal.exponent + text.length - end }
}

/** Returns the same value with the fewest digits; the digits are parsed again only if there are fewer. */
function reduced(decimal: Decimal): { readonly digits: bigint; readonly exponent: number } {
  const { text, exponent } = withoutTrailingZeros(decimal)
  return { digits: exponent === decimal.exponent ? decimal.digits : BigInt(text), exponent }
}

/**
 * Returns the digits as a string. For large numbers it is kept from parsing: writing a million digits again takes half
 * a second.
 */
function digitText(decimal: Decimal): string {
  return (decimal.digits < MANY ? undefined : DIGITS_OF_MANY.get(decimal)) ?? String(decimal.digits)
}

const MANY = 10n ** 100n
const DIGITS_OF_MANY = new WeakMap<Decimal, string>()

/** Returns 10^exponent modulo `modulus`, without computing the power. */
function powerModulo(exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus
  let base = 10n % modulus
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % modulus
    base = (base * base) % modulus
  }
  return result
}

function numeral(digits: string, exponent: number): string {
  const point = digits.length + exponent
  if (exponent > 0 || point <= -6) {
    const power = point - 1
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${digits.charAt(0)}${fraction}E${power < 0 ? '-' : '+'}${Math.abs(power)}`
  }
  if (exponent === 0) return digits
  return point > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : `0.${'0'.repeat(-point)}${digits}`
}

function numberText(value: number): string {
  // Beyond the safe integers, only the digits needed to identify the number are known.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : String(value)
}

function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

// Decimal digits are encoded in runs of ten, 0 to 9, so the value is the distance to the nearest non-digit below,
// modulo 10.
function digitValue(character: string): number {
  let point = character.codePointAt(0) ?? 0
  let distance = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - 1))) {
    point--
    distance++
  }
  return distance % 10
}

function readNumber(text: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] = NUMERAL.exec(text) ?? []
  const exponent = Number(power) - fraction.length
  if (whole + fraction === '' || !Number.isSafeInteger(exponent)) return undefined
  const digits = (whole + fraction).replace(/^0+(?=.)/, '')
  const decimal = new Decimal({ negative: sign === '-', digits: BigInt(digits), exponent })
  if (decimal.digits >= MANY) DIGITS_OF_MANY.set(decimal, digits)
  return decimal
}

/** Sign, whole digits, fraction, exponent. */
const NUMERAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

function readSpecial(text: string): Decimal | undefined {
  const [, sign, name = '', payload = ''] = /^([+-]?)(inf|infinity|s?nan(\d*))$/i.exec(text) ?? []
  if (name === '') return undefined
  const letter = name.charAt(0).toLowerCase()
  const special = letter === 'i' ? 'Infinity' : letter === 'n' ? 'NaN' : 'sNaN'
  return new Decimal({ negative: sign === '-', digits: BigInt(payload), exponent: 0, special })
}
