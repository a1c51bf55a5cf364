import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createConverter } from '../converter.ts'
import { Model } from '../model.ts'
import { Description } from '../schema/description.ts'
import { Decimal } from '../text/decimal.ts'
import { integer } from './integer.ts'
import { list } from './list.ts'
import { type LiteralValue, literal } from './literal.ts'
import { union } from './union.ts'

const schemas: readonly (readonly [readonly LiteralValue[], object])[] = [
  [[1], { const: 1, type: 'integer' }],
  [['a', 'b'], { enum: ['a', 'b'], type: 'string' }],
  [['a', 1], { enum: ['a', 1] }],
  [[null], { const: null, type: 'null' }],
  [[true, false], { enum: [true, false], type: 'boolean' }],
  [[1, 1.5], { enum: [1, 1.5] }],
]

for (const [values, schema] of schemas) {
  test(`literal(${JSON.stringify(values)}) is described by ${JSON.stringify(schema)}`, () => {
    assert.deepEqual(literal(values).describe(new Description('input')), schema)
  })
}

test('an enumeration is defined once under its name', () => {
  const status = literal(['draft', 'published'], { name: 'Status' })
  const description = new Description('input')
  assert.deepEqual(status.describe(description), { $ref: '#/$defs/Status' })
  status.describe(description)
  assert.deepEqual(
    [...description.definitions.values()],
    [{ title: 'Status', enum: ['draft', 'published'], type: 'string' }],
  )
})

/** Recorded from pydantic 2.13: [values, input, value or undefined where refused]. */
const numbersAndBooleans: readonly (readonly [readonly LiteralValue[], unknown, LiteralValue | undefined])[] =
  [
    [[1, 2], true, 1],
    [[1, 2], false, undefined],
    [[true, 'x'], 1, true],
    [[true, 'x'], 0, undefined],
    [[1, true], true, true],
    [[1, true], 1, 1],
    [[0, false], false, false],
    [[false, 'x'], 0, false],
    [[false], 1, undefined],
    [[0], -0, 0],
    [[1, 2], '1', undefined],
    [[null, 'a'], null, null],
    [[1, 2], 2n, 2],
    [[true, 'x'], 1n, true],
    [[2 ** 60], 2n ** 60n + 1n, undefined],
  ]

for (const [values, input, expected] of numbersAndBooleans) {
  test(`literal(${JSON.stringify(values)}) converts ${input} to ${expected}`, () => {
    for (const generate of [true, false]) {
      const outcome = createConverter(literal(values), { generate }).convert(input)
      assert.deepEqual(outcome.ok ? outcome.value : undefined, expected)
    }
  })
}

test('an enumeration of numbers takes a decimal that is one of them', () => {
  for (const [values, text, expected] of [
    [[1.5, 2.5], '1.50', 1.5],
    [[1, 2], '2.0', 2],
    [[1, 2], '1.5', undefined],
  ] as const) {
    const outcome = createConverter(literal(values, { name: 'Level' })).convert(Decimal.from(text))
    assert.equal(outcome.ok ? outcome.value : undefined, expected)
  }
})

test('an enumeration of null alone or of mixed types is described without a type', () => {
  const [nothing, mixed] = [literal([null], { name: 'Nothing' }), literal([true, 2], { name: 'Mixed' })]
  class Described extends Model({ nothing, mixed }) {}
  assert.deepEqual(Described.jsonSchema()['$defs'], {
    Nothing: { title: 'Nothing', enum: [null] },
    Mixed: { title: 'Mixed', enum: [true, 2] },
  })
})

test('enumerations of the same values are defined once for each name', () => {
  const level = () => literal([1, 2], { name: 'Level' })
  class Ranked extends Model({ level: level(), most: level(), rank: literal([1, 2], { name: 'Rank' }) }) {}
  assert.deepEqual(Ranked.jsonSchema()['$defs'], {
    Level: { title: 'Level', enum: [1, 2], type: 'integer' },
    Rank: { title: 'Rank', enum: [1, 2], type: 'integer' },
  })
})

test('values that cannot be literals are mistakes', () => {
  assert.deepEqual(literal([]).mistakes, ['literal() lists no value; write at least one'])
  assert.deepEqual(literal(['a', 'a', Number.NaN]).mistakes, [
    'literal() lists "a" more than once; list it once',
    'literal() lists NaN, which JSON cannot hold; leave it out',
  ])
})

test('an enumeration of floats lists them as Python writes them', () => {
  const refused = createConverter(literal([0.00005, 0.5], { name: 'Rate' })).convert(1)
  assert.equal(refused.ok || refused.issues[0]?.msg, 'Input should be 5e-05 or 0.5')
})

test('an enumeration of floats accepts them as strings, as pydantic does', () => {
  const size = literal([0.5, 2], { name: 'Size' })
  for (const generate of [true, false]) {
    const { convert } = createConverter(size, { generate })
    for (const [input, value] of [
      ['0.5', 0.5],
      [' 2 ', 2],
      ['5e-1', 0.5],
      ['.5', 0.5],
      [2, 2],
    ] as const)
      assert.deepEqual(convert(input), { ok: true, value })
    for (const input of ['1_0', 'x', 'inf', true]) {
      const refused = convert(input)
      assert.equal(refused.ok ? undefined : refused.issues[0]?.type, 'enum')
    }
  }
  class Box extends Model({ size }) {}
  assert.deepEqual(Box.jsonSchema()['$defs'], { Size: { title: 'Size', enum: [0.5, 2], type: 'number' } })
  const choice = createConverter(union([size, list(integer())])).convert('x')
  assert.deepEqual(choice.ok ? [] : choice.issues.map(({ loc }) => loc[0]), ['float-enum[Size]', 'list[int]'])
})

test('a literal of many values accepts and refuses the same as one of few', () => {
  const values = [0, 1, 2, 3, 4, 5, 6, 7, 'eight', null] as const
  for (const generate of [true, false]) {
    const { convert } = createConverter(literal(values), { generate })
    for (const value of values) assert.deepEqual(convert(value), { ok: true, value })
    assert.deepEqual(convert(-0), { ok: true, value: 0 })
    for (const input of [8, '1', 'Eight', undefined, [0]]) assert.ok(!convert(input).ok)
  }
})

test('many values are compared in time linear in their number', () => {
  const values = Array.from({ length: 300_000 }, (_, index) => `value ${index}`)
  // The timeout ends a hang: this takes a fraction of a second, and minutes if each value is compared with all before it.
  const kind = runInNewContext('make()', { make: () => literal([...values, 'value 0']) }, { timeout: 10_000 })
  assert.deepEqual(kind.mistakes, ['literal() lists "value 0" more than once; list it once'])
})
