import { digitAt, digitsEnd } from './digits.ts'
import { EXTRA_CHARACTERS, readClock } from './time-part.ts'

/** What a duration is made of; each part is 0 or more, `negative` gives the sign of the whole. */
export interface DurationFields {
  readonly negative: boolean
  readonly days: number
  readonly seconds: number
  readonly microseconds: number
}

type Size = Omit<DurationFields, 'negative'>

const TOO_SHORT = 'input is too short'
const VALUE_TOO_LARGE = 'a numeric value in the duration is too large'
const HOURS_TOO_LARGE = 'durations may not exceed 999,999,999 hours'
const MOST_HOURS = 2_400_000_000
const INVALID_DAYS = '"day" identifier in duration not correctly formatted'

/** Reads a duration from a byte text; answers its parts, not yet carried over, or the reason there is none. */
export function readDuration(bytes: string): DurationFields | string {
  if (bytes === '') return TOO_SHORT
  const signed = bytes.startsWith('+') || bytes.startsWith('-')
  const size = readSize(bytes, signed ? 1 : 0)
  return typeof size === 'string' ? size : { ...size, negative: bytes.startsWith('-') }
}

function readSize(bytes: string, start: number): Size | string {
  if (bytes.startsWith('P', start)) return readIso(bytes, start + 1)
  if (bytes.includes('d') || bytes.includes('D') || bytes.length - start < 5) return readDays(bytes, start)
  return readHours(bytes, start)
}

/** What every `nU` of an ISO duration adds to. */
interface Sum {
  days: number
  seconds: number
  microseconds: number
}

function readIso(bytes: string, start: number): Size | string {
  const sum: Sum = { days: 0, seconds: 0, microseconds: 0 }
  let units = DATE_UNITS
  let hadFraction = false
  let at = start
  for (; at < bytes.length; at++) {
    if (bytes.startsWith('T', at)) {
      if (units === TIME_UNITS) return '`t` character repeated in duration'
      units = TIME_UNITS
      continue
    }
    const quantity = readQuantity(bytes, at)
    if (typeof quantity === 'string') return quantity
    if (hadFraction) return 'quantity fraction invalid in duration'
    hadFraction = quantity.hasFraction
    at = quantity.end
    const unit = units.sizes.get(bytes.charAt(at))
    if (unit === undefined) return units.unknown
    const added = units === TIME_UNITS ? addSeconds(sum, quantity, unit) : addDays(sum, quantity, unit)
    if (!added) return VALUE_TOO_LARGE
  }
  return at - start < 2 ? TOO_SHORT : sum
}

interface Count {
  readonly whole: number
  readonly end: number
}

interface Quantity extends Count {
  readonly fraction: number
  readonly hasFraction: boolean
}

const DATE_UNITS = {
  sizes: new Map([
    ['Y', 365],
    ['M', 30],
    ['W', 7],
    ['D', 1],
  ]),
  unknown: 'quantity invalid in date part of duration',
}
const TIME_UNITS: typeof DATE_UNITS = {
  sizes: new Map([
    ['H', 3600],
    ['M', 60],
    ['S', 1],
  ]),
  unknown: 'quantity invalid in time part of duration',
}

/** The greatest number that pydantic's 32-bit counters hold. */
const LARGEST = 2 ** 32 - 1

function addSeconds(sum: Sum, { whole, fraction }: Quantity, unit: number): boolean {
  const extra = fraction * unit
  sum.seconds += whole * unit + Math.trunc(extra)
  sum.microseconds += Math.round((extra % 1) * 1e6)
  return sum.seconds <= LARGEST
}

function addDays(sum: Sum, { whole, fraction }: Quantity, unit: number): boolean {
  const extraDays = fraction * unit
  const extraSeconds = (extraDays % 1) * 86400
  sum.days += whole * unit + Math.trunc(extraDays)
  sum.seconds += Math.trunc(extraSeconds)
  sum.microseconds += Math.round((extraSeconds % 1) * 1e6)
  return sum.days <= LARGEST
}

