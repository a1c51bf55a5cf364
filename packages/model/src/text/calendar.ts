/** A day of the proleptic Gregorian calendar: year 0 to 9999, month 1 to 12, day 1 to 31. */
export interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Why a date in year 0 is refused: Python's calendar starts with year 1. */
export const YEAR_ZERO = 'year 0 is out of range'

/** Returns the number of days in a month (1 to 12) of a year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Throws a RangeError unless the fields are a day in the years 1 to 9999. */
export function assertDay({ year, month, day }: CalendarDay): void {
  const whole = Number.isInteger(year) && Number.isInteger(month) && Number.isInteger(day)
  const inRange = year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1
  if (whole && inRange && day <= daysInMonth(year, month)) return
  throw new RangeError(`Not a day of the years 1 to 9999: ${year}-${month}-${day}`)
}

/** Returns the milliseconds from 1970-01-01 to the start of the given day, in UTC. */
export function epochOfDay({ year, month, day }: CalendarDay): number {
  // Date.UTC reads years below 100 differently, and the calendar repeats every 400 years.
  return Date.UTC(year + 400, month - 1, day) - DAYS_PER_ERA * 86_400_000
}

/** Returns the day that is `days` after 1970-01-01. */
export function dayFromEpoch(days: number): CalendarDay {
  const shifted = days + DAYS_TO_EPOCH
  const era = Math.floor(shifted / DAYS_PER_ERA)
  const dayOfEra = shifted - era * DAYS_PER_ERA
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36524) + Math.floor(dayOfEra / 146096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * month + 2) / 5) + 1
  const year = yearOfEra + era * 400
  return month < 10 ? { year, month: month + 3, day } : { year: year + 1, month: month - 9, day }
}

const DAYS_PER_ERA = 146097
const DAYS_TO_EPOCH = 719468

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}
