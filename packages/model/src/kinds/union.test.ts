import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  after,
  any,
  boolean,
  type ConverterOptions,
  createConverter,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  foreign,
  httpUrl,
  integer,
  type Kind,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  type Rejection,
  record,
  reject,
  string,
  time,
  tuple,
  union,
  uuid,
} from '../index.ts'
import { labelOf } from './label.ts'

test('two models of one name are two members, and locations name them even if a kind has that name', () => {
  const one = Model({ a: integer() }, { name: 'integer' })
  const other = Model({ b: integer() }, { name: 'integer' })
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter<object>(union([one, other]), options)
    assert.deepEqual([convert({ a: 1 }).ok, convert({ b: 1 }).ok], [true, true])
    const refused = convert({})
    assert.deepEqual(!refused.ok && refused.issues.map(({ loc }) => loc), [
      ['integer', 'a'],
      ['integer', 'b'],
    ])
  }
})

const unsafe = 2n ** 53n + 1n
const inner = union([list(integer()), string()])
class Sum extends Model({ kind: literal(['sum']), of: inner }) {}
class Product extends Model({ kind: literal(['product']), of: inner }) {}
class Mean extends Model({ of: list(number()) }) {}

// table: a union, an input, and its value or issues. Where pydantic keeps an integer that a number cannot hold exactly, everything is
// refused; where pydantic takes the nearest number, so does the union.
const unsafeIntegers: readonly (readonly [Kind, unknown, unknown])[] = [
  [union([integer(), string(), number()]), 5n, 5],
  [union([integer(), string(), number()]), unsafe, ['int_parsing_size int', 'string_type str']],
  [union([number(), integer()]), unsafe, ['int_parsing_size int']],
  [union([integer(), number()]), String(unsafe), ['int_parsing_size int']],
  [union([number(), integer()]), String(unsafe), 2 ** 53],
  [union([integer(), string()]), String(unsafe), String(unsafe)],
  [union([integer(), uuid()]), '1'.repeat(32), ['int_parsing_size int']],
  [union([uuid(), integer()]), '1'.repeat(32), '11111111-1111-1111-1111-111111111111'],
  [union([integer(), number()]), '1'.repeat(4301), Number.POSITIVE_INFINITY],
  [union([integer(), number()]), 2 ** 60, 2 ** 60],
  [union([integer(), number()]), 2 ** 70, 2 ** 70],
  [union([integer({ le: 9 }), number()]), unsafe, 2 ** 53],
  [union([any(), number()]), unsafe, ['number_unsafe any']],
  [union([any(), number()]), 2 ** 60, 2 ** 60],
  [union([number(), any()]), unsafe, 2 ** 53],
  [union([list(integer()), list(number())]), [1, unsafe], ['int_parsing_size list[int].1']],
  [union([list(integer()), list(number())]), [0.5, unsafe, 1.5], [0.5, 2 ** 53, 1.5]],
  [union([list(number()), list(any())]), [unsafe], ['number_unsafe list[any].0']],
  [union([tuple(integer()), list(number())]), [1, unsafe], [1, 2 ** 53]],
  [
    union([tuple(integer(), { minItems: 2 }), tuple(number())]),
    [1, unsafe],
    ['int_parsing_size tuple[int, ...].1'],
  ],
  [union([tuple(integer(), { minItems: 2 }), tuple(number())]), [unsafe], [2 ** 53]],
  [union([tuple(integer(), { minItems: 2 }), tuple(number())]), [0.5, unsafe], [0.5, 2 ** 53]],
  [union([record(integer()), record(number())]), { a: unsafe }, ['int_parsing_size dict[str,int].a']],
  [
    union([list(union([integer(), literal(['x'])])), list(number())]),
    [unsafe],
    [
      "int_parsing_size list[union[int,literal['x']]].0.int",
      "literal_error list[union[int,literal['x']]].0.literal['x']",
    ],
  ],
  [
    union([Sum, Product, Mean]),
    { kind: 'product', of: [unsafe] },
    [
      'literal_error Sum.kind',
      'int_parsing_size Sum.of.list[int].0',
      'string_type Sum.of.str',
      'int_parsing_size Product.of.list[int].0',
      'string_type Product.of.str',
    ],
  ],
]

