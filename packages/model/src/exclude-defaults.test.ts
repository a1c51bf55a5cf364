import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConverterOptions, createConverter } from './converter.ts'
import { any } from './kinds/any.ts'
import { datetime } from './kinds/datetime.ts'
import { decimal } from './kinds/decimal.ts'
import { discriminated } from './kinds/discriminated.ts'
import { integer } from './kinds/integer.ts'
import type { KindLike } from './kinds/kind.ts'
import { list } from './kinds/list.ts'
import { literal } from './kinds/literal.ts'
import { nested } from './kinds/nested.ts'
import { nullable } from './kinds/nullable.ts'
import { number } from './kinds/number.ts'
import { record } from './kinds/record.ts'
import { set } from './kinds/set.ts'
import { after } from './kinds/step.ts'
import { string } from './kinds/string.ts'
import { tuple } from './kinds/tuple.ts'
import { union } from './kinds/union.ts'
import { Model } from './model.ts'
import { DateTime } from './text/datetime.ts'
import { Decimal } from './text/decimal.ts'

class Inner extends Model({ a: integer({ default: 1 }), b: nullable(string()) }) {}
class Tagged extends Model({
  n: integer(),
  tags: list(string(), { default: ['a'] }),
  inner: nested(() => Inner, { default: new Inner({ b: 'x' }) }),
}) {}
class Item extends Model({
  name: string(),
  text: nullable(string(), { default: null }),
  size: integer({ default: 10 }),
  tags: list(string(), { default: [] }),
  made: list(string(), { default: () => ['x'] }),
  inner: nested(() => Inner, { default: () => new Inner({ b: 'x' }) }),
  counts: record(integer(), { default: { a: 1, b: 2 } }),
  price: decimal({ default: Decimal.from('1.0') }),
}) {}
class Priced extends Model({ price: decimal({ default: Decimal.from('1') }) }) {}
class Dated extends Model({
  offers: list(Priced, { default: () => [new Priced({ price: '2.50' })] }),
  at: datetime({ default: DateTime.from('2026-01-02T03:04:05Z') }),
}) {}
class Renamed extends Model({
  m: integer({ default: 1, alias: '__proto__' }),
  createdAt: string({ default: 'x', alias: 'created_at' }),
}) {}
class Nameless extends Model({}) {}
class Open extends Model({ a: integer({ default: 1 }) }, { extra: 'allow' }) {}
class Cat extends Model({ kind: literal(['cat'], { default: 'cat' }), n: integer({ default: 0 }) }) {}
class Dog extends Model({ kind: literal(['dog'], { default: 'dog' }), n: integer({ default: 0 }) }) {}
class Tree extends Model({
  name: string({ default: 'leaf' }),
  children: list(
    nested<Tree>((): unknown => Tree),
    { default: [] },
  ),
}) {}
class Owner extends Model({
  pet: union([Cat, Dog], { default: () => new Dog({}) }),
  more: union([list(Inner), integer()], { default: 0 }),
}) {}
class Ours extends Model({ id: integer() }) {}
class Theirs extends Model({ id: integer() }) {}
class Extended extends Ours {}
const ofUs = { default: () => new Extended({ id: 1 }) }
class Slugged extends Model(
  { title: string({ default: 'T' }), slug: string({ default: '' }) },
  {
    check: [after((post: { title: string; slug: string }) => ({ ...post, slug: post.title.toLowerCase() }))],
  },
) {}
class Assigned extends Model(
  { title: string({ default: 'T' }), slug: string({ default: '' }) },
  {
    check: [
      after((post: { title: string; slug: string }) => {
        post.slug = post.title.toLowerCase()
        return post
      }),
    ],
  },
) {}
const loud = string(
  { default: 'x' },
  after((text: string) => text.toUpperCase()),
)
const required = any(
  {},
  after((): unknown => undefined),
)
const nothing = any(
  { default: 1 },
  after((): unknown => undefined),
)
class Loud extends Model({ text: loud }) {}
class Uncountable extends Model({ f: number({ default: Number.NaN }) }) {}

