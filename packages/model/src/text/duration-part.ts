import { digitsEnd } from './digits.ts'
import { EXTRA_CHARACTERS, readClock, TOO_SHORT } from './time-part.ts'

/** The parts of a duration. Each is a whole number from 0 on; `negative` is the sign of the whole. */
export interface DurationFields {
  readonly negative: boolean
  readonly days: number
  readonly seconds: number
  readonly microseconds: number
}

type Size = Omit<DurationFields, 'negative'>

const VALUE_TOO_LARGE = 'a numeric value in the duration is too large'
const HOURS_TOO_LARGE = 'durations may not exceed 999,999,999 hours'
const MOST_HOURS = 2_400_000_000

/** Parses a duration from a byte string. Returns its parts, not yet carried over, or the reason why there is none. */
export function readDuration(bytes: string): DurationFields | string {
  if (bytes === '') return TOO_SHORT
  const signed = bytes.startsWith('+') || bytes.startsWith('-')
  const size = readSize(signed ? bytes.slice(1) : bytes)
  return typeof size === 'string' ? size : { ...size, negative: bytes.startsWith('-') }
}

function readSize(bytes: string): Size | string {
  if (bytes.startsWith('P')) return readIso(bytes.slice(1))
  return /d/i.test(bytes) || bytes.length < 5 ? readDays(bytes) : readHours(bytes)
}

/** Parses `nU…[TnU…]`. */
function readIso(bytes: string): Size | string {
  const sum = { days: 0, seconds: 0, microseconds: 0 }
  let part = DATE
  let hadFraction = false
  for (let rest = bytes; rest !== ''; ) {
    if (rest.startsWith('T')) {
      if (part === TIME) return '`t` character repeated in duration'
      part = TIME
      rest = rest.slice(1)
      continue
    }
    const [token = '', digits = '', decimals, unit = ''] = QUANTITY.exec(rest) ?? []
    rest = rest.slice(token.length)
    const whole = readCount(digits)
    if (typeof whole === 'string') return whole
    if (hadFraction) return 'quantity fraction invalid in duration'
    hadFraction = decimals !== undefined
    const size = part.units.get(unit)
    if (size === undefined) return `quantity invalid in ${part.name} part of duration`
    const extra = decimals === undefined ? 0 : fractionOf(decimals) * size
    sum[part.counter] += whole * size + Math.trunc(extra)
    const seconds = (extra % 1) * part.seconds
    sum.seconds += Math.trunc(seconds)
    sum.microseconds += Math.round((seconds % 1) * 1e6)
    if (sum[part.counter] > LARGEST) return VALUE_TOO_LARGE
  }
  if (bytes.length < 2) return TOO_SHORT
  // pydantic also counts in 32 bits when it carries over.
  const seconds = sum.seconds + Math.floor(sum.microseconds / 1e6)
  const days = sum.days + Math.floor(seconds / 86400)
  return seconds > LARGEST || days > LARGEST ? VALUE_TOO_LARGE : sum
}

/** Digits, a fraction and a unit, each of which may be missing. */
const QUANTITY = /^(\d*)(?:[.,](\d*))?(.?)/s

/** A part of an ISO duration: what it counts, how many seconds one of that has, and how many of it each unit has. */
interface IsoPart {
  readonly name: 'date' | 'time'
  readonly counter: 'days' | 'seconds'
  readonly seconds: number
  readonly units: ReadonlyMap<string, number>
}

const DATE: IsoPart = {
  name: 'date',
  counter: 'days',
  seconds: 86400,
  units: new Map(Object.entries({ Y: 365, M: 30, W: 7, D: 1 })),
}
const TIME: IsoPart = {
  name: 'time',
  counter: 'seconds',
  seconds: 1,
  units: new Map(Object.entries({ H: 3600, M: 60, S: 1 })),
}

/** The largest number that pydantic's 32-bit counters hold. */
const LARGEST = 2 ** 32 - 1

function fractionOf(decimals: string): number {
  const denominator = 10 ** decimals.length
  // Beyond 308 digits pydantic reads no fraction.
  return Number.isFinite(denominator) ? Number(decimals) / denominator : 0
}

function readCount(digits: string): number | string {
  if (digits === '') return 'invalid digit in duration'
  const count = Number(digits)
  return count > LARGEST ? VALUE_TOO_LARGE : count
}

/** Parses `D[ ]d[ay[s]][,][ ][time]`. */
function readDays(bytes: string): Size | string {
  if (bytes === '') return TOO_SHORT
  const [, digits = '', word, clock = ''] = DAY_COUNT.exec(bytes) ?? []
  const days = readCount(digits)
  if (typeof days === 'string') return days
  if (word === undefined) return '"day" identifier in duration not correctly formatted'
  if (clock === '') return { days, seconds: 0, microseconds: 0 }
  const time = readHours(clock)
  if (typeof time === 'string') return time
  return time.days > 0 ? HOURS_TOO_LARGE : { ...time, days }
}

/**
 * Digits, the word for days with what may surround it, and the rest. After its first letter the word is either all
 * lower or all upper case.
 */
const DAY_COUNT = /^(\d*)( ?[dD](?:ays?|AYS?|(?![aA])),? ?)?(.*)$/s

/** Parses `H…:MM[:SS[.F…]]`. */
function readHours(bytes: string): Size | string {
  if (bytes.length < 5) return TOO_SHORT
  const hoursEnd = bytes.indexOf(':')
  if (hoursEnd > 10) return HOURS_TOO_LARGE
  if (hoursEnd < 0 || digitsEnd(bytes, 0) < hoursEnd) return 'invalid character in hour'
  const hours = Number(bytes.slice(0, hoursEnd))
  if (hours > MOST_HOURS) return HOURS_TOO_LARGE
  // As in pydantic, only twelve bytes after the hours are read, so what follows the microseconds is not refused.
  const rest = `00:${bytes.slice(hoursEnd + 1, hoursEnd + 13)}`
  const clock = readClock(rest, 0)
  if (typeof clock === 'string') return clock
  if (clock.end < rest.length) return EXTRA_CHARACTERS
  const seconds = (hours % 24) * 3600 + clock.minute * 60 + clock.second
  return { days: Math.floor(hours / 24), seconds, microseconds: clock.microsecond }
}
