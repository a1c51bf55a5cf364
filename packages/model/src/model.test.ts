import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  any,
  before,
  createConverter,
  DateTime,
  Decimal,
  DeclarationError,
  datetime,
  discriminated,
  email,
  type Fields,
  type ForeignSchema,
  foreign,
  integer,
  type KindLike,
  kindOf,
  list,
  literal,
  Model,
  nested,
  nullable,
  number,
  record,
  reject,
  rejectAt,
  string,
  tuple,
  union,
  uuid,
} from './index.ts'

class Aliased extends Model({ post_id: integer({ alias: 'postId' }), note: string({ default: 'n' }) }) {}

class Account extends Model({
  name: string(),
  visits: integer({ default: 0 }),
}) {
  get label(): string {
    return `${this.name} (${this.visits})`
  }

  rename(name: string): Account {
    return new Account({ ...this, name })
  }
}

test('methods and getters of the class work on what is built, parsed and nested', () => {
  class Team extends Model({ head: Account, members: list(Account, { default: [] }) }) {}
  const team = Team.parse({ head: { name: 'a' }, members: [{ name: 'b', visits: '2' }] })
  assert.ok(team instanceof Team && team.head instanceof Account)
  assert.equal(team.members[0]?.label, 'b (2)')
  assert.equal(new Account({ name: 'c' }).rename('d').label, 'd (0)')
  assert.deepEqual(Object.keys(new Account({ name: 'c' })), ['name', 'visits'])
})

test('a method that is passed on without its model says how to pass it on', () => {
  class Tag extends Model({ name: string() }) {}
  const given: readonly unknown[] = [{ name: 'a' }]
  const message =
    'a method of a model was called without the model; write a function that calls it: (input) => A.parse(input)'
  for (const method of [Tag.parse, Tag.safeParse])
    assert.throws(() => given.map(method), { name: 'TypeError', message })
  assert.throws(() => Reflect.apply(Tag.jsonSchema, {}, []), { name: 'TypeError', message })
})

test('the option name replaces the class name, which a bundler may have changed', () => {
  class e extends Model({ kind: literal(['cat']), lives: integer() }, { name: 'Cat' }) {}
  class t extends Model({ kind: literal(['dog']), owner: e }, { name: 'Dog', title: 'A dog' }) {}
  class Puppy extends t {}
  const result = createConverter(union([e, t])).convert({ kind: 'dog', owner: { kind: 'cat' } })
  assert.deepEqual(!result.ok && result.issues.map(({ loc }) => loc), [
    ['Cat', 'kind'],
    ['Cat', 'lives'],
    ['Dog', 'owner', 'lives'],
  ])
  assert.deepEqual(Object.keys(Object(t.jsonSchema().$defs)), ['Cat'])
  assert.deepEqual([e.jsonSchema().title, t.jsonSchema().title], ['Cat', 'A dog'])
  assert.throws(() => e.parse(1), /^ValidationError: .*Cat/s)
  assert.deepEqual([e.name, Puppy.jsonSchema() && Puppy.name], ['Cat', 'Puppy'])
})

test('the wire uses aliases only, typed code and replies also use own names', () => {
  assert.equal(new Aliased({ post_id: 1 }).post_id, 1)
  assert.deepEqual({ ...Aliased.parse({ postId: 1 }) }, { post_id: 1, note: 'n' })
  const byName = Aliased.safeParse({ post_id: 1 })
  assert.deepEqual(!byName.ok && byName.issues[0]?.loc, ['postId'])
  const { write } = createConverter(Aliased)
  for (const reply of [{ post_id: 1 }, { postId: 1 }, new Aliased({ post_id: 1 })])
    assert.deepEqual(write(reply), { ok: true, value: '{"postId":1,"note":"n"}' })
})

test("fields whose aliases are each other's names are read from an instance by their own names", () => {
  class Swapped extends Model({ a: integer({ alias: 'b' }), b: integer({ alias: 'a' }) }) {}
  const swapped = Swapped.parse({ a: 1, b: 2 })
  assert.deepEqual([swapped.a, swapped.b], [2, 1])
  assert.deepEqual(createConverter(Swapped).write(swapped), { ok: true, value: '{"b":2,"a":1}' })
})

