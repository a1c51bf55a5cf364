import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../../converter.ts'
import { Model } from '../../model.ts'
import { any } from '../any.ts'
import { integer } from '../integer.ts'
import { list } from '../list.ts'
import { nested } from '../nested.ts'
import { nullable } from '../nullable.ts'
import { record } from '../record.ts'
import { before } from '../step.ts'
import { string } from '../string.ts'
import { union } from '../union.ts'

class Left extends Model({ left: integer({ default: 0 }), tree: nested<unknown>((): unknown => Tree) }) {}
class Right extends Model({ right: integer({ default: 0 }), tree: nested<unknown>((): unknown => Tree) }) {}
class Leaf extends Model({ leaf: integer() }, { extra: 'forbid' }) {}
class Tree extends Model({ node: union([Left, Right, Leaf]) }) {}

const key = () => string({ default: '', secret: true })
class Locked extends Model({ key: key(), need: integer(), tree: nested<unknown>((): unknown => Safe) }) {}
class Open extends Model({ key: key(), tree: nested<unknown>((): unknown => Safe) }) {}
class Safe extends Model({ node: union([Locked, Open, Leaf]) }) {}

/** More reads of the innermost value than any test here needs, and far fewer than doubling on each level would cause. */
const TOO_MANY = 100_000

/** An object with this value, which throws if it is read too often. */
function watchedLeaf(leaf: unknown): object {
  let looks = 0
  return {
    get leaf() {
      looks++
      if (looks > TOO_MANY) throw new Error('looked at too often')
      return leaf
    },
  }
}

/** Data that fits either of the first two members on every level, around a watched leaf. */
function treeOf(depth: number, leaf: unknown): unknown {
  let tree: unknown = { node: watchedLeaf(leaf) }
  for (let level = 0; level < depth; level++) tree = { node: { left: 1, tree } }
  return tree
}

const converters = [true, false].flatMap((generate) => [
  createConverter(Tree, { generate }),
  createConverter(Safe, { generate }),
])

test('mutually recursive models of a union cost the same on every level', () => {
  for (const { convert, write } of converters) {
    for (const depth of [10, 40, 200]) {
      assert.ok(convert(treeOf(depth, 1)).ok)
      assert.ok(write(treeOf(depth, 1)).ok)
      assert.ok(!convert(treeOf(depth, 'x')).ok)
      assert.ok(!write(treeOf(depth, 'x')).ok)
    }
  }
})

/** A union used in a strict model and in a lax one. */
const link = union([nested<unknown>((): unknown => Exact), nested<unknown>((): unknown => Lax), Leaf])
class Exact extends Model({ next: link }, { strict: true }) {}
class Lax extends Model({ next: link }) {}

test('strict and lax models that share a union cost the same on every level', () => {
  for (const depth of [10, 40, 200]) {
    for (const leaf of [1, 'x']) {
      let chain: unknown = watchedLeaf(leaf)
      for (let level = 0; level < depth; level++) chain = { next: chain }
      assert.equal(createConverter(Lax).convert(chain).ok, leaf === 1)
    }
  }
})

/** A model that is also a record: on each level, one of them goes deeper than the other. */
class Link extends Model({
  next: nullable(union([record(nested((): unknown => Link)), record(any()), nested((): unknown => Link)])),
}) {}

test('a result from higher up is not reused where it would be too deep to be written', () => {
  for (const generate of [true, false]) {
    const { convert, write } = createConverter(Link, { generate })
    for (const depth of [200, 255, 256, 257, 258, 300, 400]) {
      let chain: unknown = { next: null }
      for (let level = 0; level < depth; level++) chain = { next: chain }
      const made = convert(chain)
      assert.ok(made.ok)
      const written = write(made.value)
      assert.ok(written.ok)
      assert.equal(written.value, JSON.stringify(chain))
    }
  }
})

test('a validator that returns a copy of its input does not make a union start over', () => {
  let copies = 0
  const copied = before((input) => {
    copies++
    if (copies > TOO_MANY) throw new Error('copied too often')
    return structuredClone(input)
  })
  const members = [nested<unknown>((): unknown => Wide), nested<unknown>((): unknown => Long), Leaf]
  const copiedLink = union(members, {}, copied)
  class Wide extends Model({ next: copiedLink }) {}
  class Long extends Model({ next: copiedLink }) {}
  for (const depth of [10, 40, 200]) {
    for (const leaf of [1, 'x']) {
      let chain: unknown = { leaf }
      for (let level = 0; level < depth; level++) chain = { next: chain }
      assert.equal(createConverter(Wide).convert(chain).ok, leaf === 1)
    }
  }
})

class Some extends Model({
  items: list(integer()),
  tree: nullable(
    nested<unknown>((): unknown => Grown),
    { default: null },
  ),
}) {}
class More extends Model({
  items: list(integer()),
  tree: nullable(
    nested<unknown>((): unknown => Grown),
    { default: null },
  ),
}) {}
class Grown extends Model({ node: union([Some, More]) }) {}

test('a large value deep in a union is not read again for each member on each level', () => {
  let looks = 0
  const items = Object.defineProperty(Array.from<unknown>({ length: 100_000 }).fill(1), 0, {
    get: () => {
      looks++
      return 'x'
    },
  })
  let tree: unknown = { node: { items } }
  for (let level = 0; level < 12; level++) tree = { node: { items: [], tree } }
  const result = createConverter(Grown).convert(tree)
  assert.ok(!result.ok && result.issues.some(({ type }) => type === 'int_parsing'))
  assert.ok(looks < 200, `looked at ${looks} times`)
})

test('every member reports its issues on every level, as in pydantic, up to some thousands', () => {
  const { convert } = createConverter(Tree)
  for (const [depth, count] of [
    [2, 21],
    [6, 381],
    [8, 1533],
  ] as const) {
    const result = convert(treeOf(depth, 'x'))
    assert.equal(result.ok ? 0 : result.issues.length, count)
  }
  const result = convert(treeOf(200, 'x'))
  assert.ok(!result.ok)
  assert.ok(result.issues.length < 20_000)
  const repeated = result.issues.find(({ type }) => type === 'union_repeated')
  assert.equal(repeated?.msg, 'Input fits no member of its union, as already reported')
  // Issues that are cut short were reported before: the innermost fault is among the first.
  assert.ok(result.issues.slice(0, 10).some(({ loc }) => loc.at(-1) === 'leaf'))
})

class Bolted extends Model({
  pin: integer({ secret: true }),
  inner: nullable(
    nested<unknown>((): unknown => Vault),
    { default: null },
  ),
}) {}
class Sealed extends Model({
  pin: integer({ secret: true }),
  inner: nullable(
    nested<unknown>((): unknown => Vault),
    { default: null },
  ),
}) {}
class Vault extends Model({ lock: union([Bolted, Sealed]) }) {}

test('issues that are cut short hide secrets, and every value gets as many issues as the first', () => {
  let vault: unknown = { lock: { pin: 'hunter2' } }
  for (let level = 0; level < 30; level++) vault = { lock: { pin: 1, inner: vault } }
  const { convert } = createConverter(Vault)
  const counts = [vault, vault].map((given) => {
    const result = convert(given)
    assert.ok(!result.ok)
    assert.ok(result.issues.some(({ type }) => type === 'union_repeated'))
    for (const { input } of result.issues) assert.equal(input, '***')
    return result.issues.length
  })
  assert.equal(counts[0], counts[1])
})
