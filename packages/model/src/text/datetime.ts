import { byteText, readBytes } from './byte-text.ts'
import { assertDay, epochOfDay, YEAR_ZERO } from './calendar.ts'
import { clockText, dayText } from './clock-text.ts'
import { readDatePart } from './date-part.ts'
import { type Parsed, unreadable, valueOrThrow } from './parsed.ts'
import { Scalar } from './scalar.ts'
import { assertClock, type DateTimeFields, EXTRA_CHARACTERS, readTimePart } from './time-part.ts'
import { fieldsFromNumber, fieldsFromText, fieldsOfDate, isWholeNumber } from './timestamp.ts'

/**
 * A date and a time of day to the microsecond, with the offset from UTC that it came with, or none (naive). Immutable;
 * years 1 to 9999.
 */
export class DateTime extends Scalar implements DateTimeFields {
  /** 1 to 9999. */
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number
  /** 0 to 23. */
  readonly hour: number
  /** 0 to 59. */
  readonly minute: number
  /** 0 to 59. */
  readonly second: number
  /** 0 to 999,999. */
  readonly microsecond: number
  /** The offset from UTC in seconds, 3600 for `+01:00`; null if it is not known. */
  readonly offsetSeconds: number | null

  /** Throws a RangeError if a field is not an integer in its range. */
  constructor(fields: DateTimeFields) {
    super()
    assertDay(fields)
    assertClock(fields)
    this.year = fields.year
    this.month = fields.month
    this.day = fields.day
    this.hour = fields.hour
    this.minute = fields.minute
    this.second = fields.second
    this.microsecond = fields.microsecond
    this.offsetSeconds = fields.offsetSeconds
  }

  /**
   * Returns the date-time of a Date, in UTC, or the date-time that a string states. Throws a RangeError if it states
   * none.
   */
  static from(value: Date | string): DateTime {
    const parsed = typeof value === 'string' ? parseDateTime(value) : dateTimeFromDate(value)
    return valueOrThrow(parsed, 'a date and time', value)
  }

  /** Milliseconds since 1970-01-01T00:00:00Z, rounded down. A naive value is read as UTC. */
  get epochMilliseconds(): number {
    const clock = this.hour * 3600 + this.minute * 60 + this.second - (this.offsetSeconds ?? 0)
    return epochOfDay(this) + clock * 1000 + Math.floor(this.microsecond / 1000)
  }

  /** Returns the same date-time as a Date. Microseconds are truncated to milliseconds; a naive value is read as UTC. */
  toDate(): Date {
    return new Date(this.epochMilliseconds)
  }

  /** Whether every field is equal, including the offset. */
  equals(other: DateTime): boolean {
    return this.offsetSeconds === other.offsetSeconds && this.toString() === other.toString()
  }

  /**
   * Returns the milliseconds since 1970-01-01T00:00:00Z with their fraction, by which `<` and `>` compare two
   * date-times. A naive value is read as UTC.
   */
  override valueOf(): number {
    return this.epochMilliseconds + (this.microsecond % 1000) / 1000
  }

  /** Returns ISO 8601 as pydantic writes it: `2026-01-02T03:04:05Z`, `…05.120000+02:00`; no offset if naive. */
  override toString(): string {
    return `${dayText(this)}T${clockText(this)}`
  }
}

/**
 * Parses a date-time as pydantic does: RFC 3339 with `T`, `t`, `_` or a space as separator and an optional offset, a
 * Unix time, or a date alone (its midnight, naive).
 */
export function parseDateTime(text: string): Parsed<DateTime> {
  const fields = readBytes(text, readDateTime)
  if (typeof fields !== 'string') return dateTimeOf(fields)
  const bytes = byteText(text)
  const day = readDatePart(bytes)
  // If neither fits, pydantic reports why the text is not a date alone. The exception is a whole number: it reports why
  // that is not a Unix time.
  if (typeof day === 'string') return unreadable(isWholeNumber(bytes) ? fields : day)
  return bytes.length > 10 ? unreadable(EXTRA_CHARACTERS) : dateTimeOf({ ...day, ...MIDNIGHT })
}

/** Parses a date-time or a Unix time from a byte string. Returns it, or the reason why there is none. */
export function readDateTime(bytes: string, minusSign?: string): DateTimeFields | string {
  const day = readDatePart(bytes)
  if (typeof day === 'string') return fieldsFromText(bytes) ?? day
  if (!isSeparator(bytes.charCodeAt(10))) return 'invalid datetime separator, expected `T`, `t`, `_` or space'
  const clock = readTimePart(bytes, minusSign, 11)
  if (typeof clock === 'string') return clock
  const { year, month, day: date } = day
  const { hour, minute, second, microsecond, offsetSeconds } = clock
  return { year, month, day: date, hour, minute, second, microsecond, offsetSeconds }
}

/** Returns the date-time of a Unix time: seconds, or milliseconds if it is further from 0 than 2·10¹⁰. */
export function dateTimeFromNumber(value: number): Parsed<DateTime> {
  const fields = fieldsFromNumber(value)
  return typeof fields === 'string' ? unreadable(fields) : dateTimeOf(fields)
}

/** Returns the date-time of a Date, in UTC. */
export function dateTimeFromDate(date: Date): Parsed<DateTime> {
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return unreadable('year is out of range')
  return { ok: true, value: new DateTime(fieldsOfDate(date)) }
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, microsecond: 0, offsetSeconds: null }

function dateTimeOf(fields: DateTimeFields): Parsed<DateTime> {
  return fields.year === 0 ? unreadable(YEAR_ZERO) : { ok: true, value: new DateTime(fields) }
}

function isSeparator(unit: number): boolean {
  return unit === 0x54 || unit === 0x74 || unit === 0x20 || unit === 0x5f
}
