import type { CalendarDay } from './calendar.ts'
import { digitAt, digitsEnd, twoDigitsAt } from './digits.ts'

/** Why a number of seconds is not a time of day, and why NaN is not a time. */
export const BEYOND_DAY = 'numeric times may not exceed 86,399 seconds'
export const NOT_A_NUMBER = 'NaN values not permitted'

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly microsecond: number
}

/** A time of day, and its offset from UTC in seconds if one is given. */
export interface ClockTime extends Clock {
  readonly offsetSeconds: number | null
}

/** The fields of a `DateTime`; `offsetSeconds` is null if the offset from UTC is not known. */
export type DateTimeFields = CalendarDay & ClockTime

/** Throws a RangeError unless the fields are a time of day, with an offset of less than 24 hours if there is one. */
export function assertClock({ hour, minute, second, microsecond, offsetSeconds }: ClockTime): void {
  const inRange =
    isUpTo(hour, 23) &&
    isUpTo(minute, 59) &&
    isUpTo(second, 59) &&
    isUpTo(microsecond, 999_999) &&
    (offsetSeconds === null || isUpTo(Math.abs(offsetSeconds), 86_399))
  if (inRange) return
  throw new RangeError(
    `Not a time of day: ${hour}:${minute}:${second}.${microsecond} at offset ${offsetSeconds}`,
  )
}

/** The result of {@link readClock}: the time and the index after it. */
export interface ClockReading extends Clock {
  readonly end: number
}

/** Why a string that ends too early is refused, and one with something after its end. */
export const TOO_SHORT = 'input is too short'
export const EXTRA_CHARACTERS = 'unexpected extra characters at the end of the input'

const COLON = 58
const PLUS = 43
const HYPHEN = 45

/**
 * Parses a time with an optional offset from `start` to the end of a byte string. Returns it, or the reason why there
 * is none. The offset may begin with `minusSign` as well as with a hyphen.
 */
export function readTimePart(bytes: string, minusSign?: string, start = 0): ClockTime | string {
  const clock = readClock(bytes, start)
  if (typeof clock === 'string') return clock
  const { hour, minute, second, microsecond, end } = clock
  if (end === bytes.length) return { hour, minute, second, microsecond, offsetSeconds: null }
  const zone = bytes.charCodeAt(end) | 0x20
  if (zone === 0x7a) {
    return end + 1 < bytes.length ? EXTRA_CHARACTERS : { hour, minute, second, microsecond, offsetSeconds: 0 }
  }
  const offsetSeconds = readOffset(bytes, end, minusSign)
  if (typeof offsetSeconds === 'string') return offsetSeconds
  return { hour, minute, second, microsecond, offsetSeconds }
}

/** Parses `HH:MM`, `HH:MM:SS` or `HH:MM:SS.F…` at `start` of a byte string; digits beyond microseconds are dropped. */
export function readClock(bytes: string, start: number): ClockReading | string {
  if (bytes.length - start < 5) return TOO_SHORT
  const hour = twoDigitsAt(bytes, start)
  if (hour < 0) return 'invalid character in hour'
  if (bytes.charCodeAt(start + 2) !== COLON) return 'invalid time separator, expected `:`'
  const minute = twoDigitsAt(bytes, start + 3)
  if (minute < 0) return 'invalid character in minute'
  if (hour > 23) return 'hour value is outside expected range of 0-23'
  if (minute > 59) return 'minute value is outside expected range of 0-59'
  const end = start + 5
  if (bytes.charCodeAt(end) !== COLON) return { hour, minute, second: 0, microsecond: 0, end }
  const second = twoDigitsAt(bytes, end + 1)
  if (second < 0) return 'invalid character in second'
  if (second > 59) return 'second value is outside expected range of 0-59'
  if (!isFractionMark(bytes, start + 8)) return { hour, minute, second, microsecond: 0, end: start + 8 }
  const fractionEnd = digitsEnd(bytes, start + 9)
  if (fractionEnd === start + 9) return 'second fraction digits missing after `.`'
  return { hour, minute, second, microsecond: microseconds(bytes, start + 9), end: fractionEnd }
}

/** Returns the microseconds that the digits at `index` of `text` state as a fraction; further digits are dropped. */
function microseconds(text: string, index: number): number {
  let value = 0
  let at = index
  for (let place = 100_000; place >= 1; place /= 10) {
    const digit = digitAt(text, at++)
    if (digit < 0) break
    value += digit * place
  }
  return value
}

function isUpTo(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

function isFractionMark(bytes: string, index: number): boolean {
  const mark = bytes.charCodeAt(index)
  return mark === 46 || mark === 44
}

function readOffset(bytes: string, start: number, minusSign: string | undefined): number | string {
  const mark = bytes.charCodeAt(start)
  const sign = mark === PLUS || mark === HYPHEN ? bytes.charAt(start) : minusSign
  if (sign === undefined || !bytes.startsWith(sign, start)) return 'invalid timezone sign'
  const at = start + sign.length
  const hours = twoDigitsAt(bytes, at)
  if (hours < 0) return 'invalid timezone hour'
  const minutesAt = bytes.charCodeAt(at + 2) === COLON ? at + 3 : at + 2
  const minutes = twoDigitsAt(bytes, minutesAt)
  if (minutes < 0) return 'invalid timezone minute'
  if (minutes > 59) return 'timezone minute value is outside expected range of 0-59'
  if (hours > 23) return 'timezone offset must be less than 24 hours'
  if (minutesAt + 2 < bytes.length) return EXTRA_CHARACTERS
  const seconds = hours * 3600 + minutes * 60
  // Written this way so that `-00:00` gives 0, not -0.
  return mark === PLUS ? seconds : 0 - seconds
}
