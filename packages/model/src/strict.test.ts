import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  createConverter,
  DateTime,
  Decimal,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  httpUrl,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  record,
  set,
  string,
  time,
  tuple,
  union,
  uuid,
} from './index.ts'

class Lax extends Model({ n: integer() }) {}
class Strict extends Model({ n: integer() }, { strict: true }) {}
class Forgiving extends Model({ n: integer() }, { strict: false }) {}
class Cat extends Model({ kind: literal(['cat']), lives: integer() }, { strict: true }) {}

const ID = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

// table: a field of a strict model, an input, and the issue's type and location below the field (none: accepted), as
// in python mode of pydantic 2.13, which is how FastAPI reads bodies.
const inStrictModel: readonly (readonly [KindLike, unknown, (readonly [string, string])?])[] = [
  [integer(), 1],
  [integer(), '1', ['int_type', '']],
  [integer(), true, ['int_type', '']],
  [number(), 1],
  [number(), '1', ['float_type', '']],
  [boolean(), 1, ['bool_type', '']],
  [boolean(), 'yes', ['bool_type', '']],
  [string(), 'a'],
  [email(), 'a@example.com'],
  [httpUrl(), 'https://example.com'],
  [httpUrl(), 'https:example.com', ['url_syntax_violation', '']],
  [httpUrl({ strict: false }), 'https:example.com'],
  [datetime(), '2026-01-01T00:00:00Z', ['datetime_type', '']],
  [datetime(), 1, ['datetime_type', '']],
  [datetime(), DateTime.from('2026-01-01T00:00:00Z')],
  [date(), '2026-01-01', ['date_type', '']],
  [time(), '10:00', ['time_type', '']],
  [duration(), 'PT1S', ['time_delta_type', '']],
  [uuid(), ID, ['is_instance_of', '']],
  [decimal(), '1.5', ['is_instance_of', '']],
  [decimal(), Decimal.from(1)],
  [literal(['a']), 'a'],
  [literal([1]), true],
  [list(integer()), [1]],
  [list(integer()), ['1'], ['int_type', '.0']],
  [list(integer()), new Set([1]), ['list_type', '']],
  [list(integer(), { strict: false }), new Set([1])],
  [tuple([integer()]), new Set([1]), ['tuple_type', '']],
  [tuple(integer()), new Set([1]), ['tuple_type', '']],
  [tuple(integer(), { strict: false }), new Set([1])],
  [set(integer()), [1], ['set_type', '']],
  [set(integer()), new Set([1])],
  [set(integer()), new Set(['1']), ['int_type', '.0']],
  [set(integer(), { strict: false }), [1]],
  [record(integer()), new Map([['a', 1]]), ['dict_type', '']],
  [record(integer(), { strict: false }), new Map([['a', 1]])],
  [record(integer()), { a: '1' }, ['int_type', '.a']],
  [record(integer(), { keys: integer() }), { 1: 1 }, ['int_type', '.1.[key]']],
  [nullable(integer()), null],
  [nullable(integer()), '1', ['int_type', '']],
  [union([integer(), string()]), '1'],
  [union([integer(), boolean()]), '1', ['int_type', '.int']],
  [integer({ strict: false }), '1'],
  [list(integer({ strict: false })), ['1']],
  [list(integer(), { strict: false }), ['1'], ['int_type', '.0']],
  [Lax, { n: '1' }],
  [nested(() => Lax), { n: '1' }],
  [Strict, { n: 1 }],
  [Strict, { n: '1' }, ['int_type', '.n']],
  [union([Strict, Lax]), { n: '1' }],
  [discriminated('kind', [Cat]), { kind: 'cat', lives: '9' }, ['int_type', '.cat.lives']],
  // These differ from python mode on purpose: here a tuple is an array, and a member of an enumeration is its value.
  [tuple([integer(), integer()]), [1, 2]],
  [tuple(integer()), ['1'], ['int_type', '.0']],
  [literal([1, 2], { name: 'Level' }), 1],
  [literal([1, 2], { name: 'Level' }), '1', ['enum', '']],
  [literal([1, 2], { name: 'Level' }), true, ['enum', '']],
  [literal([1, 2], { name: 'Level', strict: false }), '1'],
]

for (const generate of [true, false]) {
  const body = generate ? 'generated' : 'composed'

  test(`the fields of a strict model accept only values that need no lax conversion, ${body}`, () => {
    for (const [kind, input, issue] of inStrictModel) {
      class Holder extends Model({ value: kind }, { strict: true }) {}
      assert.deepEqual(verdict(Holder, { value: input }, { generate }), expected(issue, 'value'))
    }
  })

  test(`a strict converter applies to kinds and models that do not set strict, ${body}`, () => {
    const options = { generate, strict: true }
    assert.equal(verdict(integer(), '1', options), 'int_type ')
    assert.equal(verdict(list(integer()), ['1'], options), 'int_type 0')
    assert.equal(verdict(Lax, { n: '1' }, options), 'int_type n')
    assert.equal(
      verdict(
        nested(() => Lax),
        { n: '1' },
        options,
      ),
      'int_type n',
    )
    assert.equal(verdict(list(union([Lax, boolean()])), [{ n: '1' }], options), 'int_type 0.Lax.n')
    assert.equal(verdict(integer({ strict: false }), '1', options), 'taken')
    assert.equal(verdict(Forgiving, { n: '1' }, options), 'taken')
    assert.equal(verdict(list(Forgiving), [{ n: '1' }], options), 'taken')
  })

  test(`a field after a nested model is as strict as one before it, ${body}`, () => {
    class Mixed extends Model({ first: Forgiving, second: integer() }, { strict: true }) {}
    class Reverse extends Model({ first: Strict, second: integer() }) {}
    assert.equal(verdict(Mixed, { first: { n: '1' }, second: '1' }, { generate }), 'int_type second')
    assert.equal(verdict(Reverse, { first: { n: 1 }, second: '1' }, { generate }), 'taken')
  })

  test(`a strict model is strict in replies too, ${body}`, () => {
    class Reply extends Model({ id: uuid(), at: datetime(), n: integer() }, { strict: true }) {}
    const { write } = createConverter(Reply, { generate, stringify: false })
    const at = DateTime.from('2026-01-01T00:00:00Z')
    assert.deepEqual(write({ id: ID, at, n: 1 }), {
      ok: true,
      value: `{"id":"${ID}","at":"2026-01-01T00:00:00Z","n":1}`,
    })
    const refused = write({ id: ID.toUpperCase(), at: '2026-01-01T00:00:00Z', n: '1' })
    assert.deepEqual(refused.ok ? [] : refused.issues.map(({ type }) => type), [
      'is_instance_of',
      'datetime_type',
      'int_type',
    ])
  })
}

