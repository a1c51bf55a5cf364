import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { Conversion } from '../kinds/conversion.ts'
import { integer } from '../kinds/integer.ts'
import type { Kind } from '../kinds/kind.ts'
import { mistakesOf } from '../kinds/mistakes.ts'
import { number } from '../kinds/number.ts'
import { Description } from '../schema/description.ts'

test('§2.7 the first bound that does not hold is told, the unit before the bounds and the upper before the lower', () => {
  const told: [Kind, unknown, object | undefined][] = [
    [integer({ gt: 3, lt: 10, multipleOf: 3 }), 6, undefined],
    [integer({ gt: 10, lt: 20, multipleOf: 3 }), 7, { multiple_of: 3 }],
    [integer({ ge: 10, lt: 20 }), 9, { ge: 10 }],
    [integer({ le: 5, lt: 3 }), 9, { le: 5 }],
    [integer({ ge: 9, gt: 8 }), 1, { ge: 9 }],
    [integer({ multipleOf: 7 }), 10n ** 20n, { multiple_of: 7 }],
    [integer({ le: 150 }), 10n ** 20n, { le: 150 }],
    [number({ multipleOf: 0.1 }), 0.3, undefined],
    [number({ multipleOf: 0.1 }), -0.7, undefined],
    [number({ multipleOf: 0.1 }), 0.35, { multiple_of: 0.1 }],
    [number({ multipleOf: 3 }), -(1e16 + 2), undefined],
    [number({ gt: 0 }), Number.NaN, { gt: 0 }],
    [number({ lt: 0 }), Number.NEGATIVE_INFINITY, undefined],
  ]
  for (const [kind, input, context] of told) {
    for (const generate of [true, false]) {
      const outcome = createConverter(kind, { generate }).convert(input)
      assert.deepEqual(outcome.ok ? undefined : outcome.issues[0]?.ctx, context, String(input))
    }
  }
})

test('§2.7 bounds describe themselves in the words of JSON Schema', () => {
  const description = new Description('input')
  const bounds = { gt: 0, ge: 1, lt: 10, le: 9, multipleOf: 2 }
  const words = { exclusiveMinimum: 0, minimum: 1, exclusiveMaximum: 10, maximum: 9, multipleOf: 2 }
  assert.deepEqual(integer(bounds).describe(description), { type: 'integer', ...words })
  assert.deepEqual(number(bounds).describe(description), { type: 'number', ...words })
})

test('bounds that cannot be meant are mistakes of the declaration', () => {
  assert.deepEqual(mistakesOf(integer({ ge: Number.NaN })), ['ge is NaN; give a finite number'])
  assert.deepEqual(mistakesOf(number({ multipleOf: 0 })), ['multipleOf is 0; give a number above 0'])
  assert.deepEqual(mistakesOf(integer({ multipleOf: 0.5 })), [
    'multipleOf is 0.5; give a whole number, or use number()',
  ])
  assert.deepEqual(mistakesOf(integer({ ge: 5, le: 4 })), ['ge 5 leaves nothing under le 4'])
  assert.deepEqual(mistakesOf(integer({ gt: 5, le: 5 })), ['gt 5 leaves nothing under le 5'])
  assert.deepEqual(mistakesOf(integer({ ge: 5, le: 5, multipleOf: 5 })), [])
})

test('an integer beyond ±(2^53−1) is refused, and a bound tells of it first', () => {
  const tooLarge: unknown[] = [2 ** 53, -(2 ** 53), 10n ** 20n, '9007199254740993', '1'.repeat(5000), 1e300]
  for (const input of tooLarge) {
    const state = new Conversion()
    integer().convert(input, state)
    assert.equal(state.issues[0]?.type, 'int_parsing_size', String(input))
  }
  const outcome = createConverter(integer({ le: 150 })).convert('9007199254740993')
  assert.equal(outcome.ok ? '' : outcome.issues[0]?.type, 'less_than_equal')
})

test('an integer has no negative zero', () => {
  for (const generate of [true, false]) {
    const converter = createConverter(integer(), { generate })
    for (const input of [-0, '-0']) assert.deepEqual(converter.convert(input), { ok: true, value: 0 })
  }
})
