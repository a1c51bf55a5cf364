import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, string, tuple } from '../index.ts'

const declared = tuple(string(), { minItems: 1, maxItems: 3 })

// table: an input, and the issues that pydantic gives: type, location, and the count in the context.
const refused: readonly (readonly [unknown[], string[]])[] = [
  [[1, 'a', 'b', 'c'], ['string_type 0']],
  [
    ['a', 1, 2, 3, 4],
    ['string_type 1', 'string_type 2', 'string_type 3', 'string_type 4'],
  ],
  [['a', 'b', 'c', 'd'], ['too_long  4']],
  [['a', 'b', 'c', 'd', 1], ['too_long  5']],
  [['a', 1, 'b', 'c', 'd', 2], ['too_long  6']],
  [
    [1, 2],
    ['string_type 0', 'string_type 1', 'too_short  0'],
  ],
  [[], ['too_short  0']],
]

for (const [given, expected] of refused) {
  for (const generate of [true, false]) {
    test(`a tuple of one to three strings refuses ${JSON.stringify(given)}, generated: ${generate}`, () => {
      const result = createConverter(declared, { generate }).convert(given)
      const issues = result.ok ? [] : result.issues
      const summaries = issues.map(({ type, loc, ctx }) =>
        [type, loc.join('.'), ctx?.['actual_length']].join(' ').trimEnd(),
      )
      assert.deepEqual(summaries, expected)
    })
  }
}
