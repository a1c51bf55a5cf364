import { type CalendarDay, daysInMonth } from './calendar.ts'
import { digitAt, fourDigitsAt, twoDigitsAt } from './digits.ts'
import { TOO_SHORT } from './time-part.ts'

const HYPHEN = 45

/** Parses `YYYY-MM-DD` at the start of a byte string. Returns the day, or the reason why there is none. */
export function readDatePart(bytes: string): CalendarDay | string {
  if (bytes.length < 10) return TOO_SHORT
  const year = fourDigitsAt(bytes, 0)
  if (year < 0) return 'invalid character in year'
  if (bytes.charCodeAt(4) !== HYPHEN) return 'invalid date separator, expected `-`'
  const month = twoDigitsAt(bytes, 5)
  if (month < 0) return 'invalid character in month'
  if (bytes.charCodeAt(7) !== HYPHEN) return 'invalid date separator, expected `-`'
  if (digitAt(bytes, 8) < 0 || digitAt(bytes, 9) < 0) return 'invalid character in day'
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12'
  const day = twoDigitsAt(bytes, 8)
  if (day < 1 || day > daysInMonth(year, month)) return 'day value is outside expected range'
  return { year, month, day }
}