// table: a title, a declaration, a value, and its text as pydantic writes it with `exclude_unset` and `exclude_defaults`.
const written: readonly [string, KindLike, unknown, string, string][] = [
  ['fields that are not given are left out', Item, { name: 'n' }, '{"name":"n"}', '{"name":"n"}'],
  ['undefined counts as not given', Item, { name: 'n', size: undefined }, '{"name":"n"}', '{"name":"n"}'],
  [
    'fields given as their defaults',
    Item,
    {
      name: 'n',
      text: null,
      size: 10,
      tags: [],
      made: ['x'],
      inner: { a: 1, b: 'x' },
      counts: { b: 2, a: 1 },
      price: '1.00',
    },
    '{"name":"n","text":null,"size":10,"tags":[],"made":["x"],"inner":{"a":1,"b":"x"},"counts":{"b":2,"a":1},"price":"1.00"}',
    '{"name":"n"}',
  ],
  [
    'fields given with other values',
    Item,
    {
      name: 'n',
      text: '',
      size: '11',
      tags: ['x'],
      made: [],
      inner: { b: null },
      counts: { a: 1 },
      price: '1.01',
    },
    '{"name":"n","text":"","size":11,"tags":["x"],"made":[],"inner":{"b":null},"counts":{"a":1},"price":"1.01"}',
    '{"name":"n","text":"","size":11,"tags":["x"],"made":[],"inner":{"b":null},"counts":{"a":1},"price":"1.01"}',
  ],
  [
    'values equal to the default but written differently',
    Dated,
    { offers: [{ price: '2.5' }], at: new Date('2026-01-02T03:04:05Z') },
    '{"offers":[{"price":"2.5"}],"at":"2026-01-02T03:04:05Z"}',
    '{}',
  ],
  [
    'values that differ from the default slightly',
    Dated,
    { offers: [{ price: '1.00' }], at: '2026-01-02T03:04:06Z' },
    '{"offers":[{"price":"1.00"}],"at":"2026-01-02T03:04:06Z"}',
    '{"offers":[{}],"at":"2026-01-02T03:04:06Z"}',
  ],
  [
    'a set equal to the default, in another order',
    Model({ tags: set(decimal(), { default: new Set([Decimal.from(1), Decimal.from(2)]) }) }),
    { tags: [2, '1.0'] },
    '{"tags":["2","1.0"]}',
    '{}',
  ],
  [
    'a subset of the default',
    Model({ tags: set(string(), { default: new Set(['a', 'b']) }) }),
    { tags: ['a'] },
    '{"tags":["a"]}',
    '{"tags":["a"]}',
  ],
  [
    'a set other than the default',
    Model({ tags: set(string(), { default: new Set(['a', 'b']) }) }),
    { tags: ['a', 'a', 'c'] },
    '{"tags":["a","c"]}',
    '{"tags":["a","c"]}',
  ],
  ['aliases', Renamed, { m: 1, created_at: 'y' }, '{"__proto__":1,"created_at":"y"}', '{"created_at":"y"}'],
  ['own names', Renamed, { createdAt: 'y' }, '{"created_at":"y"}', '{"created_at":"y"}'],
  ['extra keys stay', Open, { a: 1, z: null }, '{"a":1,"z":null}', '{"z":null}'],
  ['extra keys without any field', Open, { z: { a: 1 } }, '{"z":{"a":1}}', '{"z":{"a":1}}'],
  [
    'models in a list',
    list(Inner),
    [{ b: 'x' }, { a: 1, b: 'y' }, { a: 2, b: null }],
    '[{"b":"x"},{"a":1,"b":"y"},{"a":2,"b":null}]',
    '[{"b":"x"},{"b":"y"},{"a":2,"b":null}]',
  ],
  ['models in a record', record(Inner), { k: { b: 'x' } }, '{"k":{"b":"x"}}', '{"k":{"b":"x"}}'],
  [
    'models in a tuple',
    tuple([integer(), Inner]),
    [1, { a: 1, b: null }],
    '[1,{"a":1,"b":null}]',
    '[1,{"b":null}]',
  ],
  ['a nullable model', nullable(Inner), { b: 'x' }, '{"b":"x"}', '{"b":"x"}'],
  ['a member of a union', union([Cat, Dog]), { kind: 'dog', n: 0 }, '{"kind":"dog","n":0}', '{}'],
  [
    'a list that is a member of a union',
    union([Tagged, list(Tagged)]),
    [{ n: 1 }, { n: 1, tags: ['a'] }, { n: 1, inner: { a: 1, b: 'x' } }],
    '[{"n":1},{"n":1,"tags":["a"]},{"n":1,"inner":{"a":1,"b":"x"}}]',
    '[{"n":1},{"n":1},{"n":1}]',
  ],
  ['a member chosen by its tag', discriminated('kind', [Cat, Dog]), { kind: 'dog' }, '{"kind":"dog"}', '{}'],
  [
    'a recursive model',
    Tree,
    { children: [{ name: 'leaf' }, { children: [] }] },
    '{"children":[{"name":"leaf"},{"children":[]}]}',
    '{"children":[{},{}]}',
  ],
  [
    'a member that differs from the default only in its tag',
    Owner,
    { pet: { kind: 'cat', n: 0 }, more: [{ b: null }] },
    '{"pet":{"kind":"cat","n":0},"more":[{"b":null}]}',
    '{"pet":{},"more":[{"b":null}]}',
  ],
  [
    'a member equal to the default',
    Owner,
    { pet: { kind: 'dog', n: 0 }, more: 0 },
    '{"pet":{"kind":"dog","n":0},"more":0}',
    '{}',
  ],
  [
    'an instance that differs from the default only in its model',
    Model({ user: union([Ours, Theirs], ofUs), data: any(ofUs) }),
    { user: new Theirs({ id: 1 }), data: new Theirs({ id: 1 }) },
    '{"user":{"id":1},"data":{"id":1}}',
    '{"user":{"id":1},"data":{"id":1}}',
  ],
  [
    'a default that is a plain object',
    Model({ inner: nested(() => Inner, { default: { a: 1, b: 'x' } }) }),
    { inner: { b: 'x' } },
    '{"inner":{"b":"x"}}',
    '{}',
  ],
  [
    'a default of a class that extends the model',
    Model({ user: union([Ours, Theirs], ofUs), data: any(ofUs) }),
    { user: new Extended({ id: 1 }), data: new Extended({ id: 1 }) },
    '{"user":{"id":1},"data":{"id":1}}',
    '{}',
  ],
  [
    "a value of a class that extends the default's class",
    Model({ data: any({ default: () => new Ours({ id: 1 }) }) }),
    { data: new Extended({ id: 1 }) },
    '{"data":{"id":1}}',
    '{"data":{"id":1}}',
  ],
  [
    'null made by a validator of a field without a default',
    Model({ v: required }),
    { v: 1 },
    '{"v":null}',
    '{"v":null}',
  ],
  [
    'an instance made by a check',
    Slugged,
    { title: 'Tea' },
    '{"title":"Tea","slug":"tea"}',
    '{"title":"Tea","slug":"tea"}',
  ],
  ['of what is not given', Slugged, {}, '{"slug":"t"}', '{"slug":"t"}'],
  ['what a check sets', Assigned, {}, '{"slug":"t"}', '{"slug":"t"}'],
  ['a default that no validator has seen', Loud, {}, '{}', '{}'],
  ['what a validator made of it', Loud, { text: 'x' }, '{"text":"X"}', '{"text":"X"}'],
  ['what a validator made nothing of', Model({ v: nothing }), { v: 1 }, '{"v":null}', '{"v":null}'],
  ['a default that no number is', Uncountable, {}, '{}', '{"f":null}'],
  ['what no number is', Uncountable, { f: Number.NaN }, '{"f":null}', '{"f":null}'],
  [
    'an instance has all of its fields',
    any(),
    { inner: new Inner({ b: 'x' }), data: { z: null } },
    '{"inner":{"a":1,"b":"x"},"data":{"z":null}}',
    '{"inner":{"b":"x"},"data":{"z":null}}',
  ],
  ['also as what is declared', Inner, new Inner({ b: 'x' }), '{"a":1,"b":"x"}', '{"b":"x"}'],
  ['items that must differ', list(Inner, { uniqueItems: true }), [{ b: 'x' }], '[{"b":"x"}]', '[{"b":"x"}]'],
]