test('in typed code and replies, a name means the field itself and not the field with that alias', () => {
  class Swapped extends Model(
    { a: integer({ alias: 'b' }), b: integer({ alias: 'a' }) },
    { extra: 'forbid' },
  ) {}
  class Moved extends Model({ name: string({ alias: 'title' }), title: string({ alias: 'headline' }) }) {}
  const swapped = new Swapped({ a: 1, b: 2 })
  assert.deepEqual({ ...swapped }, { a: 1, b: 2 })
  assert.deepEqual({ ...new Moved({ name: 'n', title: 't' }) }, { name: 'n', title: 't' })
  for (const generate of [true, false]) {
    const { write } = createConverter(Swapped, { generate })
    for (const reply of [{ a: 1, b: 2 }, swapped])
      assert.deepEqual(write(reply), { ok: true, value: '{"b":1,"a":2}' })
    const moved = createConverter(Moved, { generate })
    for (const reply of [
      { name: 'n', title: 't' },
      { title: 'n', headline: 't' },
    ])
      assert.deepEqual(moved.write(reply), { ok: true, value: '{"title":"n","headline":"t"}' })
    class Near extends Model({ a: integer({ alias: 'b', default: 0 }), b: integer({ alias: 'c' }) }) {}
    assert.deepEqual({ ...new Near({ b: 2 }) }, { a: 0, b: 2 })
    assert.deepEqual(createConverter(Near, { generate }).write({ b: 2 }), {
      ok: true,
      value: '{"b":0,"c":2}',
    })
    assert.deepEqual(moved.convert({ title: 'n', headline: 't', name: 'x' }), {
      ok: true,
      value: new Moved({ name: 'n', title: 't' }),
    })
  }
})

test('fields are read from getters of any class, but not from members that every object inherits', () => {
  class Row {
    #name = 'x'
    get name(): string {
      return this.#name
    }
  }
  assert.equal(Account.parse(new Row()).name, 'x')
  class Odd extends Model({ constructor: any({ default: 'none' }), toString: any({ default: 'none' }) }) {}
  assert.deepEqual({ ...Odd.parse({}) }, { constructor: 'none', toString: 'none' })
  assert.equal({ ...Odd.parse(JSON.parse('{"constructor":1}')) }['constructor'], 1)
})

test('a key `__proto__` in the input is data like any other', () => {
  const input: unknown = JSON.parse('{"__proto__":{"admin":true},"name":"x"}')
  assert.equal('admin' in Account.parse(input), false)
  class Open extends Model({ name: string() }, { extra: 'allow' }) {}
  const open = Open.parse(input)
  assert.equal('admin' in open, false)
  assert.deepEqual(createConverter(Open).write(open), {
    ok: true,
    value: '{"name":"x","__proto__":{"admin":true}}',
  })
  const converted = createConverter(record(any())).convert(input)
  assert.ok(converted.ok && Object.hasOwn(converted.value, '__proto__') && !('admin' in converted.value))
})

test('a value that has no fields, such as a list or a date, is refused as a whole', () => {
  class Lenient extends Model({ size: integer({ default: 0 }) }) {}
  const inputs = [null, 'x', 5, [], new Date(), new Map(), new Uint8Array(2), () => 1]
  const values = [DateTime.from('2026-01-02T03:04:05Z'), Decimal.from('1.50'), Promise.resolve({ size: 1 })]
  for (const input of [...inputs, ...values])
    for (const generate of [true, false]) {
      const result = createConverter(Lenient, { generate }).convert(input)
      assert.deepEqual(!result.ok && result.issues[0]?.type, 'model_attributes_type', String(input))
    }
})

test('extra keys are refused or kept as declared, and a kept key hides no method', () => {
  const issuesOf = (extra: 'forbid' | 'allow'): unknown => {
    class Strict extends Model({ a: integer() }, { extra }) {}
    const result = Strict.safeParse({ a: 'x', b: 1, c: 2n ** 60n })
    return !result.ok && result.issues.map(({ type, loc }) => [type, ...loc])
  }
  assert.deepEqual(issuesOf('forbid'), [
    ['int_parsing', 'a'],
    ['extra_forbidden', 'b'],
    ['extra_forbidden', 'c'],
  ])
  assert.deepEqual(issuesOf('allow'), [
    ['int_parsing', 'a'],
    ['number_unsafe', 'c'],
  ])
  class Open extends Model({ a: integer() }, { extra: 'allow' }) {
    twice(): number {
      return this.a * 2
    }
  }
  assert.equal(Open.parse({ a: 1, twice: 'x' }).twice(), 2)
  class Shown extends Open {
    override toString(): string {
      return `a is ${this.a}`
    }
  }
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter<object>(Shown, options)
    const shown = convert({ a: 1, toString: 'x', valueOf: 'y' })
    assert.equal(shown.ok && String(shown.value), 'a is 1')
    assert.deepEqual(shown.ok && write(shown.value), {
      ok: true,
      value: '{"a":1,"valueOf":"y","toString":"x"}',
    })
  }
})

