import { readBytes } from './byte-text.ts'
import { assertDay, type CalendarDay, epochOfDay, YEAR_ZERO } from './calendar.ts'
import { dayText } from './clock-text.ts'
import { readDatePart } from './date-part.ts'
import { readDateTime } from './datetime.ts'
import { type Parsed, unreadable, valueOrThrow } from './parsed.ts'
import { Scalar } from './scalar.ts'
import type { DateTimeFields } from './time-part.ts'
import { fieldsFromNumber, fieldsOfDate } from './timestamp.ts'

/** A calendar day without a time of day. Immutable; years 1 to 9999. */
export class PlainDate extends Scalar implements CalendarDay {
  /** 1 to 9999. */
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** 1 to 31. */
  readonly day: number

  /** Throws a RangeError if there is no such day. */
  constructor(fields: CalendarDay) {
    super()
    assertDay(fields)
    this.year = fields.year
    this.month = fields.month
    this.day = fields.day
  }

  /** Returns the day of a Date in UTC, or the day that a string states. Throws a RangeError if it states none. */
  static from(value: Date | string): PlainDate {
    if (typeof value !== 'string') return new PlainDate(fieldsOfDate(value))
    return valueOrThrow(parseDate(value), 'a date', value)
  }

  /** Returns midnight of this day in UTC. */
  toDate(): Date {
    return new Date(`${this.toString()}T00:00:00Z`)
  }

  /** Whether both are the same day. */
  equals(other: PlainDate): boolean {
    return this.year === other.year && this.month === other.month && this.day === other.day
  }

  /** Returns the milliseconds from 1970-01-01 to this day, by which `<` and `>` compare two days. */
  override valueOf(): number {
    return epochOfDay(this)
  }

  /** Returns `YYYY-MM-DD`. */
  override toString(): string {
    return dayText(this)
  }
}

/** Why a date-time that is not midnight is not a date. */
export const NOT_MIDNIGHT = 'time of day is not zero'

/** Parses a date as pydantic does: `YYYY-MM-DD`, or a date-time or Unix time that is exactly midnight. */
export function parseDate(text: string): Parsed<PlainDate> {
  const day = text.length === 10 ? readDatePart(text) : ''
  return typeof day === 'string' ? dateOf(readBytes(text, readDateTime)) : dateFromDay(day)
}

/** Returns the date of a Unix time that is exactly midnight in UTC. */
export function dateFromNumber(value: number): Parsed<PlainDate> {
  return dateOf(fieldsFromNumber(value))
}

/** Returns the date of a date-time that is exactly midnight in its own offset. */
export function dateOf(fields: DateTimeFields | string): Parsed<PlainDate> {
  if (typeof fields === 'string') return unreadable(fields)
  const { hour, minute, second, microsecond } = fields
  return hour === 0 && minute === 0 && second === 0 && microsecond === 0
    ? dateFromDay(fields)
    : unreadable(NOT_MIDNIGHT)
}

function dateFromDay(day: CalendarDay): Parsed<PlainDate> {
  return day.year === 0 ? unreadable(YEAR_ZERO) : { ok: true, value: new PlainDate(day) }
}
