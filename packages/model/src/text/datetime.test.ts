import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DateTime, dateTimeFromNumber, parseDateTime } from './datetime.ts'
import type { Parsed } from './parsed.ts'

const texts: [string, string][] = [
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02t03:04:05z', '2026-01-02T03:04:05Z'],
  ['2026-01-02_03:04', '2026-01-02T03:04:00'],
  ['2026-01-02 03:04:05,5-0800', '2026-01-02T03:04:05.500000-08:00'],
  ['2026-01-02T03:04:05.9999999', '2026-01-02T03:04:05.999999'],
  ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05-00:00', '2026-01-02T03:04:05Z'],
  ['2026-01-02T03:04:05\u221205:00', '2026-01-02T03:04:05-05:00'],
  ['0001-01-01T00:00:00+01:00', '0001-01-01T00:00:00+01:00'],
  ['0999-01-01T00:00', '0999-01-01T00:00:00'],
  ['2024-02-29', '2024-02-29T00:00:00'],
  ['20260102', '1970-08-23T11:48:22Z'],
  ['-1', '1969-12-31T23:59:59Z'],
  ['+1767322999', '2026-01-02T03:03:19Z'],
  ['1767322999.123456789', '2026-01-02T03:03:19.123457Z'],
  ['.5', '1970-01-01T00:00:00.500000Z'],
  ['1.999999', '1970-01-01T00:00:01.999999Z'],
  ['81931108842516.9', '1972-08-06T06:38:29.358907Z'],
  ['-1.5', '1969-12-31T23:59:58.500000Z'],
  ['1767322999123.456', '2026-01-02T03:03:19.123456Z'],
  ['20000000000', '2603-10-11T11:33:20Z'],
  ['20000000001', '1970-08-20T11:33:20.001000Z'],
  ['20000000000.0', '2603-10-11T11:33:20Z'],
  ['20000000000.5', '1970-08-20T11:33:20.000500Z'],
  ['18446744073709551616', '1970-01-01T00:00:00Z'],
]

test('§2.7 date-times are parsed as pydantic parses them and written in ISO 8601', () => {
  for (const [text, expected] of texts) assert.equal(shown(parseDateTime(text)), expected, text)
})

const reasons: [string, string][] = [
  ['', 'input is too short'],
  ['2026-01-02T03:04:05\u00e2\u0088\u009205:00', 'unexpected extra characters at the end of the input'],
  ['\u00e9\u00e9\u00e9\u00e9\u00e9\u00e9', 'invalid character in year'],
  ['2026/01/02T00:00:00', 'invalid date separator, expected `-`'],
  ['2026-W01-5T00:00:00', 'invalid character in month'],
  ['2026-13-01T00:00:00', 'month value is outside expected range of 1-12'],
  ['2023-02-29T00:00:00', 'day value is outside expected range'],
  ['2026-01-02T24:00:00', 'unexpected extra characters at the end of the input'],
  ['2026-01-02T03:04:05+24:00', 'unexpected extra characters at the end of the input'],
  ['0000-01-01T00:00:00', 'year 0 is out of range'],
  ['-62167219200000', 'year 0 is out of range'],
  ['999999999999999999', 'dates after 9999 are not supported as unix timestamps'],
  ['1.0e400', 'input is too short'],
]

test('an invalid date-time has a reason', () => {
  for (const [text, reason] of reasons) assert.deepEqual(parseDateTime(text), { ok: false, reason }, text)
})

test('numbers are Unix times, in milliseconds beyond 2·10¹⁰', () => {
  const cases: [number, string][] = [
    [0, '1970-01-01T00:00:00Z'],
    [-0.5, '1969-12-31T23:59:59.500000Z'],
    [-1.25, '1969-12-31T23:59:58.250000Z'],
    [0.0000005, '1970-01-01T00:00:00.000001Z'],
    [1767322999.9999998, '2026-01-02T03:03:20Z'],
    [20000000000.5, '2603-10-11T11:33:20.000500Z'],
    [1700000000123.75, '2023-11-14T22:13:20.123750Z'],
    [-62135596800000, '0001-01-01T00:00:00Z'],
    [-62167219200000, 'year 0 is out of range'],
    [-62167219200001, 'dates before 0000 are not supported as unix timestamps'],
    [253402300799000, '9999-12-31T23:59:59Z'],
    [Number.NaN, 'NaN values not permitted'],
    [Number.POSITIVE_INFINITY, 'dates after 9999 are not supported as unix timestamps'],
    [-1e300, 'dates before 0000 are not supported as unix timestamps'],
  ]
  for (const [value, expected] of cases)
    assert.equal(shown(dateTimeFromNumber(value)), expected, String(value))
})