test('an extra key with a lone surrogate is refused, in a nested model too', () => {
  class Open extends Model({ a: integer() }, { extra: 'allow' }) {}
  class Holder extends Model({ open: Open }) {}
  for (const generate of [true, false]) {
    const result = createConverter(Holder, { generate }).convert({ open: { a: 1, '\ud800': 1 } })
    assert.deepEqual(!result.ok && result.issues.map(({ type, loc }) => [type, ...loc]), [
      ['string_unicode', 'open'],
    ])
  }
})

test('a key with a lone surrogate is the only issue of its model, as in pydantic', () => {
  for (const extra of ['allow', 'forbid'] as const) {
    const result = Model({ a: integer() }, { extra, name: 'Keyed' }).safeParse({ a: 'x', b: 1, 'c\ud800': 1 })
    assert.deepEqual(!result.ok && result.issues.map(({ type, loc, input }) => [type, loc, input]), [
      ['string_unicode', [], 'c\ud800'],
    ])
  }
})

test('a kept key that would hide a method or a field is not a property, but is written', () => {
  class Open extends Model({ a: integer({ alias: 'first' }) }, { extra: 'allow' }) {
    twice(): number {
      return this.a * 2
    }
  }
  const input = { first: 1, twice: 'x', a: 'y', b: 2 }
  const json = JSON.stringify({ first: 1, b: 2, twice: 'x', a: 'y' })
  for (const options of [{}, { generate: false }, { stringify: true }, { stringify: false }]) {
    const { convert, write } = createConverter(Open, options)
    const converted = convert(input)
    assert.ok(converted.ok && converted.value instanceof Open)
    assert.deepEqual([converted.value.a, converted.value.twice()], [1, 2])
    assert.deepEqual({ ...converted.value }, { a: 1, b: 2 })
    assert.deepEqual(write(converted.value), { ok: true, value: json })
    assert.deepEqual(write(new Open(converted.value)), { ok: true, value: json })
  }
})

test('checks run on the input before the fields and on the instance after them', () => {
  class Span extends Model(
    { from: integer(), to: integer() },
    {
      check: [
        before((input) => (Array.isArray(input) ? { from: input[0], to: input[1] } : input)),
        after((span) => (span.from > span.to ? reject('from is after to') : span)),
      ],
    },
  ) {}
  assert.deepEqual({ ...Span.parse([1, 2]) }, { from: 1, to: 2 })
  const reversed = Span.safeParse({ from: 2, to: 1 })
  assert.deepEqual(!reversed.ok && reversed.issues, [
    {
      type: 'value_error',
      loc: [],
      msg: 'Value error, from is after to',
      input: { from: 2, to: 1 },
      ctx: { error: {} },
    },
  ])
  assert.throws(() => new Span({ from: 2, to: 1 }), /from is after to/)
})

test('a check of the instance shows the original input in its issue, even if a check before it changed the input', () => {
  class Span extends Model(
    { from: integer(), to: integer() },
    {
      check: [
        after((span) => (span.from > span.to ? reject('from is after to') : span)),
        after((span) => (span.from === span.to ? rejectAt('to', reject('to is from')) : span)),
        before((input) => (Array.isArray(input) ? { from: input[0], to: input[1] } : input)),
        before((input) => (typeof input === 'string' ? input.split('-') : input)),
      ],
    },
  ) {}
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(Span, options)
    const outcomeOf = (input: unknown) => {
      const result = convert(input)
      return result.ok ? { ...result.value } : result.issues.map(({ loc, input }) => [loc, input])
    }
    assert.deepEqual(outcomeOf('1-2'), { from: 1, to: 2 })
    assert.deepEqual(outcomeOf('2-1'), [[[], '2-1']])
    assert.deepEqual(outcomeOf([2, 2]), [[['to'], [2, 2]]])
  }
})

