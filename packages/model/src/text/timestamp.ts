import { floatOf } from './number.ts'
import { BEYOND_DAY, type DateTimeFields, NOT_A_NUMBER } from './time-part.ts'

/** Numbers further from 0 than this are milliseconds, others seconds. */
const WATERSHED = 2e10
const FIRST_SECOND = -62167219200
const LAST_SECOND = 253402300799

/** Reads a number as a Unix time: seconds, or milliseconds if it is further from 0 than 2·10¹⁰. */
export function fieldsFromNumber(value: number): DateTimeFields | string {
  if (Number.isNaN(value)) return NOT_A_NUMBER
  const fraction = Math.abs(value % 1)
  const scale = Math.abs(value) > WATERSHED ? 1e3 : 1e6
  // As in pydantic, the sign of the fraction is dropped: -1.25 is 1.75 seconds before the epoch.
  return fieldsFromUnix(Math.floor(value), Math.round(fraction * scale))
}

/** Reads a byte string as a Unix time; undefined if it is not a number. */
export function fieldsFromText(bytes: string): DateTimeFields | string | undefined {
  if (!bytes.includes('.')) {
    const whole = wholeNumber(bytes)
    return whole === undefined ? undefined : fieldsFromUnix(whole, 0)
  }
  const [whole = ''] = bytes.split('.')
  const value = floatOf(bytes)
  // pydantic reads the digits before the point first; if they are too long it sees no number.
  if (value === undefined || (/\d/.test(whole) && wholeNumber(whole) === undefined)) return undefined
  const seconds = Math.abs(value) > WATERSHED ? value / 1000 : value
  // In pydantic, what exceeds its 64-bit count of seconds ends up in the time of day.
  if (seconds > 2 ** 63) return BEYOND_DAY
  const wholeSeconds = Math.floor(seconds)
  return fieldsFromUnix(wholeSeconds, Math.round((seconds - wholeSeconds) * 1e6))
}

/** Returns the fields of a Date, in UTC. */
export function fieldsOfDate(date: Date): DateTimeFields {
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    microsecond: date.getUTCMilliseconds() * 1000,
    offsetSeconds: 0,
  }
}

/** Whether a byte string is a whole number that fits pydantic's counter. */
export function isWholeNumber(bytes: string): boolean {
  return wholeNumber(bytes) !== undefined
}

function fieldsFromUnix(time: number, extraMicroseconds: number): DateTimeFields | string {
  let seconds = time
  let microsecond = extraMicroseconds
  if (Math.abs(time) > WATERSHED) {
    seconds = Math.floor(time / 1000)
    microsecond += (time - seconds * 1000) * 1000
  }
  if (microsecond >= 1e6) {
    seconds += Math.floor(microsecond / 1e6)
    microsecond %= 1e6
  }
  if (seconds < FIRST_SECOND) return 'dates before 0000 are not supported as unix timestamps'
  if (seconds > LAST_SECOND) return 'dates after 9999 are not supported as unix timestamps'
  return { ...fieldsOfDate(new Date(seconds * 1000)), microsecond }
}

function wholeNumber(bytes: string): number | undefined {
  const [, sign, digits] = /^([+-]?)(\d+)$/.exec(bytes) ?? []
  if (digits === undefined) return undefined
  const size = digits.length <= 15 ? Number(digits) : wrapped(digits)
  return size === undefined || sign !== '-' ? size : 0 - size
}

// pydantic's parser lets its 64-bit sum wrap around and stops only where it is negative: 2⁶⁴ reads as 0.
function wrapped(digits: string): number | undefined {
  let sum = 0n
  for (const digit of digits) {
    sum = BigInt.asIntN(64, sum * 10n + BigInt(digit))
    if (sum < 0n) return undefined
  }
  return Number(sum)
}
