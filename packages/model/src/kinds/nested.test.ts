import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  createConverter,
  discriminated,
  integer,
  type KindClass,
  list,
  literal,
  Model,
  nested,
  nullable,
  string,
} from '../index.ts'

const manyFields = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${index}`, integer({ default: index })] as const),
  )

for (const count of [10, 64, 1000]) {
  test(`a model of ${count} fields may nest in itself 254 levels deep`, () => {
    const next = nullable(
      nested<unknown>((): unknown => Wide),
      { default: null },
    )
    class Wide extends Model({ own: integer(), ...manyFields(count), next }) {}
    const chain = (own: unknown) => {
      let value: object = { own }
      for (let level = 1; level < 254; level++) value = { own: level, next: value }
      return value
    }
    const { convert, write } = createConverter(Wide)
    assert.ok(convert(chain(0)).ok)
    assert.ok(write(chain(0)).ok)
    const refused = convert(chain('x'))
    assert.deepEqual(!refused.ok && refused.issues.map(({ loc }) => loc.length), [254])
  })
}

test('models nested in each other in many places are compiled once each', () => {
  class Leaf extends Model({ size: integer() }) {}
  let model: KindClass = Leaf
  let value: object = { size: 1 }
  for (let level = 0; level < 12; level++) {
    const place = nullable(model, { default: null })
    model = class extends Model({ a: place, b: place, c: place, d: place }, { name: `Level${level}` }) {}
    value = { c: value }
  }
  const { convert, write } = createConverter(model)
  const converted = convert(value)
  assert.ok(converted.ok)
  const written = write(converted.value)
  assert.match(written.ok ? written.value : '', /"c":\{"size":1\},"d":null\}/)
})

type Term = Leaf | Sum
class Leaf extends Model({ kind: literal(['leaf']), size: integer() }) {}
class Sum extends Model({ kind: literal(['sum']), terms: list(nested<Term>((): unknown => term)) }) {}
const term = discriminated('kind', [Leaf, Sum])

test('a member of a discriminated contains it through nested', () => {
  const given = { kind: 'sum', terms: [{ kind: 'sum', terms: [{ kind: 'leaf', size: '1' }] }] }
  const wrong = { kind: 'sum', terms: [{ kind: 'sum', terms: [{ kind: 'leaf', size: 'x' }, { kind: 'q' }] }] }
  for (const generate of [true, false]) {
    const { convert, write } = createConverter(term, { generate })
    const converted = convert(given)
    assert.ok(converted.ok && converted.value instanceof Sum && converted.value.terms[0] instanceof Sum)
    const text = '{"kind":"sum","terms":[{"kind":"sum","terms":[{"kind":"leaf","size":1}]}]}'
    assert.deepEqual(write(converted.value), { ok: true, value: text })
    assert.deepEqual(write(given), { ok: true, value: text })
    const refused = convert(wrong)
    assert.deepEqual(!refused.ok && refused.issues.map(({ type, loc }) => [type, loc.join('.')]), [
      ['int_parsing', 'sum.terms.0.sum.terms.0.leaf.size'],
      ['union_tag_invalid', 'sum.terms.0.sum.terms.1'],
    ])
  }
})

test('a discriminated that contains itself is described by references', () => {
  const { $defs } = Sum.jsonSchema()
  const items = {
    oneOf: [{ $ref: '#/$defs/Leaf' }, { $ref: '#/$defs/Sum' }],
    discriminator: { propertyName: 'kind', mapping: { leaf: '#/$defs/Leaf', sum: '#/$defs/Sum' } },
  }
  assert.deepEqual(Object($defs)['Sum'].properties.terms, { type: 'array', items, title: 'Terms' })
})

test('what nested cannot contain is refused at its first use', () => {
  const converted = (declared: unknown) =>
    createConverter(Model({ of: nested(() => declared) })).convert({ of: 1 })
  const message = 'nested() takes a function that returns a model class, or a discriminated()'
  for (const declared of [undefined, integer(), list(Leaf)]) {
    assert.throws(() => converted(declared), { name: 'TypeError', message })
  }
  const stepped = discriminated(
    'kind',
    [Leaf, Sum],
    {},
    after((of) => of),
  )
  assert.throws(() => converted(stepped), {
    mistakes: ['a discriminated() within nested() has validators; give them to nested()'],
  })
  const twice = discriminated('kind', [Leaf, class Other extends Leaf {}])
  assert.throws(() => converted(twice), { mistakes: ["two members have the tag 'leaf'; change one of them"] })
  const bare = Object(discriminated)('kind', [Model({ kind: string() }, { name: 'Loose' })])
  assert.throws(() => converted(bare), /Loose has no literal field kind/)
})

test('what is nested deeper than models may be is hidden where it could hold a secret', () => {
  const next = nullable(
    nested<unknown>((): unknown => Vault),
    { default: null },
  )
  class Vault extends Model({ id: integer(), code: string({ default: '', secret: true }), next }) {}
  let input: object = { code: 'hunter2' }
  for (let level = 0; level < 300; level++) input = { code: 'hunter2', next: input }
  const refused = createConverter(Vault).convert(input)
  const shown = JSON.stringify(refused.ok || refused.issues[0]?.input)
  assert.equal(shown.match(/"code":"\*\*\*"/g)?.length, 256)
  assert.doesNotMatch(shown, /hunter2/)
  assert.match(shown, /"next":"\*\*\*"/)
})