test('a check that returns a spread copy still results in an instance', () => {
  const spread = after((sum: { a: number; total: number }): typeof sum => {
    const widened = { ...sum, total: sum.a + 1, unknown: 1 }
    return widened
  })
  const fields = { a: integer(), total: integer({ default: 0 }) }
  class Sum extends Model(fields, { check: [spread] }) {
    get double() {
      return this.total * 2
    }
  }
  class Wide extends Model(fields, { check: [spread], extra: 'allow' }) {}
  class Holder extends Model({ sum: Sum }) {}
  for (const options of [{}, { generate: false }]) {
    const [sum, wide, holder] = [Sum, Wide, Holder].map((model) => createConverter<object>(model, options))
    assert.deepEqual(sum?.convert({ a: 1 }), { ok: true, value: new Sum({ a: 1 }) })
    assert.deepEqual(holder?.convert({ sum: { a: 1 } }), { ok: true, value: new Holder({ sum: { a: 1 } }) })
    const kept = wide?.convert({ a: 1, more: 'x' })
    assert.ok(kept?.ok && kept.value instanceof Wide)
    assert.deepEqual({ ...kept.value }, { a: 1, total: 2, more: 'x', unknown: 1 })
  }
  assert.deepEqual({ ...Sum.parse({ a: 1 }) }, { a: 1, total: 2 })
  assert.equal(Sum.parse({ a: 1 }).double, 4)
  assert.equal(new Sum({ a: 1 }).double, 4)
})

test('a kept key with the name of a method survives a check that returns a spread copy', () => {
  const spread = after((open: { a: number }) => ({ ...open }))
  class Open extends Model({ a: integer() }, { extra: 'allow', check: [spread] }) {
    twice(): number {
      return this.a * 2
    }
  }
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter<object>(Open, options)
    const kept = convert({ a: 1, twice: 'x', b: null })
    assert.ok(kept.ok)
    assert.deepEqual(write(kept.value), { ok: true, value: '{"a":1,"b":null,"twice":"x"}' })
  }
})

test('each instance gets its own copy of a default, which is not validated', () => {
  let calls = 0
  class Defaults extends Model({
    tags: list(string(), { default: ['a'] }),
    made: integer({ default: () => ++calls }),
    short: string({ minLength: 3, default: 'x' }),
  }) {}
  const [one, two] = [Defaults.parse({}), Defaults.parse({})]
  assert.notEqual(one.tags, two.tags)
  const collections = any({ default: [new Set([1]), new Map([['a', [1]]]), new Date(0)] })
  class Wide extends Model({ collections }) {}
  const [first, second] = [Wide.parse({}), Wide.parse({})].map((wide) => Object(wide.collections))
  first[0].add(2)
  first[1].get('a').push(2)
  first[2].setTime(1)
  assert.deepEqual(second, [new Set([1]), new Map([['a', [1]]]), new Date(0)])
  assert.deepEqual([one.made, two.made, one.short], [1, 2, 'x'])
  assert.ok(createConverter(Defaults).write(one).ok)
})

test('a default that its own kind would refuse is written, and accepted within the instance that has it', () => {
  class Odd extends Model({
    tags: list(string(), { default: [], minItems: 1 }),
    named: record(list(integer()), { default: () => ({ a: [] }), minItems: 2 }),
  }) {}
  class Holder extends Model({ odd: Odd, size: integer({ default: 0 }) }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter(Odd, options)
    const converted = convert({})
    assert.ok(converted.ok)
    assert.deepEqual(write(converted.value), { ok: true, value: '{"tags":[],"named":{"a":[]}}' })
    assert.deepEqual(convert({ tags: [] }).ok, false)
  }
  const odd = new Odd({})
  assert.deepEqual({ ...new Holder({ odd }).odd }, { ...odd })
  const other = Holder.safeParse({ odd, size: 'x' })
  assert.deepEqual(!other.ok && other.issues.map(({ loc }) => loc), [['size']])
  for (const named of [{ b: [] }, { a: [1] }]) {
    odd.named = named
    assert.throws(() => new Holder({ odd }), /at least 2 items/)
  }
})

