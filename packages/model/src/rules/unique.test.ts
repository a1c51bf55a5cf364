import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, createConverter, date, integer, type Kind, list, Model, nested } from '../index.ts'

test('items nested too deeply to be compared are refused', () => {
  const nested = (levels: number): unknown => {
    let deep: unknown = 1
    for (let level = 0; level < levels; level++) deep = level % 2 ? [deep] : { deep }
    return deep
  }
  const loop: Record<string, unknown> = {}
  loop['loop'] = loop
  const ring: unknown[] = []
  ring.push(ring)
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(list(any(), { uniqueItems: true }), options)
    assert.ok(convert([nested(1000), 1]).ok)
    for (const item of [nested(1001), nested(100_000), loop, ring]) {
      const refused = convert([item, 1])
      assert.deepEqual(!refused.ok && refused.issues.map(({ type, loc, msg }) => [type, loc, msg]), [
        ['recursion_loop', [], 'Recursion error - cyclic reference detected'],
      ])
      assert.ok(convert([item]).ok)
    }
  }
})

// table: a kind, items of which two are equal, and the indexes of these.
const repeated: readonly (readonly [Kind, readonly unknown[], number, number])[] = [
  [integer(), [3, 1, 2, 1], 1, 3],
  [integer(), [1, '1'], 0, 1],
  [integer(), [0, -0], 0, 1],
  [date(), ['2026-01-02', '2026-01-03', '2026-01-03'], 1, 2],
  [any(), ['a', { b: 1, c: [2] }, null, { c: [2], b: 1 }], 1, 3],
]

test('§2.7 the issue names the first two items that are equal, in input and in replies', () => {
  for (const [item, items, first, second] of repeated)
    for (const options of [{ stringify: false }, { stringify: true }, { generate: false }]) {
      const { convert, write } = createConverter(list(item, { uniqueItems: true }), options)
      for (const result of [convert(items), write(items)]) {
        const issue = result.ok ? undefined : result.issues[0]
        assert.deepEqual(issue?.ctx, { first, second })
        assert.equal(issue?.msg, `List should have unique items, but items ${first} and ${second} are equal`)
      }
    }
})

test('a single item is not compared, so nested lists are not written again on every level', () => {
  let writings = 0
  const plain = integer()
  const counted: Kind<number, number, false> = {
    ...plain,
    serialize(value) {
      writings++
      return value
    },
  }
  class Branch extends Model({
    size: counted,
    parts: list(
      nested<unknown>((): unknown => Branch),
      { default: [], uniqueItems: true },
    ),
  }) {}
  let tree: unknown = { size: 0 }
  for (let level = 0; level < 100; level++) tree = { size: 0, parts: [tree] }
  for (const options of [{}, { generate: false }]) {
    assert.ok(createConverter(Branch, options).convert(tree).ok)
    assert.equal(writings, 0)
  }
})
