import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { textOfDate } from './date-text.ts'
import { dateTimeFromDate } from './datetime.ts'

test('a Date is written like its DateTime', () => {
  const anyDate = fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('+010000-12-31T00:00:00Z') })
  fc.assert(
    fc.property(anyDate, fc.boolean(), (date, isWhole) => {
      const given = isWhole ? new Date(Math.floor(date.getTime() / 1000) * 1000) : date
      const converted = dateTimeFromDate(given)
      assert.equal(textOfDate(given), converted.ok ? converted.value.toString() : undefined)
    }),
  )
})

const EDGES = [
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ['2000-02-29T12:34:56Z', '2000-02-29T12:34:56Z'],
  ['0000-12-31T23:59:59Z', undefined],
  ['+010000-01-01T00:00:00Z', undefined],
  ['2026-01-02T03:04:05.120Z', '2026-01-02T03:04:05.120000Z'],
  ['2026-01-02T03:04:05.010Z', '2026-01-02T03:04:05.010000Z'],
  ['1969-12-31T23:59:59.007Z', '1969-12-31T23:59:59.007000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999000Z'],
  ['no date', undefined],
] as const

test('years 1 to 9999 are written, dates beyond them are not', () => {
  for (const [text, written] of EDGES) assert.equal(textOfDate(new Date(text)), written, text)
})