test('a default that is an instance is copied deeply for each use', () => {
  class Author extends Model({ name: string(), tags: list(string(), { default: [] }) }, { extra: 'allow' }) {}
  const author = Author.parse({ name: 'a', constructor: 'x', more: 1 })
  class Post extends Model({
    author: nested(() => Author, { default: author }),
    readers: list(Author, { default: [author] }),
  }) {}
  const [one, two] = [new Post({}), new Post({})]
  Object.assign(one.author, { name: 'b' }).tags.push('t')
  one.readers[0]?.tags.push('t')
  assert.ok(two.author instanceof Author)
  assert.deepEqual([two.author, two.readers[0]], [author, author])
  assert.equal(
    JSON.stringify(kindOf(Post).serialize(two)),
    JSON.stringify({
      author: { name: 'a', tags: [], constructor: 'x', more: 1 },
      readers: [{ name: 'a', tags: [], constructor: 'x', more: 1 }],
    }),
  )
})

test('a field given under both names is read from its alias, and its own name is an extra key', () => {
  const fields = { a: integer({ alias: 'first' }), b: integer({ default: 0 }) }
  class Open extends Model(fields, { populateByName: true, extra: 'allow' }) {}
  class Closed extends Model(fields, { populateByName: true, extra: 'forbid' }) {}
  class Other extends Model(fields, { populateByName: true }) {}
  const both = { first: 1, a: 2 }
  for (const options of [{}, { generate: false }]) {
    const open = createConverter(Open, options)
    const converted = open.convert(both)
    assert.deepEqual(converted.ok && open.write(converted.value), {
      ok: true,
      value: '{"first":1,"b":0,"a":2}',
    })
    const { convert } = createConverter(Closed, options)
    assert.deepEqual([convert({ first: 1 }).ok, convert({ a: 1 }).ok], [true, true])
    const refused = convert(both)
    assert.deepEqual(refused.ok || refused.issues.map(({ type, loc, input }) => [type, loc, input]), [
      ['extra_forbidden', ['a'], 2],
    ])
    const other = createConverter(Other, options)
    assert.deepEqual(
      [other.convert(both).ok, other.dropped(both), other.dropped({ a: 1 })],
      [true, ['a'], []],
    )
  }
})

test('collections, bigints and bytes in extra keys are written like any data', () => {
  class Open extends Model({ id: integer() }, { extra: 'allow' }) {}
  const held = {
    set: new Set([1n]),
    map: new Map([['a', 2]]),
    rows: 3n,
    bytes: new TextEncoder().encode('é'),
  }
  const json = '{"id":1,"set":[1],"map":{"a":2},"rows":3,"bytes":"é"}'
  const instance = Object.assign(new Open({ id: 1 }), held, { later: undefined })
  for (const options of [{}, { generate: false }])
    for (const value of [{ id: 1, ...held }, instance])
      assert.deepEqual(createConverter(Open, options).write(value), { ok: true, value: json })
})

test('a field named __proto__ is like any other', () => {
  class Odd extends Model(Object.fromEntries([['__proto__', any()]])) {}
  const input: unknown = JSON.parse('{"__proto__":{"a":1}}')
  for (const options of [{}, { generate: false }, { stringify: true }, { stringify: false }]) {
    const { convert, kind, write } = createConverter(Odd, options)
    const converted = convert(input)
    assert.ok(converted.ok && converted.value instanceof Odd)
    assert.deepEqual(Object.getOwnPropertyDescriptor(converted.value, '__proto__'), {
      value: { a: 1 },
      writable: true,
      enumerable: true,
      configurable: true,
    })
    assert.equal(JSON.stringify(kind.serialize(converted.value)), '{"__proto__":{"a":1}}')
    for (const value of [input, converted.value])
      assert.deepEqual(write(value), { ok: true, value: '{"__proto__":{"a":1}}' })
  }
})

test('§4.3 a union writes an instance by its own model, even if another model would accept it', () => {
  class Bare extends Model({}) {}
  class Point extends Model({ x: number(), at: nullable(datetime(), { default: null }) }) {}
  const value = new Point({ x: 1, at: new Date(0) })
  for (const options of [{}, { generate: false }, { stringify: true }]) {
    const { kind, write } = createConverter(union([Bare, Point]), options)
    const json = '{"x":1,"at":"1970-01-01T00:00:00Z"}'
    assert.deepEqual(write(value), { ok: true, value: json })
    assert.equal(JSON.stringify(kind.serialize(value)), json)
  }
})

