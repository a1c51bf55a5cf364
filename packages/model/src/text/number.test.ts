import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseNumber } from './number.ts'

const readable: [string, number][] = [
  ['0', 0],
  ['-0', -0],
  ['5.', 5],
  ['.25', 0.25],
  ['+.5', 0.5],
  ['1.e5', 100000],
  ['1E-5', 0.00001],
  ['007.5', 7.5],
  ['1_0e1_0', 100000000000],
  ['1._5', 1.5],
  ['\t1.5\u00a0', 1.5],
  ['1e400', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['iNf', Number.POSITIVE_INFINITY],
  ['+nan', Number.NaN],
  ['9007199254740993', 9007199254740992],
]

test('numbers are parsed as pydantic parses them', () => {
  for (const [text, value] of readable) assert.equal(parseNumber(text), value, text)
})

test('invalid numbers are refused', () => {
  const texts = [
    '',
    '.',
    '+',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1.5.5',
    '0x10',
    '1,5',
    '1.5f',
    '_1',
    '1_',
    '1__0',
    '1_0 ',
    '1_0_',
    'xinf',
    'infinit',
  ]
  for (const text of [...texts, '\u0663', '\ufeff1', '\u001c1', '\u221e', '1 .5'])
    assert.equal(parseNumber(text), undefined, text)
})

test('a number that JavaScript writes is parsed back to the same value', () => {
  fc.assert(
    fc.property(fc.double(), (value) =>
      Object.is(parseNumber(Object.is(value, -0) ? '-0' : String(value)), value),
    ),
  )
})
