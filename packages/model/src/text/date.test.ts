import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateFromNumber, NOT_MIDNIGHT, PlainDate, parseDate } from './date.ts'

const texts: [string, string][] = [
  ['2026-01-02', '2026-01-02'],
  ['0001-01-01', '0001-01-01'],
  ['2026-01-02T00:00', '2026-01-02'],
  ['2026-01-02 00:00:00.0000009-08:00', '2026-01-02'],
  ['86400', '1970-01-02'],
  ['-86400', '1969-12-31'],
  ['1767312000000', '2026-01-02'],
  ['0.0', '1970-01-01'],
]

test('dates are parsed as pydantic parses them', () => {
  for (const [text, expected] of texts) assert.equal(String(PlainDate.from(text)), expected, text)
})

const reasons: [string, string][] = [
  ['2026', NOT_MIDNIGHT],
  ['2026-01-02T03:04:05', NOT_MIDNIGHT],
  ['2026-01-02T01:00:00', NOT_MIDNIGHT],
  ['2026-01-02T00:01:00', NOT_MIDNIGHT],
  ['2026-01-02T', 'input is too short'],
  ['2026-01-02Z', 'invalid datetime separator, expected `T`, `t`, `_` or space'],
  ['2026-01-02T00:00:00X', 'invalid timezone sign'],
  ['2026-01-0\u00e9', 'invalid character in day'],
  ['2026-01-x2', 'invalid character in day'],
  ['2026-04-31', 'day value is outside expected range'],
  ['2026-01-00', 'day value is outside expected range'],
  ['2026-00-01', 'month value is outside expected range of 1-12'],
  ['2026-13-01', 'month value is outside expected range of 1-12'],
  ['0000-01-01', 'year 0 is out of range'],
  ['99999999999999999999', 'invalid date separator, expected `-`'],
  ['9223372036854775808.5', 'invalid date separator, expected `-`'],
  ['18446744073709551616.5', 'dates after 9999 are not supported as unix timestamps'],
  ['9.2e21', 'dates after 9999 are not supported as unix timestamps'],
  ['9.3e21', 'numeric times may not exceed 86,399 seconds'],
  ['-9.3e21', 'dates before 0000 are not supported as unix timestamps'],
]

test('every month has exactly its days', () => {
  for (const year of [1900, 2000, 2023, 2024]) {
    for (let month = 1; month <= 12; month++) {
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
      const start = `${year}-${String(month).padStart(2, '0')}`
      assert.equal(String(PlainDate.from(`${start}-${last}`)), `${start}-${last}`)
      const next = parseDate(`${start}-${last + 1}`)
      assert.deepEqual(next, { ok: false, reason: 'day value is outside expected range' }, start)
    }
  }
})

test('an invalid date has a reason', () => {
  for (const [text, reason] of reasons) assert.deepEqual(parseDate(text), { ok: false, reason }, text)
})

test('PlainDate.from throws for an invalid date', () => {
  assert.throws(() => PlainDate.from('2026-04-31'), {
    name: 'RangeError',
    message: 'Not a date: 2026-04-31 (day value is outside expected range)',
  })
})

test('numbers are Unix times at midnight', () => {
  assert.deepEqual(dateFromNumber(86400), {
    ok: true,
    value: new PlainDate({ year: 1970, month: 1, day: 2 }),
  })
  assert.deepEqual(dateFromNumber(86401), { ok: false, reason: NOT_MIDNIGHT })
  assert.deepEqual(dateFromNumber(Number.NaN), { ok: false, reason: 'NaN values not permitted' })
})

test('a Date converts to its day in UTC, and a day to its midnight in UTC', () => {
  const day = PlainDate.from(new Date('2026-01-02T23:59:59Z'))
  assert.equal(JSON.stringify(day), '"2026-01-02"')
  assert.equal(day.toDate().toISOString(), '2026-01-02T00:00:00.000Z')
  assert.equal(day.equals(PlainDate.from('2026-01-02')), true)
  for (const other of ['2025-01-02', '2026-02-02', '2026-01-03'])
    assert.equal(day.equals(PlainDate.from(other)), false)
  assert.throws(() => new PlainDate({ year: 2023, month: 2, day: 29 }), RangeError)
})
