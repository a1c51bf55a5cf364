import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { parseInteger } from './integer.ts'

const readable: [string, number | bigint][] = [
  ['0', 0],
  ['-0', 0],
  ['+5', 5],
  ['007', 7],
  ['5.00', 5],
  ['1_000', 1000],
  ['1_0.0', 10],
  ['0__1_0', 10],
  ['0__0', 0],
  ['-0_7.0', -7],
  ['0-7', -7],
  ['0-1_2.00', -12],
  ['+0_-1_0.0', -10],
  ['0_-0.0', 0],
  ['00-_7', -7],
  [' \u00a0\u0085\u20035\n', 5],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['-1000000000000000000000000000000.0', -1000000000000000000000000000000n],
]

test('integers are parsed as pydantic parses them', () => {
  for (const [text, value] of readable) assert.equal(parseInteger(text), value, text)
})

test('an integer has at most 4,300 characters, not counting leading zeros', () => {
  assert.equal(parseInteger(`${'0'.repeat(5000)}5`), 5)
  assert.equal(parseInteger('1'.repeat(4300)), BigInt('1'.repeat(4300)))
  assert.equal(parseInteger('1'.repeat(4301)), Number.POSITIVE_INFINITY)
  assert.equal(parseInteger(`-${'1'.repeat(4300)}`), Number.NEGATIVE_INFINITY)
})

test('invalid integers are refused', () => {
  const texts = [
    '',
    ' ',
    '-',
    '+-5',
    '5.',
    '.0',
    '5.5',
    '1e3',
    '0_',
    '0_.0',
    '-_0',
    '-0-7',
    '0-07',
    '0-1.',
    '0-1__2',
    '0-+7',
    '1__0',
    '_1',
    '1_',
    '-_1',
    '1.0_0',
    '0x10',
  ]
  for (const text of [...texts, '\u0663', '\ufeff5', '\u200b5', '\u001c5', '5\0', '- 5', '\u22125', 'NaN']) {
    assert.equal(parseInteger(text), undefined, JSON.stringify(text))
  }
})

test('a written integer is parsed back to the same value', () => {
  fc.assert(fc.property(fc.bigInt(), (value) => BigInt(parseInteger(String(value)) ?? Number.NaN) === value))
})

test('parsing an integer takes linear time', () => {
  // A hundred thousand zeros would take a quadratic parser minutes.
  const zeros = '0'.repeat(100_000)
  const texts = [`${zeros}x`, `${zeros}-x`, `${'0_'.repeat(50_000)}x`, `1${'_0'.repeat(50_000)}x`]
  const read = () => texts.filter((text) => parseInteger(text) !== undefined).length
  assert.equal(runInNewContext('read()', { read }, { timeout: 5000 }), 0)
})
