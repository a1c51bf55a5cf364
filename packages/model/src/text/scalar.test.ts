import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DateTime, Decimal, Duration, PlainDate, PlainTime } from '../index.ts'
import type { Scalar } from './scalar.ts'

/** Values of one class in ascending order, which is not that of their texts. */
const ascending: readonly (readonly Scalar[])[] = [
  ['-Infinity', '-10', '-9.5', '-0.1', '0', '1E-7', '9', '10', '1E+3', 'Infinity'].map(Decimal.from),
  ['-P1D', '-PT9S', 'PT0S', 'PT9S', 'PT10S', 'PT10.000001S', 'P1D', 'P9D', 'P10D'].map(Duration.from),
  ['0099-12-31', '0100-01-01', '1969-12-31', '2026-01-02'].map(PlainDate.from),
  ['09:00+02:00', '08:00Z', '10:00Z', '10:00:00.000001Z', '10:00:00.5', '09:00-02:00'].map(PlainTime.from),
  [
    '1969-12-31T23:59:59.999999Z',
    '2026-01-02T03:04:05+02:00',
    '2026-01-02T02:04:05Z',
    '2026-01-02T02:04:05.000001Z',
    '2026-01-02T02:04:05.5',
    '2026-01-02T01:04:06-01:00',
  ].map(DateTime.from),
]

test('values are compared by < and > as what they stand for', () => {
  for (const values of ascending)
    for (const [index, value] of values.entries()) {
      const next = values[index + 1]
      if (next === undefined) continue
      assert.ok(value < next, `${value} < ${next}`)
      assert.ok(next > value, `${next} > ${value}`)
    }
  assert.ok(!(Decimal.from('NaN') < Decimal.from('1')) && !(Decimal.from('NaN') > Decimal.from('1')))
})

test('in texts a value is its text', () => {
  const price = Decimal.from('1.50')
  const euro: unknown = '€'
  assert.deepEqual([`${price}`, String(price), [euro, price].join('')], ['1.50', '1.50', '€1.50'])
  assert.equal(String(euro) + price, '€1.50')
})