function readQuantity(bytes: string, start: number): Quantity | string {
  const count = readCount(bytes, start)
  if (typeof count === 'string') return count
  const { whole, end: wholeEnd } = count
  const mark = bytes.charCodeAt(wholeEnd)
  if (mark !== 46 && mark !== 44) return { whole, fraction: 0, hasFraction: false, end: wholeEnd }
  const end = digitsEnd(bytes, wholeEnd + 1)
  let numerator = 0
  let denominator = 1
  for (let index = wholeEnd + 1; index < end; index++) {
    numerator = numerator * 10 + digitAt(bytes, index)
    denominator *= 10
  }
  // Beyond 308 digits both are infinite; pydantic then counts no fraction.
  const fraction = Number.isFinite(denominator) ? numerator / denominator : 0
  return { whole, fraction, hasFraction: true, end }
}

function readCount(bytes: string, start: number): Count | string {
  const end = digitsEnd(bytes, start)
  if (end === start) return 'invalid digit in duration'
  const whole = Number(bytes.slice(start, end))
  return whole > LARGEST ? VALUE_TOO_LARGE : { whole, end }
}

/** Reads `D[ ]d[ay[s]][,][ ][time]`. */
function readDays(bytes: string, start: number): Size | string {
  if (start === bytes.length) return TOO_SHORT
  const count = readCount(bytes, start)
  if (typeof count === 'string') return count
  const wordAt = bytes.startsWith(' ', count.end) ? count.end + 1 : count.end
  const wordEnd = dayWordEnd(bytes, wordAt)
  if (wordEnd < 0) return INVALID_DAYS
  const commaEnd = bytes.startsWith(',', wordEnd) ? wordEnd + 1 : wordEnd
  const timeAt = bytes.startsWith(' ', commaEnd) ? commaEnd + 1 : commaEnd
  if (timeAt === bytes.length) return { days: count.whole, seconds: 0, microseconds: 0 }
  const time = readHours(bytes, timeAt)
  if (typeof time === 'string') return time
  return time.days > 0 ? HOURS_TOO_LARGE : { ...time, days: count.whole }
}

/** The index after `d`, `day` or `days`; after the first letter either all in lower or all in upper case. */
function dayWordEnd(bytes: string, start: number): number {
  if (!bytes.startsWith('d', start) && !bytes.startsWith('D', start)) return -1
  const rest = ['ays', 'AYS', 'ay', 'AY'].find((letters) => bytes.startsWith(letters, start + 1))
  if (rest !== undefined) return start + 1 + rest.length
  return bytes.startsWith('a', start + 1) || bytes.startsWith('A', start + 1) ? -1 : start + 1
}

/** Reads `H…:MM[:SS[.F…]]`. */
function readHours(bytes: string, start: number): Size | string {
  if (bytes.length - start < 5) return TOO_SHORT
  const hoursEnd = bytes.indexOf(':', start)
  if (hoursEnd < 0) return 'invalid character in hour'
  if (hoursEnd - start > 10) return HOURS_TOO_LARGE
  if (digitsEnd(bytes, start) < hoursEnd) return 'invalid character in hour'
  const hours = Number(bytes.slice(start, hoursEnd))
  if (hours > MOST_HOURS) return HOURS_TOO_LARGE
  // Only twelve bytes are looked at after the hours, as in pydantic: what follows microseconds is not refused.
  const rest = `00:${bytes.slice(hoursEnd + 1, hoursEnd + 13)}`
  const clock = readClock(rest, 0)
  if (typeof clock === 'string') return clock
  if (clock.end < rest.length) return EXTRA_CHARACTERS
  const seconds = (hours % 24) * 3600 + clock.minute * 60 + clock.second
  return { days: Math.floor(hours / 24), seconds, microseconds: clock.microsecond }
}
