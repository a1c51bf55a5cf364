import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Duration, durationFromNumber, parseDuration } from './duration.ts'
import type { Parsed } from './parsed.ts'

const TOO_LARGE = 'a numeric value in the duration is too large'
const TOO_MANY_DAYS = 'durations may not exceed 999,999,999 days'
const TOO_MANY_HOURS = 'durations may not exceed 999,999,999 hours'
const INVALID_DAYS = '"day" identifier in duration not correctly formatted'

const texts: [string, string][] = [
  ['P1Y2M3DT4H5M6.5S', 'P1Y63DT4H5M6.5S'],
  ['P1.5W', 'P10DT12H'],
  ['PT1,5S', 'PT1.5S'],
  ['PT0.05M', 'PT3S'],
  ['PT5.S', 'PT5S'],
  ['-PT36H', '-P1DT12H'],
  ['-PT0S', 'PT0S'],
  ['-P1DT1S', '-P1DT1S'],
  ['-PT1.000001S', '-PT1.000001S'],
  ['P1DT', 'P1D'],
  ['PT1S1M', 'PT1M1S'],
  ['P0.9999999999999D', 'P1D'],
  [`PT0.${'9'.repeat(308)}S`, 'PT1S'],
  [`PT0.${'9'.repeat(309)}S`, 'PT0S'],
  ['P999999999DT23H59M59S', 'P2739726Y9DT23H59M59S'],
  ['12d', 'P12D'],
  ['1DAY', 'P1D'],
  ['-1 day, 23:59:59', '-P1DT23H59M59S'],
  ['1DAYS02:03', 'P1DT2H3M'],
  ['1 day, 0:00:00', 'P1D'],
  ['100:00:00.5', 'P4DT4H0.5S'],
  ['0000000001:00:00', 'PT1H'],
  ['2400000000:00:00', 'P273972Y220D'],
  ['1:00:00.123456Z', 'PT1H0.123456S'],
  [':12:00', 'PT12M'],
  ['+00:15:30', 'PT15M30S'],
  ['', 'input is too short'],
  ['PT', 'input is too short'],
  ['-PT', 'input is too short'],
  ['+', 'input is too short'],
  ['1d\n', 'input is too short'],
  ['P-1D', 'invalid digit in duration'],
  ['PTT1H', '`t` character repeated in duration'],
  ['P1.5DT1H', 'quantity fraction invalid in duration'],
  ['P1H', 'quantity invalid in date part of duration'],
  ['PT1D', 'quantity invalid in time part of duration'],
  ['PT1\n', 'quantity invalid in time part of duration'],
  ['PT4294967295S', 'P136Y70DT6H28M15S'],
  ['PT4294967296S', TOO_LARGE],
  ['PT4294967295.9999994S', 'P136Y70DT6H28M15.999999S'],
  ['PT4294967295.9999999S', TOO_LARGE],
  ['PT71582788M15.9999999S', TOO_LARGE],
  ['P49710DT23295.9999999S', 'P136Y70DT6H28M16S'],
  ['PT4294967295.9999999S1S', 'quantity fraction invalid in duration'],
  ['P4294967295DT86399S', TOO_MANY_DAYS],
  ['P4294967295DT86400S', TOO_LARGE],
  ['P4294967295DT86399.9999999S', TOO_LARGE],
  ['4294967296d', TOO_LARGE],
  ['P4294967295Y', TOO_LARGE],
  ['P1000000000D', TOO_MANY_DAYS],
  ['-P999999999DT1S', TOO_MANY_DAYS],
  ['-P999999999DT0.5S', TOO_MANY_DAYS],
  ['90', INVALID_DAYS],
  ['-90.5', INVALID_DAYS],
  ['1 daY', INVALID_DAYS],
  ['1dA', INVALID_DAYS],
  ['1 week', 'invalid character in hour'],
  ['x1:00:00', 'invalid character in hour'],
  ['1:2:3', 'invalid character in minute'],
  ['1:0::00', 'invalid character in minute'],
  ['1:0/:00', 'invalid character in minute'],
  ['00:00:60', 'second value is outside expected range of 0-59'],
  ['01:02:03Z', 'unexpected extra characters at the end of the input'],
  ['00000000001:00:00', TOO_MANY_HOURS],
  ['2400000001:00:00', TOO_MANY_HOURS],
  ['1d 24:00', TOO_MANY_HOURS],
]

test('durations are parsed as pydantic parses them and written in ISO 8601', () => {
  for (const [text, expected] of texts) assert.equal(shown(parseDuration(text)), expected, text)
})

test('numbers are seconds, rounded to the nearest microsecond', () => {
  const cases: [number, string][] = [
    [90.5, 'PT1M30.5S'],
    [-1, '-PT1S'],
    [-1e-7, 'PT0S'],
    [0.0000005, 'PT0.000001S'],
    [86399.9999999, 'P1D'],
    [1e10, 'P317Y35DT17H46M40S'],
    [86400000000000, TOO_MANY_DAYS],
    [371085174374405, TOO_MANY_DAYS],
    [Number.NEGATIVE_INFINITY, TOO_MANY_DAYS],
    [Number.NaN, 'NaN values not permitted'],
  ]
  for (const [value, expected] of cases)
    assert.equal(shown(durationFromNumber(value)), expected, String(value))
})

test('a written duration is parsed back to the same value', () => {
  const fields = fc.record({
    negative: fc.boolean(),
    days: fc.nat(999_999_998),
    seconds: fc.nat(86_399),
    microseconds: fc.nat(999_999),
  })
  fc.assert(
    fc.property(fields, (given) => {
      const duration = new Duration(given)
      assert.equal(Duration.from(String(duration)).equals(duration), true)
    }),
  )
})

test('overflowing parts are carried over, and the total is available in seconds', () => {
  const duration = new Duration({ negative: true, days: 1, seconds: 86_399, microseconds: 2_500_000 })
  assert.deepEqual({ ...duration }, { negative: true, days: 2, seconds: 1, microseconds: 500_000 })
  assert.equal(duration.totalSeconds, -172801.5)
  assert.equal(Duration.from(90.5).totalSeconds, 90.5)
  assert.equal(Duration.from('-PT0S').negative, false)
  const nothing = { negative: false, days: 0, seconds: 0, microseconds: 0 }
  for (const name of ['days', 'seconds', 'microseconds']) {
    for (const part of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      assert.throws(
        () => new Duration({ ...nothing, [name]: part }),
        { name: 'RangeError', message: /^Not a duration: .* microseconds; write whole numbers from 0 on/ },
        `${name} ${part}`,
      )
  }
  assert.throws(() => Duration.from('soon'), /Not a duration: soon/)
})

function shown(parsed: Parsed<Duration>): string {
  return parsed.ok ? JSON.parse(JSON.stringify(parsed.value)) : parsed.reason
}
