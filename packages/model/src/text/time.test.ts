import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Parsed } from './parsed.ts'
import { PlainTime, parseTime, timeFromNumber } from './time.ts'

const texts: [string, string][] = [
  ['03:04', '03:04:00'],
  ['23:59:59', '23:59:59'],
  ['03:04:05,5', '03:04:05.500000'],
  ['03:04:05.1234567', '03:04:05.123456'],
  ['03:04Z', '03:04:00Z'],
  ['03:04:05+0530', '03:04:05+05:30'],
  ['03:04:05\u221223:59', '03:04:05-23:59'],
  ['3:04', 'input is too short'],
  ['2026-01-02T03:04:05Z', 'invalid time separator, expected `:`'],
  [' 03:04:05', 'invalid character in hour'],
  ['03:4x', 'invalid character in minute'],
  ['03::5', 'invalid character in minute'],
  ['24:00', 'hour value is outside expected range of 0-23'],
  ['12:60:61', 'minute value is outside expected range of 0-59'],
  ['12:30:', 'invalid character in second'],
  ['12:30:61', 'second value is outside expected range of 0-59'],
  ['03:04:05.', 'second fraction digits missing after `.`'],
  ['03:04:05.:', 'second fraction digits missing after `.`'],
  ['03:04:05pm', 'invalid timezone sign'],
  ['12:00\u2026', 'invalid timezone sign'],
  ['03:04:05\u00e2\u0088\u009223:59', 'invalid timezone sign'],
  ['03:04:05+9', 'invalid timezone hour'],
  ['03:04:05+05', 'invalid timezone minute'],
  ['03:04:05+24:60', 'timezone minute value is outside expected range of 0-59'],
  ['03:04:05+24:00', 'timezone offset must be less than 24 hours'],
  ['03:04:05+05:30:15', 'unexpected extra characters at the end of the input'],
  ['03:04:05ZZ', 'unexpected extra characters at the end of the input'],
]

test('times are parsed as pydantic parses them', () => {
  for (const [text, expected] of texts) assert.equal(shown(parseTime(text)), expected, text)
})

test('numbers are seconds after midnight in UTC', () => {
  const cases: [number, string][] = [
    [-0, '00:00:00Z'],
    [3661.25, '01:01:01.250000Z'],
    [0.9999999, '00:00:01Z'],
    [86399.999999, '23:59:59.999999Z'],
    [86399.9999999, 'numeric times may not exceed 86,399 seconds'],
    [Number.POSITIVE_INFINITY, 'numeric times may not exceed 86,399 seconds'],
    [-0.5, 'time in seconds should be positive'],
    [Number.NaN, 'NaN values not permitted'],
  ]
  for (const [value, expected] of cases) assert.equal(shown(timeFromNumber(value)), expected, String(value))
})

test('times are equal if all their fields are', () => {
  assert.equal(PlainTime.from('03:04').equals(PlainTime.from('03:04:00')), true)
  assert.equal(PlainTime.from('03:04').equals(PlainTime.from('03:04Z')), false)
  assert.equal(PlainTime.from('03:04').equals(PlainTime.from('03:05')), false)
  const inUtc = PlainTime.from('03:04+00:00')
  // Written alike, because the text omits the seconds of the offset.
  const beside = [60, 61].map((offsetSeconds) => new PlainTime({ ...inUtc, offsetSeconds }))
  assert.equal(beside[0]?.equals(beside[1] ?? inUtc), false)
  assert.throws(() => PlainTime.from('noon'), /Not a time of day: noon/)
  const midnight = { hour: 24, minute: 0, second: 0, microsecond: 0, offsetSeconds: null }
  assert.throws(() => new PlainTime(midnight), /Not a time of day: 24:0:0/)
})

function shown(parsed: Parsed<PlainTime>): string {
  return parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : parsed.reason
}