for (const [kind, given, expected] of unsafeIntegers) {
  const text = JSON.stringify(given, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  test(`an integer that would be rounded is refused where pydantic keeps it exact in a union: ${text} as ${labelOf(kind)}`, () => {
    for (const options of [{}, { generate: false }]) {
      const result = createConverter(kind, options).convert(given)
      const outcome = result.ok
        ? result.value
        : result.issues.map(({ type, loc }) => `${type} ${loc.join('.')}`)
      assert.deepEqual(outcome, expected)
      // Within a list, the generated code continues with the result of the union.
      const { convert, write } = createConverter(list(kind), options)
      assert.equal(convert([given]).ok, result.ok)
      if (!result.ok) assert.ok(!write([given]).ok)
    }
  })
}

class Word extends Model({ a: string() }) {}
class Flag extends Model({ a: boolean() }) {}

// table: a union of a model and a record, an input, and whether pydantic chooses the model.
const modelOrRecord: readonly (readonly [Kind, unknown, boolean])[] = [
  [union([record(integer()), Word]), { a: '1' }, true],
  [union([Word, record(integer())]), { a: '1' }, true],
  [union([record(string()), Word]), { a: '1' }, false],
  [union([Word, record(string())]), { a: '1' }, false],
  [union([record(number()), Flag]), { a: 1 }, false],
  [union([Flag, record(number())]), { a: 1 }, false],
]

for (const [kind, given, isModel] of modelOrRecord)
  test(`a union chooses the member that converts less, the model or the record: ${labelOf(kind)}`, () => {
    for (const options of [{}, { generate: false }]) {
      const result = createConverter(kind, options).convert(given)
      assert.ok(result.ok)
      assert.equal(result.value instanceof Word || result.value instanceof Flag, isModel)
    }
  })

class Half extends Model({ a: number() }) {}
class Part extends Model({ a: integer() }) {}
class Pair extends Model({ a: integer(), b: integer({ default: 0 }) }) {}
class Around extends Model({ x: union([Part, Pair]) }) {}
class Beside extends Model({ x: any(), y: integer(), z: integer() }) {}
const three = { x: { a: 1 }, y: 1, z: 1 }

// table: a union of members that contain unions, an input, and its value in pydantic.
const within: readonly (readonly [Kind, unknown, unknown])[] = [
  [union([list(union([integer(), boolean()])), list(string())]), ['1'], ['1']],
  [union([record(union([number(), boolean()])), Half]), { a: 1 }, { a: 1 }],
  [union([Around, Beside]), three, new Beside(three)],
]

for (const [kind, given, expected] of within)
  test(`how well a member fits depends on the best members of the unions in it: ${labelOf(kind)}`, () => {
    for (const options of [{}, { generate: false }])
      assert.deepEqual(createConverter(kind, options).convert(given), { ok: true, value: expected })
  })

test('extra keys do not make a model fit better', () => {
  class Open extends Model({ id: integer() }, { extra: 'allow' }) {}
  class Known extends Model({ done: boolean(), id: number() }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(union([Open, Known]), options)
    const known = convert({ done: 'yes', id: 1 })
    assert.ok(known.ok && known.value instanceof Known)
    const open = convert({ done: 'perhaps', id: 1 })
    assert.ok(open.ok && open.value instanceof Open)
  }
})

const levels = literal([0, 1], { name: 'Level' })
const truths = literal([true, 'true'])

// table: the members of a union, a handler's value, and its text.
const written: readonly (readonly [readonly Kind[], unknown, string])[] = [
  [[datetime(), levels], 1, '1'],
  [[time(), levels], 0, '0'],
  [[duration(), levels], 1, '1'],
  [[decimal(), levels], 1, '1'],
  [[number(), truths], 1, '1'],
  [[truths, integer()], 1, '1'],
  [[truths, number()], true, 'true'],
  [[literal([1, 'a']), boolean()], true, 'true'],
  [[integer(), literal(['1', 'a'], { name: 'Code' })], '1', '"1"'],
  [[tuple([literal([1])]), list(boolean())], [true], '[true]'],
  [[tuple([literal([true])]), tuple([integer()])], [1], '[1]'],
  [[datetime(), boolean()], 1, '"1970-01-01T00:00:01Z"'],
  [[string({ strip: true }), string({ minLength: 1 })], '   abc', '"abc"'],
  [[string({ minLength: 1 }), string({ strip: true })], '   abc', '"   abc"'],
]

for (const [members, value, text] of written) {
  for (const options of [{}, { generate: false }]) {
    const names = members.map(({ name }) => name).join(' or ')
    test(`${JSON.stringify(value)} of ${names} is written by the member that it belongs to: ${JSON.stringify(options)}`, () => {
      const { kind, write } = createConverter(union(members), options)
      assert.deepEqual(write(value), { ok: true, value: text })
      class Wrapped extends Model({ value: union(members) }) {}
      assert.deepEqual(createConverter(Wrapped, options).write({ value }), {
        ok: true,
        value: `{"value":${text}}`,
      })
      if (JSON.stringify(value) === text) assert.deepEqual(kind.serialize(value), value)
    })
  }
}

// table: the members of a union, an input, and its value in pydantic.
const sent: readonly (readonly [readonly Kind[], unknown, unknown])[] = [
  [[boolean(), literal([1])], 1, 1],
  [[boolean(), literal([1])], '1', true],
  [[boolean(), levels], 1, true],
  [[levels, boolean()], 1, 1],
  [[integer(), literal(['1'])], '1', '1'],
  [[integer(), literal(['1', 'a'], { name: 'Code' })], '1', 1],
  [[literal(['1', 'a'], { name: 'Code' }), integer()], '1', '1'],
  [[literal([true]), integer()], 1, true],
  [[literal([false, 'x']), integer()], 0, false],
  [[duration(), literal([1, true])], 1, 1],
]

test('an exact literal value wins over a conversion, an enumeration value only in its turn', () => {
  for (const [members, given, value] of sent)
    for (const options of [{}, { generate: false }])
      assert.deepEqual(createConverter(union(members), options).convert(given), { ok: true, value })
})

const Id = union([uuid(), integer()])

// table: a title, a union, and the first part of the location of each issue, as pydantic names it.
const nestedUnions: readonly (readonly [string, Kind, readonly (string | undefined)[]])[] = [
  ['one member', union([integer()]), [undefined]],
  ['a nullable of the other member', union([nullable(Id), Id]), ['uuid', 'int']],
  ['a union', union([Id, list(string())]), ['uuid', 'int', 'list[str]']],
  ['a nullable', union([nullable(string({ minLength: 1 })), integer()]), ['constrained-str', 'int']],
  ['a nullable with a default', union([nullable(Id, { default: null }), number()]), ['uuid', 'int', 'float']],
  ['a nullable union', union([list(string()), nullable(Id)]), ['list[str]', 'uuid', 'int']],
  ['a union of a union', union([union([Id, number()]), boolean()]), ['uuid', 'int', 'float', 'bool']],
  ['the same union twice', union([Id, Id]), ['uuid', 'int']],
  [
    'one with a title',
    union([union([uuid(), integer()], { title: 'Id' }), boolean()]),
    ['union[uuid,int]', 'bool'],
  ],
  [
    'one with a validator',
    union([
      union(
        [uuid(), integer()],
        {},
        after((id) => id),
      ),
      boolean(),
    ]),
    ['union[uuid,int]', 'bool'],
  ],
]

for (const [name, kind, places] of nestedUnions)
  test(`a union within a union is flattened, as in Python: ${name}`, () => {
    const { convert } = createConverter(kind)
    const refused = convert({})
    const found = refused.ok ? [] : refused.issues.map(({ loc }) => loc[0])
    assert.deepEqual([...new Set(found)], places)
    assert.equal(convert(null).ok, name.includes('nullable'))
  })

// table: a union, and the first part of the location of each issue, as pydantic names it.
const declaredTwice: readonly (readonly [Kind, readonly (string | undefined)[]])[] = [
  [
    union([union([time(), integer(), httpUrl()]), union([integer(), date(), boolean()])]),
    ['time', 'int', 'function-wrap[wrap_val()]', 'date', 'bool'],
  ],
  [union([integer(), integer()]), [undefined]],
  [union([integer(), integer({ ge: 1 })]), ['int', 'constrained-int']],
  [
    union([
      integer(),
      integer(
        {},
        after((id) => id),
      ),
    ]),
    ['int', 'int'],
  ],
  [union([list(integer()), list(string())]), ['list[int]', 'list[str]']],
  [union([foreign('zod', z.number()), foreign('zod', z.boolean())]), ['zod', 'zod']],
]

test('a kind without options or validators that is listed several times is tried once', () => {
  for (const [kind, places] of declaredTwice) {
    const refused = createConverter(kind).convert('1:00')
    assert.deepEqual(refused.ok || refused.issues.map(({ loc }) => loc[0]), places)
  }
})

test('the items of a tuple in a union are written by their own models', () => {
  class First extends Model({ a: integer({ default: 0 }) }) {}
  class Second extends Model({ b: integer({ default: 0 }) }) {}
  const choices: readonly Kind[] = [
    union([tuple([First]), tuple([Second])]),
    union([tuple(First), tuple(Second)]),
    union([tuple([First, integer()]), tuple([Second, string()])]),
    union([tuple(First), list(Second)]),
  ]
  for (const [index, kind] of choices.entries()) {
    for (const options of [{}, { generate: false }]) {
      const { convert, write } = createConverter(kind, options)
      const sent = index === 2 ? [{ b: 1 }, 'x'] : [{ b: 1 }]
      const read = convert(sent)
      assert.ok(read.ok && Array.isArray(read.value) && read.value[0] instanceof Second)
      assert.deepEqual(kind.serialize(read.value), sent)
      assert.deepEqual(write(read.value), { ok: true, value: JSON.stringify(sent) })
      assert.deepEqual(write(sent), { ok: true, value: JSON.stringify(sent) })
    }
  }
})

test('a model that the data fits wins over any if it comes first', () => {
  const looked = any(
    {},
    after((item) => item),
  )
  class Known extends Model({ id: string(), done: boolean({ default: false }) }) {}
  const sent = { id: 'x' }
  const known = { id: 'x', done: false }
  // table: the kind, the data, and its value.
  const choices: readonly (readonly [Kind, unknown, unknown])[] = [
    [union([Known, any()]), sent, known],
    [union([any(), Known]), sent, sent],
    [union([list(Known), any()]), [sent], [known]],
    [union([record(Known), any()]), { k: sent }, { k: known }],
    [union([record(Known), record(any())]), { k: sent }, { k: known }],
    [union([list(Known), list(any())]), [sent], [sent]],
    [union([list(Known), list(looked)]), [sent], [known]],
    [union([number(), any()]), '1', '1'],
    [union([any(), number()]), '1', '1'],
    [union([Known, any()]), { id: 1 }, { id: 1 }],
  ]
  for (const options of [{}, { generate: false }]) {
    for (const [kind, given, expected] of choices) {
      const { convert, write } = createConverter(kind, options)
      const read = convert(given)
      assert.ok(read.ok)
      assert.deepEqual(write(read.value), { ok: true, value: JSON.stringify(expected) })
    }
  }
})

test('a union writes a URL, UUID or enumeration value by the member that accepted it', () => {
  class Known extends Model({ a: tuple(string()) }) {}
  for (const [item, value] of [
    [uuid(), '12345678-1234-5678-1234-567812345678'],
    [httpUrl(), 'https://a.example/'],
    [literal(['x'], { name: 'Letter' }), 'x'],
  ] as const) {
    const sent = { a: [value], b: [value] }
    for (const options of [{}, { generate: false }]) {
      const { convert, write } = createConverter(union([record(tuple([item])), Known]), options)
      const read = convert(sent)
      assert.ok(read.ok && !(read.value instanceof Known))
      assert.deepEqual(write(read.value), { ok: true, value: JSON.stringify(sent) })
    }
  }
})

test('a union writes a record whose keys are not strings by the member that accepted it', () => {
  class Blank extends Model({ note: string({ default: '' }) }) {}
  class Visits extends Model({ count: integer({ default: 0 }) }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter(union([Blank, record(Visits, { keys: date() })]), options)
    const read = convert({ '2026-01-02': { count: '3' } })
    assert.ok(read.ok)
    assert.deepEqual(write(read.value), { ok: true, value: '{"2026-01-02":{"count":3}}' })
  }
})

const never = <Value>() => after<Value>(() => reject('Never'))
class Refused extends Model({ kind: literal(['refused']) }, { check: [never()] }) {}

// table: the members of a union, and a handler's value that a validator of the first one refuses
const refused: readonly (readonly [readonly KindLike[], unknown])[] = [
  [[Refused, any()], { kind: 'refused', more: 1 }],
  [[Refused, record(string())], { kind: 'refused', more: 'x' }],
  [[discriminated('kind', [Refused]), record(string())], { kind: 'refused', more: 'x' }],
  [[nested(() => Refused, {}, never()), record(any())], { kind: 'refused', more: [1] }],
  [[list(email({}, never())), list(string())], ['Ann <ann@example.org>']],
  [[list(string({ strip: true }), {}, never()), any()], [' a ']],
  [[email({}, never()), string()], 'Ann <ann@example.org>'],
]

test("a value that a member's validator refuses is written unchanged by the member that accepts it", () => {
  for (const [members, value] of refused)
    for (const options of [{}, { generate: false }, { stringify: true }]) {
      const { kind, convert, write } = createConverter(union(members), options)
      const made = convert(value)
      assert.ok(made.ok)
      assert.deepEqual(kind.serialize(made.value), value)
      assert.deepEqual(write(value), { ok: true, value: JSON.stringify(value) })
    }
})

test('the cost of writing a level of nested unions does not grow with the levels above it', () => {
  let looks = 0
  const counted = foreign('Counted', {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value: unknown) => {
        looks++
        return { value }
      },
    },
  })
  class Left extends Model({
    n: counted,
    in: nullable(union([nested((): unknown => Left), nested((): unknown => Right)])),
  }) {}
  class Right extends Model({ m: counted, in: nullable(union([nested((): unknown => Left), integer()])) }) {}
  const looksAt = (levels: number, options: ConverterOptions): number => {
    let value: unknown = { n: 0, in: null }
    for (let level = 1; level < levels; level++) value = level % 2 ? { m: 0, in: value } : { n: 0, in: value }
    const { write } = createConverter(union([Left, Right]), options)
    looks = 0
    assert.deepEqual(write(value), { ok: true, value: JSON.stringify(value) })
    return looks
  }
  for (const options of [{}, { generate: false }])
    assert.ok(looksAt(64, options) <= 4 * looksAt(20, options), JSON.stringify(options))
})

