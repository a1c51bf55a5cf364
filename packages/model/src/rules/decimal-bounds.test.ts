import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { type DecimalOptions, decimal } from '../kinds/decimal.ts'
import { mistakesOf } from '../kinds/review/mistakes.ts'
import { Description } from '../schema/description.ts'
import type { Direction } from '../schema/json-schema.ts'
import { Decimal } from '../text/decimal.ts'

const cases: [DecimalOptions, string, string][] = [
  [{ maxDigits: 2, decimalPlaces: 1 }, '1.50', ''],
  [{ maxDigits: 1 }, '12', 'Decimal input should have no more than 1 digit in total'],
  [{ decimalPlaces: 1 }, '1.25', 'Decimal input should have no more than 1 decimal place'],
  [
    { maxDigits: 2, decimalPlaces: 1 },
    '12',
    'Decimal input should have no more than 1 digit before the decimal point',
  ],
  [{ maxDigits: 2, decimalPlaces: 1 }, '1e99', 'Decimal input should have no more than 2 digits in total'],
  [{ maxDigits: 2, decimalPlaces: 2 }, '0.0', ''],
  [
    { maxDigits: 2, decimalPlaces: 2 },
    '0',
    'Decimal input should have no more than 0 digits before the decimal point',
  ],
  [{ maxDigits: 1, decimalPlaces: 2 }, '0.1', ''],
  [{ multipleOf: '2', allowInfNan: true }, 'nan', 'Input should be a multiple of 2'],
  [{ multipleOf: '2', allowInfNan: true }, 'inf', 'Input should be a multiple of 2'],
  [{ multipleOf: '0.01', le: 1 }, '2.005', 'Input should be a multiple of 0.01'],
  [{ multipleOf: '8' }, '1E+3', ''],
  [{ multipleOf: '8' }, '1E+2', 'Input should be a multiple of 8'],
  [{ multipleOf: '2.50' }, '1', 'Input should be a multiple of 2.50'],
  [{ ge: '1.50' }, '1', 'Input should be greater than or equal to 1.50'],
  [{ lt: '1e2' }, '100', 'Input should be less than 1E+2'],
  [{ le: '1.0000000000000000000000001' }, '1.0000000000000000000000001', ''],
  [{ lt: Decimal.from('0.1') }, '0.1', 'Input should be less than 0.1'],
  [{ gt: 0 }, '-0', 'Input should be greater than 0'],
  [{ gt: 0, allowInfNan: true }, 'nan', 'Input should be greater than 0'],
  [{ gt: 0, allowInfNan: true }, 'inf', ''],
  [{}, 'inf', 'Input should be a finite number'],
]

test('the first rule that a decimal breaks is reported, in the order digits, places, multipleOf, bounds', () => {
  for (const [options, text, message] of cases) {
    for (const generate of [true, false]) {
      const converter = createConverter<unknown>(decimal(options), { generate })
      for (const input of [text, Decimal.from(text)]) {
        const outcome = converter.convert(input)
        assert.equal(outcome.ok ? '' : outcome.issues[0]?.msg, message, text)
      }
    }
  }
})

test('the context of an issue has the limit as a number', () => {
  const outcome = createConverter(decimal({ ge: '1.50' })).convert('1')
  assert.deepEqual(outcome.ok ? undefined : outcome.issues[0]?.ctx, { ge: 1.5 })
})

test('§2.7 a decimal is described as a number with bounds or a string in input, and as a string in output', () => {
  const options = { maxDigits: 5, decimalPlaces: 2, ge: 0, multipleOf: '0.01' }
  const text = { type: 'string' }
  for (const [given, words] of [
    [{}, {}],
    [options, { minimum: 0, multipleOf: 0.01 }],
  ]) {
    const described = (direction: Direction) => decimal(given).describe(new Description(direction))
    assert.deepEqual(described('input'), { anyOf: [{ type: 'number', ...words }, text] })
    assert.deepEqual(described('output'), text)
  }
})

test('limits that are not finite decimals, and a multipleOf not above 0, are mistakes of the declaration', () => {
  const limits = Object({ gt: true, ge: 'nan', le: 'ten', multipleOf: 0 })
  assert.deepEqual(mistakesOf(decimal(limits)), [
    'le is "ten"; write a finite decimal, such as \'0.01\'',
    'ge is "nan"; write a finite decimal, such as \'0.01\'',
    "gt is true; write a finite decimal, such as '0.01'",
    "multipleOf is 0; write a decimal above 0, such as '0.01'",
  ])
  for (const multipleOf of ['-1', Decimal.from('-1')]) {
    const [mistake = ''] = mistakesOf(decimal({ multipleOf }))
    assert.match(mistake, /^multipleOf is "?-1"?; write a decimal above 0/)
  }
  assert.deepEqual(mistakesOf(decimal({ multipleOf: 'two' })), [
    'multipleOf is "two"; write a decimal above 0, such as \'0.01\'',
  ])
  assert.deepEqual(mistakesOf(decimal({ ge: '2', le: '1' })), [
    'ge 2 and le 1 leave nothing between them; change one of them',
  ])
})

test('a limit beyond the range of numbers is a string in the context, and is left out of the schema', () => {
  for (const [options, text, ctx] of [
    [{ le: '1e400' }, '2e400', { le: '1E+400' }],
    [{ multipleOf: '1e-400' }, '1.5e-400', { multiple_of: '1E-400' }],
    [{ ge: '1e-400' }, '0', { ge: '1E-400' }],
  ] as const) {
    const result = createConverter(decimal(options)).convert(text)
    assert.deepEqual(result.ok ? undefined : result.issues[0]?.ctx, ctx)
    const schema = decimal(options).describe(new Description('input'))
    assert.deepEqual(schema, { anyOf: [{ type: 'number' }, { type: 'string' }] })
  }
  assert.deepEqual(decimal({ ge: '0.0' }).describe(new Description('input')), {
    anyOf: [{ type: 'number', minimum: 0 }, { type: 'string' }],
  })
})