test('a Date converts to a DateTime and back, and a value without an offset counts as UTC', () => {
  const inYears = {
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  }
  fc.assert(
    fc.property(fc.date(inYears), (date) => {
      assert.equal(DateTime.from(date).toDate().getTime(), date.getTime())
      assert.equal(DateTime.from(date.toISOString()).equals(DateTime.from(date)), true)
    }),
  )
  assert.equal(DateTime.from('2026-01-02T03:04:05+02:00').toDate().toISOString(), '2026-01-02T01:04:05.000Z')
  assert.equal(DateTime.from('2026-01-02T03:04:05').toDate().toISOString(), '2026-01-02T03:04:05.000Z')
  assert.equal(DateTime.from('1969-12-31T23:59:59.999999').epochMilliseconds, -1)
  for (const year of ['0000', '+010000']) {
    assert.throws(() => DateTime.from(new Date(`${year}-06-01T00:00:00Z`)), /year is out of range/, year)
  }
})

test('date-times are equal if all their fields are', () => {
  const value = DateTime.from('2026-01-02T03:04:05+02:00')
  const hours = 2 * 3600
  assert.equal(value.equals(new DateTime({ ...value, offsetSeconds: hours })), true)
  // Written alike, because the text omits the seconds of the offset.
  assert.equal(value.equals(new DateTime({ ...value, offsetSeconds: hours + 1 })), false)
  assert.equal(value.equals(new DateTime({ ...value, microsecond: 1 })), false)
})

test('a written date-time is parsed back to the same value, microseconds and offset included', () => {
  const seconds = fc.integer({ min: -62135596800, max: 253402300799 })
  const offset = fc.option(fc.integer({ min: -1439, max: 1439 }))
  fc.assert(
    fc.property(seconds, fc.nat(999_999), offset, (at, microsecond, minutes) => {
      const offsetSeconds = minutes === null ? null : minutes * 60
      const value = new DateTime({ ...DateTime.from(new Date(at * 1000)), microsecond, offsetSeconds })
      assert.deepEqual(DateTime.from(String(value)), value)
    }),
  )
})

test('constructing an invalid DateTime throws', () => {
  assert.throws(() => DateTime.from('soon'), /Not a date and time: soon \(input is too short\)/)
  assert.throws(() => DateTime.from(new Date(Number.NaN)), RangeError)
  assert.throws(() => new DateTime({ ...DateTime.from('2026-02-28'), day: 29 }), /2026-2-29/)
  const latest = { hour: 23, minute: 59, second: 59, microsecond: 999_999, offsetSeconds: 86_399 }
  const whole = new DateTime({ year: 9999, month: 12, day: 31, ...latest })
  for (const [name, value] of Object.entries(latest)) {
    assert.throws(() => new DateTime({ ...whole, [name]: value + 1 }), RangeError, name)
    assert.throws(() => new DateTime({ ...whole, [name]: -value - 1 }), RangeError, name)
    assert.throws(() => new DateTime({ ...whole, [name]: value - 0.5 }), RangeError, name)
  }
  for (const wrong of [
    { hour: -1 },
    { month: 13 },
    { month: 0 },
    { day: 32 },
    { day: 0 },
    { year: 0 },
    { year: 10_000 },
  ]) {
    assert.throws(() => new DateTime({ ...whole, ...wrong }), RangeError, JSON.stringify(wrong))
  }
})

function shown(parsed: Parsed<DateTime>): string {
  return parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : parsed.reason
}