test('a list that has changed since it was written is checked again', () => {
  const kind = union([list(integer()), list(string())])
  const items: unknown[] = [1]
  assert.deepEqual(kind.serialize(Object(items)), [1])
  items[0] = 'x'
  assert.deepEqual(kind.serialize(Object(items)), ['x'])
})

test('a union writes an instance by its own model if no member before that takes any object', () => {
  class Narrow extends Model({ id: integer() }) {}
  class Wide extends Model({ id: integer(), note: string() }) {}
  const wide = new Wide({ id: 1, note: 'x' })
  assert.deepEqual(union([Narrow, Wide]).serialize(wide), { id: 1, note: 'x' })
  assert.deepEqual(union([any(), Narrow]).serialize(wide), { id: 1, note: 'x' })
})

/** An integer kind that counts its conversions. */
class CountedInteger {
  conversions = 0
  readonly kind: Kind<number, number, true>

  constructor() {
    const plain = integer({ default: 0 })
    const convert: typeof plain.convert = (input, state) => {
      this.conversions++
      return plain.convert(input, state)
    }
    this.kind = { ...plain, convert }
  }
}

test('nested instances are written without being converted again on every level', () => {
  const sizes = new CountedInteger()
  class Link extends Model({
    size: sizes.kind,
    next: nullable(union([string(), list(integer()), nested<unknown>((): unknown => Link)])),
  }) {}
  const { kind } = createConverter(Link)
  let chain = new Link({ next: null })
  for (let level = 0; level < 100; level++)
    chain = Object.assign(new Link({ next: null }), { size: level, next: chain })
  sizes.conversions = 0
  assert.match(JSON.stringify(kind.serialize(chain)), /^(?:\{"size":\d+,"next":){101}null\}{101}$/)
  assert.ok(sizes.conversions < 1000, `${sizes.conversions} conversions`)
})

