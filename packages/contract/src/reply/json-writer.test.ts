import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { writeJson } from './json-writer.ts'

const cycle: { self?: unknown } = {}
cycle.self = cycle
const shared = { d: 1n }
const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)

const texts: readonly [string, unknown, string][] = [
  ['exact digits for a bigint', { input: 12345678901234567890n }, '{"input":12345678901234567890}'],
  ['null for NaN and infinities', [Number.NaN, Number.POSITIVE_INFINITY, 1n], '[null,null,1]'],
  ['a string for bytes', { a: new Uint8Array([0x61, 0xff]), b: 1n }, '{"a":"a\ufffd","b":1}'],
  ['a mark for a cycle', cycle, '{"self":"…"}'],
  [
    'an object twice that occurs twice',
    { a: [1n], b: shared, c: shared },
    '{"a":[1],"b":{"d":1},"c":{"d":1}}',
  ],
  ['an escape for a lone surrogate', '\ud800', '"\\ud800"'],
  ['null for a hole', Object.assign(new Array(2), { 1: 1n }), '[null,1]'],
  ['null for undefined', undefined, 'null'],
  ['null for a function', () => 1, 'null'],
  ['the result of toJSON', { at: new Date(0), n: 1n }, '{"at":"1970-01-01T00:00:00.000Z","n":1}'],
  ['null next to a bigint', { a: null, b: [null, 1n] }, '{"a":null,"b":[null,1]}'],
  ['a member toJSON that is not a function', { toJSON: 5, n: 1n }, '{"toJSON":5,"n":1}'],
  ['no functions as members', { a: () => 1, n: 1n }, '{"n":1}'],
  ['no members that JSON cannot express', { a: undefined, b: Symbol('x'), c: 1n }, '{"c":1}'],
  [
    'a mark for a getter that throws',
    {
      get a() {
        throw new Error('no')
      },
    },
    '"…"',
  ],
]

for (const [title, value, text] of texts) {
  test(`§7 a failure is written with ${title}`, () => assert.equal(writeJson(value), text))
}

test('§7 nesting is cut off below 600 levels', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1n : [nested(levels - 1)])
  assert.equal(writeJson(nested(600)), `${'['.repeat(600)}1${']'.repeat(600)}`)
  assert.equal(writeJson(nested(602)), `${'['.repeat(601)}"…"${']'.repeat(601)}`)
})

test('§7 nesting beyond the stack is cut off', () => {
  assert.doesNotThrow(() => JSON.parse(writeJson({ deep, n: 1n })))
})

test('§7 any value is written as valid JSON', () => {
  const values = fc.anything({
    withBigInt: true,
    withTypedArray: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  })
  fc.assert(
    fc.property(values, (value) => void JSON.parse(writeJson(value))),
    { numRuns: 2000 },
  )
})