test('a declaration is refused at once with all its mistakes', () => {
  const declare = (fields: Fields) => () => Model(fields)
  assert.throws(
    declare({
      title: string({ minLength: 5, maxLength: 1, pattern: 'a(b' }),
      tags: list(string({ maxLength: -1 }), { minItems: 1.5 }),
      count: integer({ alias: 'title', ge: 2, le: 1 }),
    }),
    (error) => {
      assert.ok(error instanceof DeclarationError)
      assert.deepEqual(error.mistakes, [
        'title: pattern "a(b": missing closing ), at character 1',
        'title: minLength 5 and maxLength 1 leave nothing between them; change one of them',
        'tags: item: maxLength is -1; write a whole number of at least 0',
        'tags: minItems is 1.5; write a whole number of at least 0',
        'count: ge 2 and le 1 leave nothing between them; change one of them',
        'the fields title and count are all called title on the wire; give each its own alias',
      ])
      return true
    },
  )
  class Clash extends Model({ name: string() }) {}
  Object.defineProperty(Clash.prototype, 'name', { value: () => 'a method' })
  assert.throws(() => Clash.parse({ name: 'x' }), /name: the class has a member of this name/)
  class Hidden extends Model({ toString: string(), constructor: string(), valueOf: string() }) {}
  Object.defineProperty(Hidden.prototype, 'toString', { value: () => 'a method' })
  assert.throws(() => Hidden.parse({}), {
    name: 'DeclarationError',
    mistakes: ['toString: the class has a member of this name; rename one of them'],
  })
})

test('unknown options of a model are reported with the mistakes of its fields', () => {
  const options = JSON.parse('{"populate_by_name": true, "extra": "forbidden"}')
  assert.throws(
    () => Model({ count: integer({ ge: 2, le: 1 }) }, options),
    (error) => {
      assert.ok(error instanceof DeclarationError)
      assert.deepEqual(error.mistakes, [
        'count: ge 2 and le 1 leave nothing between them; change one of them',
        'populate_by_name is not an option of a model; it takes extra, populateByName, strict, name, title, description, check',
        'extra is "forbidden"; write one of ignore, forbid, allow',
      ])
      return true
    },
  )
})

test('options of a model of the wrong type are refused with what to write instead', () => {
  const options = Object({ extra: 1n, strict: 'no', populateByName: 1, name: 5 })
  assert.throws(() => Model({}, options), {
    name: 'DeclarationError',
    mistakes: [
      'strict is "no"; write true or false',
      'populateByName is 1; write true or false',
      'name is 5; write a string',
      'extra is the bigint 1; write one of ignore, forbid, allow',
    ],
  })
})

test("a wrong value in place of a model's options is refused", () => {
  // Code without types may pass this.
  const declare = (given: unknown) => Reflect.apply(Model, undefined, [{}, given])
  for (const [given, shown] of [
    [null, 'null'],
    ['strict', '"strict"'],
    [class Base {}, 'the function Base'],
    [[], 'a list'],
  ])
    assert.throws(() => declare(given), {
      name: 'DeclarationError',
      mistakes: [`${shown} stands in place of the options; write { … }`],
    })
})

test('a recursive model converts and writes 200 levels of data, and refuses 300', () => {
  class Tree extends Model({
    name: string(),
    next: nullable(
      nested((): unknown => Tree),
      { default: null },
    ),
  }) {
    declare next: Tree | null
  }
  const chain = (depth: number): object => {
    let tree: object = { name: 'leaf' }
    for (let level = 0; level < depth; level++) tree = { name: 'x', next: tree }
    return tree
  }
  for (const generate of [true, false]) {
    const { convert, write } = createConverter(Tree, { generate })
    assert.ok(convert(chain(200)).ok && write(chain(200)).ok)
    for (const depth of [300, 100_000]) {
      const result = convert(chain(depth))
      assert.deepEqual(!result.ok && result.issues.map(({ type }) => type), ['recursion_loop'])
      assert.ok(!write(chain(depth)).ok)
    }
  }
})