const BACK_ENDS: Readonly<Record<string, ConverterOptions>> = {
  generated: { stringify: false },
  "the engine's": { stringify: true },
  composed: { generate: false },
}

for (const [backEnd, options] of Object.entries(BACK_ENDS)) {
  for (const [name, declared, value, unset, defaults] of written) {
    test(`excludeUnset and excludeDefaults, ${backEnd} writer: ${name}`, () => {
      const write = (exclusion: ConverterOptions) =>
        createConverter(declared, { ...options, ...exclusion }).write(value)
      assert.deepEqual(write({ excludeUnset: true }), { ok: true, value: unset })
      assert.deepEqual(write({ excludeDefaults: true }), { ok: true, value: defaults })
    })
  }

  test(`exclusions add up, ${backEnd} writer`, () => {
    const write = (exclusion: ConverterOptions) =>
      createConverter(Item, { ...options, ...exclusion }).write({
        name: 'n',
        text: null,
        size: 10,
        tags: ['x'],
      })
    assert.deepEqual(write({ excludeUnset: true, excludeNone: true }), {
      ok: true,
      value: '{"name":"n","size":10,"tags":["x"]}',
    })
    assert.deepEqual(write({ excludeUnset: true, excludeDefaults: true }), {
      ok: true,
      value: '{"name":"n","tags":["x"]}',
    })
  })
}

/** Values that all differ from each other. */
const distinct: readonly unknown[] = [
  1,
  true,
  'x',
  null,
  ['x'],
  { c: 1 },
  Decimal.from('2'),
  DateTime.from('2026-01-02T03:04:05Z'),
  new Inner({ b: 'x' }),
  new Open({}),
  new Nameless({}),
]

test('excludeDefaults keeps a value that differs from the default in type', () => {
  for (const byDefault of distinct)
    for (const value of distinct) {
      const { write } = createConverter(Model({ value: any({ default: () => byDefault }) }), {
        excludeDefaults: true,
      })
      const written = write({ value })
      assert.equal(written.ok && written.value === '{}', value === byDefault)
    }
})

test('a field that excludeUnset left out is read again as its default', () => {
  for (const options of Object.values(BACK_ENDS)) {
    const { write, convert } = createConverter(Renamed, { ...options, excludeUnset: true })
    const short = { ok: true, value: '{"created_at":"y"}' } as const
    assert.deepEqual(write({ createdAt: 'y' }), short)
    const read = convert(JSON.parse(short.value))
    assert.deepEqual(read, { ok: true, value: new Renamed({ createdAt: 'y' }) })
    assert.deepEqual(write(read.ok && read.value), { ok: true, value: '{"__proto__":1,"created_at":"y"}' })
  }
})
