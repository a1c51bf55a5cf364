import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Decimal, parseDecimal } from './decimal.ts'

const written: [string, string][] = [
  ['00', '0'],
  ['-0.0', '-0.0'],
  ['01.50', '1.50'],
  ['5.', '5'],
  ['.01', '0.01'],
  ['1e1', '1E+1'],
  ['1e2', '1E+2'],
  ['1.0e1', '10'],
  ['0e-5', '0.00000'],
  ['0e5', '0E+5'],
  ['-0e-7', '-0E-7'],
  ['0.000001', '0.000001'],
  ['0.0000001', '1E-7'],
  ['1.2300', '1.2300'],
  ['123e-5', '0.00123'],
  ['1e9999999999', '1E+9999999999'],
  ['1_000.5', '1000.5'],
  ['__1_', '1'],
  [' \u001c\u00a01.5\n', '1.5'],
  ['\u0663.\u0665', '3.5'],
  ['\u{1d7d9}\u{1d7da}', '12'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['-inf', '-Infinity'],
  ['nan_12', 'NaN12'],
  ['-sNaN', '-sNaN'],
]

test("decimals are parsed as Python parses them and written as Python's str writes them", () => {
  for (const [text, expected] of written) assert.equal(String(parseDecimal(text)), expected, text)
})

test('a parsed decimal equals a constructed one, however many digits it has', () => {
  const digits = fc.string({ unit: fc.constantFrom('0', '0', '1', '9'), minLength: 1, maxLength: 300 })
  const holds = (text: string, exponent: number) => {
    const read = Decimal.from(`${text}e${exponent}`)
    const made = new Decimal({ negative: false, digits: BigInt(text), exponent })
    assert.deepEqual(read, made)
    assert.equal(String(read), String(made))
    assert.deepEqual(read.places, made.places)
    assert.equal(read.compare(made), 0)
    const unit = Decimal.from('0.07')
    assert.equal(read.isMultipleOf(unit), made.isMultipleOf(unit))
  }
  fc.assert(fc.property(digits, fc.integer({ min: -400, max: 400 }), holds), { numRuns: 500 })
})

test('invalid decimals are refused', () => {
  for (const text of [
    '',
    ' ',
    '.',
    '--1',
    '1e',
    'e5',
    '1.5.5',
    '1,5',
    '1 0',
    '0x10',
    '\u22121',
    '\ufeff1',
    'infinit',
    'nan1x',
    '\u00bd',
    '1e9007199254740992',
  ]) {
    assert.equal(parseDecimal(text), undefined, text)
  }
})

test('a number converts to the decimal that JavaScript writes for it', () => {
  const cases: [number, string][] = [
    [0.1, '0.1'],
    [1e-7, '1E-7'],
    [5e-324, '5E-324'],
    [1e16, '1E+16'],
    [100, '100'],
    [-0.5, '-0.5'],
  ]
  for (const [value, expected] of cases) assert.equal(String(Decimal.from(value)), expected)
})

test('comparison is exact and never builds a power of ten', () => {
  const ascending = [
    '-inf',
    '-1e9999999999',
    '-1.1',
    '-1',
    '-1e-9999999999',
    '0',
    '1e-9999999999',
    '0.1',
    '0.10000000000000000000001',
    '1',
    '1e9999999999',
    'inf',
  ]
  for (const [index, left] of ascending.entries()) {
    for (const [other, right] of ascending.entries()) {
      assert.equal(
        Math.sign(Decimal.from(left).compare(Decimal.from(right))),
        Math.sign(index - other),
        `${left} ${right}`,
      )
    }
  }
  assert.equal(Decimal.from('1.0').compare(Decimal.from('1')), 0)
  assert.equal(Decimal.from('1').compare(Decimal.from('1.0')), 0)
  assert.equal(Decimal.from('-0').compare(Decimal.from('0')), 0)
  for (const text of ['nan', 'snan']) {
    assert.ok(Number.isNaN(Decimal.from(text).compare(Decimal.from('1'))), text)
  }
})

test('multiples are exact', () => {
  const unit = Decimal.from('0.01')
  for (const text of [
    '0',
    '0.51',
    '-0.49',
    '1.2300',
    '0e5',
    '1e9999999999',
    '123456789012345678901234567890',
  ]) {
    assert.equal(Decimal.from(text).isMultipleOf(unit), true, text)
  }
  for (const text of ['0.005', '0.30000000000000004', '1e-9999999999']) {
    assert.equal(Decimal.from(text).isMultipleOf(unit), false, text)
  }
  assert.equal(Decimal.from('1e20').isMultipleOf(Decimal.from('3')), false)
  assert.equal(Decimal.from('3e20').isMultipleOf(Decimal.from('0.3')), true)
  const powers: [string, string, boolean][] = [
    ['1e2', '8', false],
    ['1e3', '8', true],
    ['1e2', '0.8', true],
    ['1e5', '64', false],
    ['1e9999999999', '1024', true],
  ]
  for (const [text, divisor, expected] of powers) {
    assert.equal(Decimal.from(text).isMultipleOf(Decimal.from(divisor)), expected, `${text} ${divisor}`)
  }
})

test('trailing zeros after the point do not count as digits or decimal places', () => {
  const cases: [string, number, number][] = [
    ['0', 1, 0],
    ['0.00', 1, 0],
    ['100', 3, 0],
    ['1e5', 6, 0],
    ['1.10', 2, 1],
    ['0.005', 3, 3],
    ['99.999', 5, 3],
  ]
  for (const [text, digits, decimals] of cases)
    assert.deepEqual(Decimal.from(text).places, { digits, decimals }, text)
})

test('comparison and multiples agree with integer arithmetic', () => {
  const integer = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
  fc.assert(
    fc.property(integer, integer, fc.integer({ min: 0, max: 9 }), (a, b, scale) => {
      const left = new Decimal({ negative: a < 0n, digits: a < 0n ? -a : a, exponent: -scale })
      const right = new Decimal({ negative: b < 0n, digits: b < 0n ? -b : b, exponent: -scale })
      assert.equal(Math.sign(left.compare(right)), a < b ? -1 : a > b ? 1 : 0)
      if (b !== 0n) assert.equal(left.isMultipleOf(right), a % b === 0n)
      assert.equal(String(Decimal.from(String(left))), String(left))
    }),
  )
})

test('constructing an invalid Decimal throws', () => {
  assert.throws(() => Decimal.from('x'), /Not a decimal: x/)
  assert.throws(() => new Decimal({ negative: false, digits: -1n, exponent: 0 }), RangeError)
  assert.throws(() => new Decimal({ negative: false, digits: 1n, exponent: 0.5 }), RangeError)
})

test('a decimal of many digits is written with the digits that it was read from', () => {
  const digits = '1234567890'.repeat(20)
  for (const text of [digits, `-${digits}.50`, `0.${digits}`]) {
    assert.equal(String(parseDecimal(text)), text)
    assert.equal(
      parseDecimal(`${text}0`)?.compare(parseDecimal(text) ?? assert.fail()),
      text === digits ? 1 : 0,
    )
  }
})