test('the keys that a reply drops are reported by name, at any depth', () => {
  class Author extends Model({ name: string() }) {}
  class Post extends Model({
    author: Author,
    comments: list(Author, { default: [] }),
    byKey: record(nullable(Author), { default: {} }),
    first: union([integer(), Author], { default: 1 }),
    pair: nullable(tuple([integer(), Author]), { default: null }),
  }) {}
  const secretive = { name: 'n', password: 'p' }
  const { dropped } = createConverter(Post)
  const reply = {
    author: secretive,
    comments: [secretive, { ...secretive, ip: 1 }],
    byKey: { k: secretive, l: null },
    first: secretive,
    pair: [1, secretive],
    hash: 1,
  }
  assert.deepEqual(dropped(reply), [
    'hash',
    'author.password',
    'comments.password',
    'comments.ip',
    'byKey.*.password',
    'first.password',
    'pair.password',
  ])
  assert.deepEqual(dropped({ author: { name: 'n', ip: undefined }, hash: undefined }), [])
})

test('no issue shows a secret, wherever it is and whatever the input looks like', () => {
  class Login extends Model({
    user: string({ minLength: 3 }),
    password: string({ secret: true, minLength: 8 }),
  }) {}
  class Session extends Model({
    login: Login,
    logins: list(Login, { default: [], maxItems: 1 }),
    note: nullable(string(), { default: null }),
  }) {}
  class Strict extends Model({ token: string({ secret: true }) }, { extra: 'forbid' }) {}
  const declarations: KindLike[] = [
    Login,
    Session,
    Strict,
    list(Login),
    record(Login),
    tuple([Login, integer()]),
    nullable(Login),
    union([integer(), Login]),
    list(nested(() => Session)),
  ]
  const hidden = [
    'hunter2',
    ['hunter2'],
    { password: 'hunter2' },
    { user: 'al', password: 'hunter2' },
    { user: 1, Password: 'hunter2' },
    { token: 'hunter2', x: 'hunter2' },
  ]
  const inputs = hidden.flatMap((input) => [
    input,
    [input, 'x'],
    { login: input, logins: [input, input] },
    { a: input },
    [[input]],
  ])
  for (const declaration of declarations)
    for (const input of inputs)
      for (const generate of [true, false]) {
        const result = createConverter(declaration, { generate }).convert(input)
        if (!result.ok) assert.doesNotMatch(JSON.stringify(result.issues), /hunter2/)
      }
  const password = { type: 'string', format: 'password', minLength: 8, title: 'Password' }
  assert.deepEqual(Object(Login.jsonSchema('input').properties).password, { ...password, writeOnly: true })
  assert.deepEqual(Object(Login.jsonSchema('output').properties).password, password)
  const short = Login.safeParse({ user: 'al', password: 'hunter2' })
  assert.deepEqual(!short.ok && short.issues.map(({ input }) => input), ['al', '***'])
  const missing = Login.safeParse({ user: 'alice', pasword: 'hunter2' })
  assert.deepEqual(!missing.ok && missing.issues[0]?.input, { user: 'alice', pasword: '***' })
})

class Closed extends Model({}, { extra: 'forbid' }) {}
class Open extends Model({}, { extra: 'allow' }) {}
class Tagged extends Model({ kind: literal(['hunter']), pin: integer() }) {}
const KEYED: ForeignSchema<unknown, unknown> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (input) => ({ issues: [{ message: 'no', path: Object.keys(Object(input)) }] }),
  },
}

const secretParts: readonly (readonly [kind: KindLike, input: unknown])[] = [
  [nullable(string({ minLength: 9 }), { secret: true }), 'hunter'],
  [list(string({ minLength: 9 }), { secret: true }), ['hunter']],
  [tuple([integer()], { secret: true }), ['hunter']],
  [record(integer(), { secret: true }), { a: 'hunter' }],
  [union([integer(), string({ minLength: 9 })], { secret: true }), 'hunter'],
  [nested(() => class extends Model({ pin: integer() }) {}, { secret: true }), { pin: 'hunter' }],
  [record(nullable(string({ minLength: 9 }), { secret: true })), { a: 'hunter' }],
  [nullable(email({ secret: true })), 'hunter\u200b@'],
  [email({ secret: true }), 'hunter\u200b@'],
  [uuid({ secret: true }), 'hunter'],
  [record(integer(), { secret: true }), { hunter: 'x' }],
  [record(integer(), { secret: true, keys: uuid() }), { hunter: 'x' }],
  [record(integer(), { secret: true }), new Map<unknown, unknown>([['hunter', 'x']])],
  [record(integer({ secret: true }), { keys: string({ secret: true }) }), { hunter: 'x' }],
  [list(record(integer()), { secret: true }), [{ hunter: 'x' }]],
  [any({ secret: true }), { hunter: [2n ** 70n] }],
  [nested(() => Closed, { secret: true }), { hunter: 1 }],
  [nested(() => Open, { secret: true }), { hunter: 2n ** 70n }],
  [discriminated('kind', [Tagged], { secret: true }), { kind: 'hunter', pin: 'x' }],
  [foreign('Keyed', KEYED, { secret: true }), { hunter: 1 }],
  [
    string(
      { secret: true },
      after((_: string) => reject('is refused')),
    ),
    'hunter',
  ],
]

