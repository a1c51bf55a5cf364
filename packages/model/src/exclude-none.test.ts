import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConverterOptions, createConverter } from './converter.ts'
import { any } from './kinds/any.ts'
import { datetime } from './kinds/datetime.ts'
import { discriminated } from './kinds/discriminated.ts'
import { integer } from './kinds/integer.ts'
import type { KindLike } from './kinds/kind.ts'
import { list } from './kinds/list.ts'
import { literal } from './kinds/literal.ts'
import { nested } from './kinds/nested.ts'
import { nullable } from './kinds/nullable.ts'
import { number } from './kinds/number.ts'
import { record } from './kinds/record.ts'
import { after } from './kinds/step.ts'
import { string } from './kinds/string.ts'
import { tuple } from './kinds/tuple.ts'
import { union } from './kinds/union.ts'
import { Model } from './model.ts'

class Inner extends Model({ a: nullable(integer(), { default: null }), b: nullable(string()) }) {}
class Cat extends Model({ kind: literal(['cat']), lives: nullable(integer(), { default: null }) }) {}
class Dog extends Model({ kind: literal(['dog']), tricks: nullable(string(), { default: null }) }) {}
class Open extends Model({ a: nullable(integer(), { default: null }) }, { extra: 'allow' }) {}
class Tree extends Model({
  name: nullable(string()),
  children: list(
    nested<Tree>((): unknown => Tree),
    { default: [] },
  ),
}) {}
class Named extends Model({
  at: nullable(datetime(), { alias: 'createdAt' }),
  ['__proto__']: nullable(string(), { default: null, alias: '__proto__' }),
  note: nullable(string(), { default: 'x' }),
}) {}

// table: a title, a declaration, a value, and its text as FastAPI's `response_model_exclude_none` writes it.
const written: readonly [string, KindLike, unknown, string][] = [
  ['a null field is left out', Inner, { a: null, b: null }, '{}'],
  ['a field that is not null stays', Inner, { a: 0, b: '' }, '{"a":0,"b":""}'],
  ['models in a list', list(Inner), [{ b: null }, { b: 'x' }], '[{},{"b":"x"}]'],
  ['a null item stays', list(nullable(Inner)), [null, { b: null }], '[null,{}]'],
  ['a null value of a record stays', record(nullable(integer())), { x: null, y: 1 }, '{"x":null,"y":1}'],
  ['models in a record', record(Inner), { k: { b: null } }, '{"k":{}}'],
  ['models in a tuple', tuple([nullable(integer()), Inner]), [null, { b: null }], '[null,{}]'],
  ['a nullable that is null stays', nullable(Inner), null, 'null'],
  ['a member of a union', union([Cat, Dog]), { kind: 'dog', tricks: null }, '{"kind":"dog"}'],
  ['a list that is a member of a union', union([list(Inner), integer()]), [{ b: null }], '[{}]'],
  ['a member chosen by its tag', discriminated('kind', [Cat, Dog]), { kind: 'cat' }, '{"kind":"cat"}'],
  ['a recursive model', Tree, { name: null, children: [{ name: null }] }, '{"children":[{"children":[]}]}'],
  ['a null extra key is left out', Open, { y: { k: null }, z: null }, '{"y":{"k":null}}'],
  ['data without a model stays', any(), { z: null, l: [{ k: null }] }, '{"z":null,"l":[{"k":null}]}'],
  ['a model in data', any(), { m: new Inner({ b: null }), s: new Set([null]) }, '{"m":{},"s":[null]}'],
  ['a null written for NaN stays', Model({ f: number() }), { f: Number.NaN }, '{"f":null}'],
  ['aliases', Named, { at: null, note: null }, '{}'],
  ['a field named __proto__', Named, { at: null, ['__proto__']: 'p' }, '{"__proto__":"p","note":"x"}'],
  [
    'a field that a validator made null',
    Model({
      n: nullable(
        string(),
        {},
        after((text: string | null) => (text === 'x' ? null : text)),
      ),
    }),
    { n: 'x' },
    '{}',
  ],
  [
    'items under uniqueItems',
    list(Inner, { uniqueItems: true }),
    [{ b: null }, { b: 'x' }],
    '[{},{"b":"x"}]',
  ],
  ['a default of null', Model({ inner: nullable(Inner, { default: null }) }), {}, '{}'],
  [
    'a null field within a default',
    Model({ inner: nested(() => Inner, { default: () => ({ a: null, b: null }) }) }),
    {},
    '{"inner":{}}',
  ],
]

const BACK_ENDS: Readonly<Record<string, ConverterOptions>> = {
  generated: { stringify: false },
  "the engine's": { stringify: true },
  composed: { generate: false },
}

for (const [backEnd, options] of Object.entries(BACK_ENDS)) {
  for (const [name, declared, value, text] of written) {
    test(`excludeNone, ${backEnd} writer: ${name}`, () => {
      const { write } = createConverter(declared, { ...options, excludeNone: true })
      assert.deepEqual(write(value), { ok: true, value: text })
    })
  }
}

test('without excludeNone, null fields are written', () => {
  assert.deepEqual(createConverter(Inner).write({ b: null }), { ok: true, value: '{"a":null,"b":null}' })
})

for (const generate of [true, false]) {
  test(`a field that excludeNone left out is read again as null (${generate ? 'generated' : 'composed'})`, () => {
    const { convert } = createConverter(Named, { written: true, excludeNone: true, generate })
    assert.deepEqual(convert({}), { ok: true, value: new Named({ at: null, note: null }) })
    assert.ok(!createConverter(Cat, { written: true, excludeNone: true, generate }).convert({}).ok)
    assert.ok(!createConverter(Named, { excludeNone: true, generate }).convert({}).ok)
  })

  test(`a nullable field with a default is read as null after excludeNone, and as its default otherwise (${generate ? 'generated' : 'composed'})`, () => {
    class Note extends Model({
      text: nullable(string(), { default: 'x' }),
      state: string({ default: 'draft' }),
    }) {}
    const cases = [
      [{ written: true, excludeNone: true }, null],
      [{ written: true }, 'x'],
      [{ excludeNone: true }, 'x'],
      [{}, 'x'],
    ] as const
    for (const [options, text] of cases)
      assert.deepEqual(createConverter(Note, { ...options, generate }).convert({}), {
        ok: true,
        value: new Note({ text }),
      })
  })
}
