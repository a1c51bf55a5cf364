import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { Conversion } from '../kinds/conversion.ts'
import { integer } from '../kinds/integer.ts'
import type { Kind } from '../kinds/kind.ts'
import { number } from '../kinds/number.ts'
import { mistakesOf } from '../kinds/review/mistakes.ts'
import { Description } from '../schema/description.ts'

test('§2.7 the first broken rule is reported: multipleOf before the bounds, and upper bounds before lower ones', () => {
  const cases: [Kind, unknown, object | undefined][] = [
    [integer({ gt: 3, lt: 10, multipleOf: 3 }), 6, undefined],
    [integer({ gt: 10, lt: 20, multipleOf: 3 }), 7, { multiple_of: 3 }],
    [integer({ ge: 10, lt: 20 }), 9, { ge: 10 }],
    [integer({ le: 5, lt: 3 }), 9, { le: 5 }],
    [integer({ ge: 9, gt: 8 }), 1, { ge: 9 }],
    [integer({ multipleOf: 7 }), 10n ** 20n, { multiple_of: 7 }],
    [integer({ multipleOf: 10, le: 5 }), 10n ** 20n, { le: 5 }],
    [integer({ le: 150 }), 10n ** 20n, { le: 150 }],
    [number({ multipleOf: 0.1 }), 0.3, undefined],
    [number({ multipleOf: 0.1 }), -0.7, undefined],
    [number({ multipleOf: 0.1 }), 0.35, { multiple_of: 0.1 }],
    [number({ multipleOf: 3 }), -(1e16 + 2), undefined],
    [number({ gt: 0 }), Number.NaN, { gt: 0 }],
    [number({ lt: 0 }), Number.NEGATIVE_INFINITY, undefined],
  ]
  for (const [kind, input, context] of cases) {
    for (const generate of [true, false]) {
      const outcome = createConverter(kind, { generate }).convert(input)
      assert.deepEqual(outcome.ok ? undefined : outcome.issues[0]?.ctx, context, String(input))
    }
  }
})

// table: a kind, an input that breaks its bound, and the end of the message, as pydantic writes it.
const shownLimits: readonly (readonly [Kind, unknown, string])[] = [
  [number({ lt: 1 }), 2, 'less than 1'],
  [number({ lt: -2.5 }), 2, 'less than -2.5'],
  [number({ lt: 0.000001 }), 2, 'less than 0.000001'],
  [number({ lt: 1e-7 }), 2, 'less than 0.0000001'],
  [number({ le: -1.25e-7 }), 2, 'less than or equal to -0.000000125'],
  [number({ multipleOf: 1.5e-7 }), 1, 'a multiple of 0.00000015'],
  [number({ gt: 1e20 }), 2, 'greater than 100000000000000000000'],
  [number({ gt: 1e21 }), 2, 'greater than 1000000000000000000000'],
  [integer({ ge: -1.5e22 }), -(10n ** 23n), 'greater than or equal to -15000000000000000000000'],
]

test('§2.7 a message shows a limit without an exponent, and the context has it as a number', () => {
  for (const [kind, input, limit] of shownLimits) {
    const outcome = createConverter(kind).convert(input)
    const { msg, ctx = {} } = (outcome.ok ? undefined : outcome.issues[0]) ?? {}
    assert.deepEqual([msg, Object.values(ctx)], [`Input should be ${limit}`, Object.values(kind.options)])
  }
})

test('§2.7 bounds are described with the keywords of JSON Schema', () => {
  const description = new Description('input')
  const bounds = { gt: 0, ge: 1, lt: 10, le: 9, multipleOf: 2 }
  const words = { exclusiveMinimum: 0, minimum: 1, exclusiveMaximum: 10, maximum: 9, multipleOf: 2 }
  assert.deepEqual(integer(bounds).describe(description), { type: 'integer', ...words })
  assert.deepEqual(number(bounds).describe(description), { type: 'number', ...words })
})

test('bounds that make no sense are mistakes of the declaration', () => {
  assert.deepEqual(mistakesOf(integer({ ge: Number.NaN })), ['ge is NaN; write a finite number'])
  assert.deepEqual(mistakesOf(number({ multipleOf: 0 })), ['multipleOf is 0; write a number above 0'])
  assert.deepEqual(mistakesOf(integer({ multipleOf: 0.5 })), [
    'multipleOf is 0.5; write a whole number, or use number()',
  ])
  assert.deepEqual(mistakesOf(integer({ ge: 5, le: 4 })), [
    'ge 5 and le 4 leave nothing between them; change one of them',
  ])
  assert.deepEqual(mistakesOf(integer({ gt: 5, le: 5 })), [
    'gt 5 and le 5 leave nothing between them; change one of them',
  ])
  assert.deepEqual(mistakesOf(integer({ ge: 5, le: 5, multipleOf: 5 })), [])
  assert.deepEqual(mistakesOf(integer({ ge: Number.POSITIVE_INFINITY })), [
    'ge is Infinity; write a finite number',
  ])
  const most = Number.MAX_SAFE_INTEGER
  for (const bound of [{ ge: most }, { gt: most - 1 }, { le: -most }, { lt: 1 - most }])
    assert.deepEqual(mistakesOf(integer(bound)), [])
  assert.deepEqual(mistakesOf(integer({ lt: -most })), [
    'lt -9007199254740991 leaves no integer within ±(2^53−1); use decimal()',
  ])
})

test('an integer beyond ±(2^53−1) is refused, and by a bound first if there is one', () => {
  const tooLarge: unknown[] = [2 ** 53, -(2 ** 53), 10n ** 20n, '9007199254740993', '1'.repeat(5000), 1e300]
  for (const input of tooLarge) {
    const state = new Conversion()
    integer().convert(input, state)
    assert.equal(state.issues[0]?.type, 'int_parsing_size', String(input))
  }
  const outcome = createConverter(integer({ le: 150 })).convert('9007199254740993')
  assert.equal(outcome.ok ? '' : outcome.issues[0]?.type, 'less_than_equal')
})

test('an integer converts negative zero to zero', () => {
  for (const generate of [true, false]) {
    const converter = createConverter(integer(), { generate })
    for (const input of [-0, '-0']) assert.deepEqual(converter.convert(input), { ok: true, value: 0 })
  }
})
