import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { Description } from '../schema/description.ts'
import { type LiteralValue, literal } from './literal.ts'

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
    [[0], -0, 0],
    [[1, 2], '1', undefined],
    [[null, 'a'], null, null],
  ]

for (const [values, input, expected] of numbersAndBooleans) {
  test(`literal(${JSON.stringify(values)}) takes ${input} as ${expected}`, () => {
    for (const generate of [true, false]) {
      const outcome = createConverter(literal(values), { generate }).convert(input)
      assert.deepEqual(outcome.ok ? outcome.value : undefined, expected)
    }
  })
}

test('names of what cannot be a literal are told as mistakes', () => {
  assert.deepEqual(literal([]).mistakes, ['literal() lists no value; give at least one'])
  assert.deepEqual(literal(['a', 'a', Number.NaN]).mistakes, [
    'literal() lists "a" more than once; list it once',
    'literal() lists NaN, which JSON cannot hold; leave it out',
  ])
})