test('typed code builds a strict model from typed values, not from their strings', () => {
  class Entry extends Model({ id: uuid(), at: datetime() }, { strict: true }) {}
  const entry = new Entry({ id: ID, at: DateTime.from('2026-01-01T00:00:00Z') })
  assert.equal(entry.id, ID)
  assert.throws(() => new Entry({ id: ID, at: '2026-01-01T00:00:00Z' }), /datetime/)
})

test('a strict model accepts the keys of a record as strings in typed code, in replies and in written data', () => {
  const keyed = [
    [integer(), '1'],
    [number(), '1.5'],
    [boolean(), 'true'],
    [date(), '2026-01-02'],
    [literal([1, 2], { name: 'Level' }), '2'],
  ] as const
  for (const [keys, key] of keyed) {
    class Counts extends Model({ by: record(integer(), { keys }) }, { strict: true }) {}
    const counts = { by: { [key]: 5 } }
    const text = JSON.stringify(counts)
    assert.equal(JSON.stringify(new Counts(counts)), text)
    for (const generate of [true, false]) {
      assert.deepEqual(createConverter(Counts, { generate }).write(counts), { ok: true, value: text })
      assert.equal(createConverter(Counts, { generate, written: true }).convert(counts).ok, true)
      assert.equal(createConverter(Counts, { generate }).convert(counts).ok, false)
      const other = { by: { [key]: '5' } }
      assert.equal(createConverter(Counts, { generate }).write(other).ok, false)
    }
  }
})

test('a strict URL has the issue that pydantic gives', () => {
  class Link extends Model({ to: httpUrl({ strict: true }) }) {}
  const result = Link.safeParse({ to: 'http://e.com\\a' })
  assert.deepEqual(result.ok || result.issues, [
    {
      type: 'url_syntax_violation',
      loc: ['to'],
      msg: 'Input violated strict URL syntax rules, backslash',
      input: 'http://e.com\\a',
      ctx: { error: 'backslash' },
    },
  ])
})

test('a strict model accepts a URL in normal form in typed code, in replies and in written data', () => {
  const [from, to] = ['http://e.com/|%', 'http:e.com']
  class Link extends Model({ to: httpUrl() }, { strict: true }) {}
  assert.equal(new Link({ to: from }).to, from)
  assert.throws(() => new Link({ to }), /expected \/\//)
  for (const generate of [true, false]) {
    const { write } = createConverter(Link, { generate })
    assert.deepEqual(write({ to: from }), { ok: true, value: `{"to":"${from}"}` })
    assert.equal(write({ to }).ok, false)
    assert.equal(createConverter(Link, { generate, written: true }).convert({ to: from }).ok, true)
    assert.equal(createConverter(Link, { generate }).convert({ to: from }).ok, false)
  }
})

test('a strict model is described as a lax one, as pydantic does', () => {
  const { title: _, ...lax } = Lax.jsonSchema()
  const { title: __, ...strict } = Strict.jsonSchema()
  assert.deepEqual(strict, lax)
})

function verdict(
  kind: KindLike,
  input: unknown,
  options: { generate: boolean; strict?: boolean; written?: boolean },
): string {
  const result = createConverter<unknown>(kind, options).convert(input)
  const [issue] = result.ok ? [] : result.issues
  return issue === undefined ? 'taken' : `${issue.type} ${issue.loc.join('.')}`
}

function expected(issue: readonly [string, string] | undefined, field: string): string {
  return issue === undefined ? 'taken' : `${issue[0]} ${field}${issue[1]}`
}

// table: strict kinds whose values are strings in JSON, an input that is not a string, and the issue
const written = [
  [decimal({ strict: true }), '1.5', 1.5, 'is_instance_of'],
  [datetime({ strict: true }), '2026-01-01T00:00:00Z', 0, 'datetime_type'],
  [date({ strict: true }), '2026-01-01', 0, 'date_type'],
  [time({ strict: true }), '01:02:03', 1, 'time_type'],
  [duration({ strict: true }), 'PT1S', 1, 'time_delta_type'],
] as const

test('in written data, a strict kind accepts strings only', () => {
  for (const [kind, text, other, type] of written) {
    for (const generate of [true, false]) {
      assert.equal(createConverter<unknown>(kind, { written: true, generate }).convert(text).ok, true)
      assert.equal(verdict(kind, other, { generate, written: true }), `${type} `)
    }
  }
  const numbers = literal([1, 2], { name: 'Size', strict: true })
  const { convert } = createConverter(union([decimal({ strict: true }), numbers]), { written: true })
  assert.deepEqual(convert(2), { ok: true, value: 2 })
})