test('nested lists in a union are written and searched for dropped keys without being converted again on every level', () => {
  const sizes = new CountedInteger()
  for (const strict of [false, true]) {
    class Branch extends Model(
      { size: sizes.kind, parts: union([string(), list(nested<unknown>((): unknown => Branch))]) },
      { strict },
    ) {}
    const { kind, write, dropped } = createConverter(Branch)
    let tree: unknown = { parts: '', more: 1 }
    for (let level = 0; level < 100; level++) tree = { size: 1, parts: [tree] }
    const branch = Branch.parse(tree)
    for (const walk of [
      () => kind.serialize(branch),
      () => write(branch),
      () => write(tree),
      () => dropped(tree),
      () => dropped(branch),
    ]) {
      sizes.conversions = 0
      walk()
      assert.ok(sizes.conversions < 1000, `${sizes.conversions} conversions`)
    }
    assert.deepEqual(dropped(tree), [`${'parts.'.repeat(100)}more`])
  }
})

test('a union with a null member runs its validators on null too', () => {
  type Given = number | string | null
  const named = after((value: Given): Given | Rejection => (value === 0 ? reject('Not 0') : String(value)))
  for (const generate of [true, false]) {
    const { convert } = createConverter(union([string(), nullable(integer())], {}, named), { generate })
    const taken = [null, 0, 1, 'a'].map((input) => {
      const result = convert(input)
      return result.ok ? result.value : result.issues[0]?.msg
    })
    assert.deepEqual(taken, ['null', 'Value error, Not 0', '1', 'a'])
  }
})

