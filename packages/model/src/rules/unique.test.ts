import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, createConverter, integer, type Kind, list, Model, nested } from '../index.ts'

test('items of too many levels to be compared are an issue', () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { deep }
  const loop: Record<string, unknown> = {}
  loop['loop'] = loop
  const ring: unknown[] = []
  ring.push(ring)
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(list(any(), { uniqueItems: true }), options)
    for (const item of [deep, loop, ring]) {
      const refused = convert([item, 1])
      assert.deepEqual(!refused.ok && refused.issues.map(({ type, loc }) => [type, loc]), [
        ['recursion_loop', []],
      ])
      assert.ok(convert([item]).ok)
    }
  }
})

test('one item is not compared: a list in a list in a list is not written anew on every level', () => {
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
