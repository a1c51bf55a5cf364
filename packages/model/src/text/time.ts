import { readBytes } from './byte-text.ts'
import { clockText } from './clock-text.ts'
import { type Parsed, unreadable, valueOrThrow } from './parsed.ts'
import { Scalar } from './scalar.ts'
import { assertClock, BEYOND_DAY, type ClockTime, NOT_A_NUMBER, readTimePart } from './time-part.ts'

/** A time of day to the microsecond, without a date, with or without an offset from UTC. Immutable. */
export class PlainTime extends Scalar implements ClockTime {
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
  constructor(fields: ClockTime) {
    super()
    assertClock(fields)
    this.hour = fields.hour
    this.minute = fields.minute
    this.second = fields.second
    this.microsecond = fields.microsecond
    this.offsetSeconds = fields.offsetSeconds
  }

  /** Returns the time that a string states. Throws a RangeError if it states none. */
  static from(text: string): PlainTime {
    return valueOrThrow(parseTime(text), 'a time of day', text)
  }

  /** Whether every field is equal, including the offset. */
  equals(other: PlainTime): boolean {
    return this.offsetSeconds === other.offsetSeconds && this.toString() === other.toString()
  }

  /** Returns the seconds since midnight in UTC, by which `<` and `>` compare two times. A naive value is read as UTC. */
  override valueOf(): number {
    const clock = this.hour * 3600 + this.minute * 60 + this.second - (this.offsetSeconds ?? 0)
    return clock + this.microsecond / 1e6
  }

  /** Returns `HH:MM:SS`, six digits of microseconds unless they are zero, then `Z`, `±HH:MM` or nothing. */
  override toString(): string {
    return clockText(this)
  }
}

/** Parses a time as pydantic does: `HH:MM`, `HH:MM:SS` or `HH:MM:SS.F…` with an optional offset. */
export function parseTime(text: string): Parsed<PlainTime> {
  const clock = readBytes(text, readTimePart)
  return typeof clock === 'string' ? unreadable(clock) : { ok: true, value: new PlainTime(clock) }
}

/** Returns the time in UTC that is `seconds` after midnight. */
export function timeFromNumber(seconds: number): Parsed<PlainTime> {
  if (Number.isNaN(seconds)) return unreadable(NOT_A_NUMBER)
  if (seconds < 0) return unreadable('time in seconds should be positive')
  const fraction = Math.round((seconds % 1) * 1e6)
  const whole = Math.floor(seconds) + (fraction === 1e6 ? 1 : 0)
  if (!(whole < 86400)) return unreadable(BEYOND_DAY)
  return {
    ok: true,
    value: new PlainTime({
      hour: Math.floor(whole / 3600),
      minute: Math.floor((whole % 3600) / 60),
      second: whole % 60,
      microsecond: fraction % 1e6,
      offsetSeconds: 0,
    }),
  }
}