test('a strict member does not reuse what a lax member made of the same inner union', () => {
  const part = union([list(integer()), integer()])
  class Lax extends Model({ part }) {}
  class Strict extends Model({ part, more: integer() }, { strict: true }) {}
  for (const generate of [true, false]) {
    const { convert } = createConverter<object>(union([Lax, Strict]), { generate })
    assert.deepEqual(convert({ part: ['1'], more: 1 }), { ok: true, value: new Lax({ part: [1] }) })
    assert.ok(Object(convert({ part: [1], more: 1 })).value instanceof Strict)
  }
})

test('a union does not reuse what another union made of the same list', () => {
  class Counts extends Model({ part: union([list(integer()), integer()]) }) {}
  class Words extends Model({ part: union([list(string()), string()]), more: integer() }) {}
  for (const generate of [true, false]) {
    const { convert } = createConverter<object>(union([Counts, Words]), { generate })
    const words = new Words({ part: ['1'], more: 1 })
    assert.deepEqual(convert({ part: ['1'], more: 1 }), { ok: true, value: words })
  }
})

test('issues of a reply leave out an item that one union member accepts and a validator of another refuses', () => {
  const picky = union([
    integer(),
    string(
      {},
      after((_: string): string | Rejection => reject('Never')),
    ),
  ])
  for (const generate of [true, false]) {
    const refused = createConverter(list(picky), { generate }).write(Object(['5', {}]))
    assert.deepEqual(!refused.ok && refused.issues.map(({ loc }) => loc), [
      [1, 'int'],
      [1, 'str'],
    ])
  }
})
