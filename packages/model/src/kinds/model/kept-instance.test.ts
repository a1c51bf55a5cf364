import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  before,
  createConverter,
  discriminated,
  email,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  reject,
  set,
  string,
  tuple,
  union,
} from '../../index.ts'

const cents = () =>
  integer(
    {},
    after((price) => price * 100),
  )
const loud = () =>
  string(
    {},
    after((text) => `${text}!`),
  )
const split = before((input) => String(input).split(','))

const ours = after((address: string) => (address.endsWith('@our.example.org') ? address : reject('Not ours')))
const long = after((text: string) => (text.length > 3 ? text : reject('Too short')))

class Price extends Model({ price: cents() }) {}
class Special extends Price {}
class Hosts extends Model({ hosts: list(string(), {}, split) }) {}
class Tagged extends Model({ kind: literal(['tagged']), tag: loud() }) {}
class Counted extends Model(
  { count: integer({ alias: 'n' }) },
  { check: [before((input) => input), after((it) => Object.assign(it, { count: it.count + 1 }))] },
) {}
class Shop extends Model({
  price: Price,
  prices: list(Price),
  other: nullable(
    nested(() => Price),
    { default: null },
  ),
  either: union([string(), Price]),
  tagged: discriminated('kind', [Tagged]),
  counted: Counted,
}) {}
class Texts extends Model({
  items: list(loud()),
  pair: tuple([loud(), integer()]),
  more: tuple(loud()),
  byName: record(loud()),
  maybe: nullable(loud()),
  either: union([integer(), loud()]),
  lists: union([list(loud()), integer()]),
  distinct: set(loud()),
  sets: union([set(loud()), integer()]),
  unions: union([list(union([loud(), integer()])), integer()]),
}) {}
class Letter extends Model({
  to: union([email({}, ours), string()]),
  text: union([string({ strip: true }, long), string()]),
}) {}

const shop = {
  price: { price: 1 },
  prices: [{ price: 2 }],
  other: { price: 3 },
  either: { price: 4 },
  tagged: { kind: 'tagged', tag: 'a' },
  counted: { n: 1 },
}
const texts = {
  items: ['a'],
  pair: ['b', 1],
  more: ['c'],
  byName: { d: 'd' },
  maybe: 'e',
  either: 'f',
  lists: ['g'],
  distinct: ['i'],
  sets: ['j'],
  unions: ['h'],
}
const SHOP =
  '{"price":{"price":100},"prices":[{"price":200}],"other":{"price":300},"either":{"price":400},"tagged":{"kind":"tagged","tag":"a!"},"counted":{"n":2}}'
const TEXTS =
  '{"items":["a!"],"pair":["b!",1],"more":["c!"],"byName":{"d":"d!"},"maybe":"e!","either":"f!","lists":["g!"],"distinct":["i!"],"sets":["j!"],"unions":["h!"]}'

// table: a title, the kind of a reply, the value from the handler, and its text
const written: readonly (readonly [name: string, KindLike, value: () => unknown, text: string])[] = [
  ['an instance', Price, () => Price.parse({ price: 1 }), '{"price":100}'],
  ['a row', Price, () => ({ price: 1 }), '{"price":100}'],
  ['an instance of a class that extends it', Price, () => Special.parse({ price: 1 }), '{"price":100}'],
  ['a list that a validator split', Hosts, () => Hosts.parse({ hosts: 'a,b' }), '{"hosts":["a","b"]}'],
  [
    'instances in a list',
    list(Price),
    () => [Price.parse({ price: 1 }), { price: 1 }],
    '[{"price":100},{"price":100}]',
  ],
  ['an instance that a check worked on', Counted, () => Counted.parse({ n: 1 }), '{"n":2}'],
  ['a row that a check works on', Counted, () => ({ count: 1 }), '{"n":2}'],
  ['instances in an instance', Shop, () => Shop.parse(shop), SHOP],
  ['instances in a row', Shop, () => ({ ...Shop.parse(shop) }), SHOP],
  [
    'rows in an instance',
    Shop,
    () =>
      Object.assign(Shop.parse(shop), { price: { price: 1 }, counted: { count: 1 }, either: { price: 4 } }),
    SHOP,
  ],
  ['parts of an instance', Texts, () => Texts.parse(texts), TEXTS],
  [
    'strings that another union member would change',
    Letter,
    () => Letter.parse({ to: 'Ann <ann@her.example.org>', text: ' a ' }),
    '{"to":"Ann <ann@her.example.org>","text":" a "}',
  ],
  ['parts of a row', Texts, () => texts, TEXTS],
]

const bodies = [{}, { generate: false }, { stringify: true }, { stringify: false }, { excludeNone: true }]

for (const [name, kind, value, text] of written) {
  test(`in a reply, validators do not run again on values they have seen: ${name}`, () => {
    for (const options of bodies)
      assert.deepEqual(createConverter(kind, options).write(value()), { ok: true, value: text })
  })
}

test('in a reply, the fields of an instance are still checked for their types', () => {
  for (const options of bodies) {
    const refused = createConverter(Price, options).write(
      Object.assign(Price.parse({ price: 1 }), { price: 'x' }),
    )
    assert.deepEqual(!refused.ok && refused.issues.map(({ type, loc }) => [type, loc]), [
      ['int_parsing', ['price']],
    ])
  }
})

test('an instance built from another instance is validated', () => {
  const price = new Price({ price: 1 })
  assert.equal(Price.parse(price).price, 10_000)
  assert.equal(new Price({ ...price }).price, 10_000)
})