test('an issue shows no part of a secret, and no character of it in a message', () => {
  for (const [kind, input] of secretParts) {
    const result = createConverter(kind).convert(input)
    assert.ok(!result.ok)
    assert.doesNotMatch(JSON.stringify(result.issues), /hunter|`h`|200b/i, kindOf(kind).name)
    assert.ok(result.issues.every((issue) => issue.input === '***'))
  }
  const keyed = createConverter(record(record(integer()), { secret: true })).convert({ a: { b: 'x' } })
  assert.deepEqual(!keyed.ok && keyed.issues.map(({ loc }) => loc), [['***', '***']])
  const shown = createConverter(tuple([string({ secret: true }), uuid()])).convert(['hunter', 'z'])
  assert.deepEqual(!shown.ok && shown.issues.map(({ input, msg }) => [input, msg]), [
    ['z', 'Input should be a valid UUID, invalid character: found `z` at 1'],
  ])
})

test('without secrets the input is shown as it is, also for a recursive model', () => {
  class Tree extends Model({
    name: string(),
    branches: list(
      nested((): unknown => Tree),
      { default: [] },
    ),
  }) {}
  const result = Tree.safeParse({ branches: 'hello' })
  assert.deepEqual(!result.ok && result.issues.map(({ input }) => input), [{ branches: 'hello' }, 'hello'])
})

test('a model that no class extends has the name from its options', () => {
  const Pair = Model({ one: integer() }, { name: 'Pair' })
  assert.equal(Pair.jsonSchema()['title'], 'Pair')
})

test('a frozen default is copied like any other', () => {
  class Author extends Model(
    { name: string({ default: 'a' }) },
    { check: [after((it) => Object.freeze(it))] },
  ) {}
  const meta: object = Object.freeze(Object.assign(Object.create(null), { names: Object.freeze(['b']) }))
  class Post extends Model({
    author: nested(() => Author, { default: new Author({}) }),
    other: nested(() => Author, { default: Object.freeze(new Author({})) }),
    meta: any({ default: meta }),
  }) {}
  const post = Post.parse({})
  assert.deepEqual({ ...post }, { author: new Author({}), other: new Author({}), meta })
  assert.ok(post.author instanceof Author)
  assert.notEqual(post.meta, meta)
})

test('each instance gets its own copy of a default without a prototype', () => {
  const given: Record<string, string[]> = Object.assign(Object.create(null), { names: [] })
  class Page extends Model({ meta: any({ default: given }) }) {}
  const [one, other] = [Page.parse({}), Page.parse({})]
  assert.notEqual(one.meta, other.meta)
  assert.deepEqual(one.meta, given)
  assert.equal(Object.getPrototypeOf(one.meta), null)
})

test('the input is never changed, whether or not it is valid', () => {
  class Tag extends Model(
    { id: integer(), name: string({ strip: true, default: '' }) },
    { extra: 'allow' },
  ) {}
  class Post extends Model({
    tags: list(
      nested(() => Tag),
      { default: [] },
    ),
    counts: record(integer(), { default: {} }),
    or: nullable(union([integer(), list(integer())]), { default: null }),
  }) {}
  for (const [count, fits] of [
    ['2', true],
    ['x', false],
  ] as const) {
    const given = { tags: [{ id: '1', name: ' a ', more: ['b'] }], counts: { a: count }, or: ['3'] }
    const before = structuredClone(given)
    assert.equal(Post.safeParse(given).ok, fits)
    assert.deepEqual(given, before)
  }
})
