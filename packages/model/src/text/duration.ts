import { readBytes } from './byte-text.ts'
import { type DurationFields, readDuration } from './duration-part.ts'
import { type Parsed, unreadable, valueOrThrow } from './parsed.ts'
import { Scalar } from './scalar.ts'
import { EXTRA_CHARACTERS, NOT_A_NUMBER } from './time-part.ts'

/**
 * A length of time to the microsecond, from -999,999,999 days to less than 1,000,000,000 days. A day is 24 hours.
 * Immutable.
 */
export class Duration extends Scalar implements DurationFields {
  /** Never true for a duration of zero. */
  readonly negative: boolean
  /** 0 or more. */
  readonly days: number
  /** 0 to 86,399. */
  readonly seconds: number
  /** 0 to 999,999. */
  readonly microseconds: number

  /**
   * Carries seconds and microseconds over. Throws a RangeError beyond these bounds, and for a part that is not a whole
   * number from 0 on.
   */
  constructor(fields: DurationFields) {
    super()
    assertParts(fields)
    const carried = carry(fields)
    if (typeof carried === 'string') throw new RangeError(carried)
    this.negative = carried.negative
    this.days = carried.days
    this.seconds = carried.seconds
    this.microseconds = carried.microseconds
  }

  /**
   * Returns the duration that a string states, or of a number of seconds. Throws a RangeError if that is not a
   * duration.
   */
  static from(value: string | number): Duration {
    const parsed = typeof value === 'string' ? parseDuration(value) : durationFromNumber(value)
    return valueOrThrow(parsed, 'a duration', value)
  }

  /** The whole length in seconds, as exactly as a number can hold it. */
  get totalSeconds(): number {
    const size = this.days * 86400 + this.seconds + this.microseconds / 1e6
    return this.negative ? -size : size
  }

  /** Whether both are equally long. */
  equals(other: Duration): boolean {
    return this.toString() === other.toString()
  }

  /** Returns the whole length in seconds, by which `<` and `>` compare two durations. */
  override valueOf(): number {
    return this.totalSeconds
  }

  /** Returns ISO 8601 as pydantic writes it, with years of 365 days: `P1Y2DT3H4M5.5S`, `-PT1S`, `PT0S`. */
  override toString(): string {
    const years = part(Math.floor(this.days / 365), 'Y')
    const clock = clockParts(this.seconds, this.microseconds)
    const text = `P${years}${part(this.days % 365, 'D')}${clock === '' ? '' : `T${clock}`}`
    return text === 'P' ? 'PT0S' : `${this.negative ? '-' : ''}${text}`
  }
}

/**
 * Parses a duration as pydantic does: ISO 8601 (`P1DT2H`; `W` may be mixed with other units) or `[D days,] HH:MM[:SS]`,
 * each with an optional sign.
 */
export function parseDuration(text: string): Parsed<Duration> {
  // The grammar does not read every text to its end.
  if (!text.isWellFormed()) return unreadable(EXTRA_CHARACTERS)
  const fields = readBytes(text, readDuration)
  return typeof fields === 'string' ? unreadable(fields) : durationOf(fields)
}

/** Returns the duration of a number of seconds, to the nearest microsecond. */
export function durationFromNumber(seconds: number): Parsed<Duration> {
  if (Number.isNaN(seconds)) return unreadable(NOT_A_NUMBER)
  const size = Math.abs(seconds)
  return durationOf({
    negative: seconds < 0,
    days: Math.floor(size / 86400),
    seconds: Math.floor(size) % 86400,
    microseconds: Math.round((size % 1) * 1e6),
  })
}

function assertParts({ days, seconds, microseconds }: DurationFields): void {
  if (isCount(days) && isCount(seconds) && isCount(microseconds)) return
  throw new RangeError(
    `Not a duration: ${days} days, ${seconds} seconds, ${microseconds} microseconds; write whole numbers from 0 on`,
  )
}

function isCount(part: number): boolean {
  return Number.isInteger(part) && part >= 0
}

const TOO_LONG = 'durations may not exceed 999,999,999 days'

function durationOf(fields: DurationFields): Parsed<Duration> {
  const carried = carry(fields)
  return typeof carried === 'string' ? unreadable(carried) : { ok: true, value: new Duration(carried) }
}

function carry(fields: DurationFields): DurationFields | string {
  const wholeSeconds = fields.seconds + Math.floor(fields.microseconds / 1e6)
  const days = fields.days + Math.floor(wholeSeconds / 86400)
  const seconds = wholeSeconds % 86400
  const microseconds = fields.microseconds % 1e6
  if (!(days <= 999_999_999)) return TOO_LONG
  const nothing = days + seconds + microseconds === 0
  // In Python a negative duration has negative days and positive seconds, so the lowest is exactly 999,999,999 days.
  if (fields.negative && days === 999_999_999 && seconds + microseconds > 0) return TOO_LONG
  return { negative: fields.negative && !nothing, days, seconds, microseconds }
}

function clockParts(seconds: number, microseconds: number): string {
  const hours = part(Math.floor(seconds / 3600), 'H')
  const minutes = part(Math.floor((seconds % 3600) / 60), 'M')
  if (microseconds === 0) return `${hours}${minutes}${part(seconds % 60, 'S')}`
  const fraction = String(microseconds).padStart(6, '0').replace(/0+$/, '')
  return `${hours}${minutes}${seconds % 60}.${fraction}S`
}

function part(count: number, unit: string): string {
  return count === 0 ? '' : `${count}${unit}`
}
