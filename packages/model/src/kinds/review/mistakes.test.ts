import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  any,
  before,
  boolean,
  createConverter,
  DeclarationError,
  date,
  datetime,
  decimal,
  discriminated,
  duration,
  email,
  foreign,
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
} from '../../index.ts'

const FIELD_OPTIONS = 'default, alias, title, description, examples, deprecated, hidden, secret'

// Code without types may pass this.
const anyway = (given: unknown) => given as never
const misspelt = anyway({ minLength: 1, maxLenght: 5 })
const ofAnother = anyway({ title: 'Age', minimum: 0 })

// To the compiler, a promise is a value like any other.
const later = async (value: unknown) => value
const shorter = (texts: string[]) => texts.slice(1)
class Checkless extends Model({ age: integer() }) {}
class Tagged extends Model({ kind: literal(['a']) }) {}
class Between extends Model({ later: nested<Final>((): unknown => Final) }) {}
const noClass = (name: string) =>
  `${name} is not a model class; write model classes alone, and put other kinds beside them: union([discriminated(…), …])`
const UNWRAPPED = 'a validator is neither after(…) nor before(…); wrap its function in one of them'
const noKey = (name: string) => `a key cannot be a ${name}; write a kind that takes strings, such as string()`
const KIND_FOR_OPTIONS =
  'a kind stands in place of the options; write several kinds as a list: tuple([A, B]), union([A, B])'
const FOR_OPTIONS = 'stands in place of the options; write { … }, and validators after it: after(…)'
const NOT_CALLED = 'nested() takes a function that returns the model; write nested(() => A)'
const untypedText = JSON.parse('"title"')
const ASYNC =
  'a validator is async, so its promise would become the value; make it synchronous, and look things up in the handler'

const declared: readonly (readonly [KindLike, readonly string[]])[] = [
  [
    string(misspelt),
    [
      `maxLenght is not an option of string; it takes minLength, maxLength, pattern, strip, strict, ${FIELD_OPTIONS}`,
    ],
  ],
  [nullable(integer(), ofAnother), [`minimum is not an option of nullable; it takes ${FIELD_OPTIONS}`]],
  [
    list(string(misspelt), { minItems: -1 }),
    [
      `item: maxLenght is not an option of string; it takes minLength, maxLength, pattern, strip, strict, ${FIELD_OPTIONS}`,
      'minItems is -1; write a whole number of at least 0',
    ],
  ],
  [any({}, before(later), before(later)), [ASYNC, ASYNC]],
  [any({}, Object(later)), [UNWRAPPED]],
  [any({}, anyway(undefined), anyway(null)), [UNWRAPPED, UNWRAPPED]],
  [integer({ ge: 2 ** 53 }), ['ge 9007199254740992 leaves no integer within ±(2^53−1); use decimal()']],
  [integer({ gt: 2 ** 53 - 1 }), ['gt 9007199254740991 leaves no integer within ±(2^53−1); use decimal()']],
  [
    integer({ lt: -(2 ** 60) }),
    ['lt -1152921504606847000 leaves no integer within ±(2^53−1); use decimal()'],
  ],
  [
    integer(anyway({ ge: 5n, multipleOf: 2n })),
    ['ge is the bigint 5; write a finite number', 'multipleOf is the bigint 2; write a number above 0'],
  ],
  [
    string(anyway({ minLength: '1', maxLength: 9n, pattern: /^a/, strip: 'no', strict: undefined })),
    [
      'minLength is "1"; write a whole number of at least 0',
      'maxLength is the bigint 9; write a whole number of at least 0',
      'pattern is the RegExp /^a/; write a string',
      'strip is "no"; write true or false',
    ],
  ],
  [
    integer(anyway({ ge: '0', multipleOf: '5', secret: 'yes', alias: 7, examples: '1' })),
    [
      'ge is "0"; write a finite number',
      'multipleOf is "5"; write a number above 0',
      'secret is "yes"; write true or false',
      'alias is 7; write a string',
      'examples is "1"; write a list',
    ],
  ],
  [
    list(string(), anyway({ uniqueItems: 1, maxItems: '9' })),
    ['uniqueItems is 1; write true or false', 'maxItems is "9"; write a whole number of at least 0'],
  ],
  [
    decimal(anyway({ decimalPlaces: 0.5, allowInfNan: 'no', strict: 1 })),
    [
      'decimalPlaces is 0.5; write a whole number of at least 0',
      'allowInfNan is "no"; write true or false',
      'strict is 1; write true or false',
    ],
  ],
  [
    literal(['a'], anyway({ name: 5, title: 6, description: 7, deprecated: 'no', hidden: 1 })),
    [
      'name is 5; write a string',
      'title is 6; write a string',
      'description is 7; write a string',
      'deprecated is "no"; write true or false',
      'hidden is 1; write true or false',
    ],
  ],
  [
    decimal({ allowInfNan: true, maxDigits: 5, decimalPlaces: 2 }),
    [
      'maxDigits and allowInfNan exclude each other; leave one out',
      'decimalPlaces and allowInfNan exclude each other; leave one out',
    ],
  ],
  [decimal({ maxDigits: -1 }), ['maxDigits is -1; write a whole number of at least 0']],
  [
    decimal(anyway({ ge: 5n, multipleOf: ['1'] })),
    [
      "ge is the bigint 5; write a finite decimal, such as '0.01'",
      "multipleOf is a list; write a decimal above 0, such as '0.01'",
    ],
  ],
  [uuid(anyway({ version: '4' })), ['version is "4"; write one of 1, 3, 4, 5, 6, 7, 8']],
  [integer(anyway({ default: 5n })), ['default holds a bigint, which JSON cannot hold; write a number']],
  [
    list(integer(), anyway({ default: [1, 5n] })),
    ['default holds a bigint, which JSON cannot hold; write a number'],
  ],
  [
    list(datetime(), anyway({ default: 'today' })),
    ['default is "today", which cannot be written as list; write a value of its output type'],
  ],
  [
    tuple([datetime(), string()], anyway({ default: [] })),
    ['default is a list, which cannot be written as tuple; write a value of its output type'],
  ],
  [
    set(string(), anyway({ default: ['a'], examples: [['a'], 7] })),
    ['examples hold 7, which cannot be written as set; write values of its output type'],
  ],
  [
    datetime(anyway({ default: {}, examples: [new Date(0)] })),
    [
      'default is an object, which cannot be written as datetime; write a value of its output type',
      'examples hold an object (Date), which cannot be written as datetime; write values of its output type',
    ],
  ],
  [
    list(string({ secret: true }), anyway({ default: 'password' })),
    ['default is a secret, which cannot be written as list; write a value of its output type'],
  ],
  [
    nullable(date(), anyway({ default: new Date(Number.NaN) })),
    ['default is an invalid Date, which cannot be written as nullable; write a value of its output type'],
  ],
  [
    string(anyway({ default: Symbol('id') })),
    ['default is Symbol(id), which cannot be written as string; write a value of its output type'],
  ],
  [
    record(string(), anyway({ default: new Map([['a', 'b']]) })),
    ['default is an object (Map), which cannot be written as record; write a value of its output type'],
  ],
  [
    string(anyway({ examples: [new Set(['a'])] })),
    ['examples hold an object (Set), which cannot be written as string; write values of its output type'],
  ],
  [number(anyway({ examples: [1, 5n] })), ['examples hold a bigint, which JSON cannot hold; write numbers']],
  [
    literal(anyway([5n, 5n])),
    [
      'literal() lists the bigint 5; write strings, numbers, booleans or null',
      'literal() lists the bigint 5; write strings, numbers, booleans or null',
      'literal() lists 5 more than once; list it once',
    ],
  ],
  [
    literal(anyway([undefined, 'a', {}])),
    [
      'literal() lists undefined; write strings, numbers, booleans or null',
      'literal() lists an object; write strings, numbers, booleans or null',
    ],
  ],
  [integer({ gt: 1, lt: 2 }), ['gt 1 and lt 2 leave nothing between them; change one of them']],
  [number({ gt: 1, lt: 1 }), ['gt 1 and lt 1 leave nothing between them; change one of them']],
  [integer({ ge: 1.2, le: 1.8 }), ['ge 1.2 and le 1.8 leave nothing between them; change one of them']],
  [integer({ gt: 1.5, le: 1.9 }), ['gt 1.5 and le 1.9 leave nothing between them; change one of them']],
  [integer({ ge: 0.1, lt: 1 }), ['ge 0.1 and lt 1 leave nothing between them; change one of them']],
  [integer({ gt: -1, lt: 0 }), ['gt -1 and lt 0 leave nothing between them; change one of them']],
  [
    integer({ gt: 0, lt: 10, multipleOf: 10 }),
    ['gt 0 and lt 10 leave no multiple of 10 between them; change one of them'],
  ],
  [
    decimal({ ge: '1000000000000000002', le: '1000000000000000001' }),
    ['ge 1000000000000000002 and le 1000000000000000001 leave nothing between them; change one of them'],
  ],
  [record(integer(), { keys: list(string()) }), [noKey('list')]],
  [record(integer(), { keys: list(string(), {}, after(shorter)) }), [noKey('list')]],
  [record(integer(), { keys: union([list(string()), record(string())]) }), [noKey('list or record')]],
  [record(integer(), { keys: set(string()) }), [noKey('set')]],
  [record(integer(), { keys: nullable(nested(() => Checkless)) }), [noKey('nested')]],
  [record(integer(), { keys: Checkless }), [noKey('Checkless')]],
  [record(integer(), { keys: tuple([string()]) }), [noKey('tuple')]],
  [record(integer(), { keys: discriminated('kind', [Tagged]) }), [noKey('discriminated')]],
  [
    record(decimal({ maxDigits: -1 }), { keys: string({ minLength: -1 }) }),
    [
      'key: minLength is -1; write a whole number of at least 0',
      'value: maxDigits is -1; write a whole number of at least 0',
    ],
  ],
  [
    tuple([integer(), string({ minLength: -1 })]),
    ['item 1: minLength is -1; write a whole number of at least 0'],
  ],
  [record(integer(), { keys: nested(() => Checkless) }), [noKey('nested')]],
  [union([]), ['union() has no member; write at least one']],
  [
    union([integer(), nullable(string({ minLength: -1 }))]),
    ['member 1: minLength is -1; write a whole number of at least 0'],
  ],
  [union([], Object(integer())), ['union() has no member; write at least one', KIND_FOR_OPTIONS]],
  [tuple(string(), Object(integer())), [KIND_FOR_OPTIONS]],
  [
    record(string(), Object(integer())),
    [
      'a kind stands in place of the options; write the kind of the values first, and that of the keys among the options: record(B, { keys: A })',
    ],
  ],
  [list(Checkless, Object(Checkless)), [KIND_FOR_OPTIONS]],
  [string(Object(before(later))), ['a validator stands in place of the options; write {} before it']],
  [
    list(string(), Object(after(shorter))),
    ['a validator stands in place of the options; write {} before it'],
  ],
  [string(Object(later)), [`the function later ${FOR_OPTIONS}`]],
  [string(Object(() => 1)), [`a function ${FOR_OPTIONS}`]],
  [string(untypedText), [`"title" ${FOR_OPTIONS}`]],
  [boolean(untypedText), [`"title" ${FOR_OPTIONS}`]],
  [list(nested(Object(Checkless))), [`item: ${NOT_CALLED}`]],
  [
    discriminated('kind', [
      Tagged,
      Model({ kind: string() }, { name: 'Loose' }),
      Model({ sort: literal(['a']) }, { name: 'Other' }),
    ]),
    [
      'Loose has no literal field kind, which tells it apart; declare kind: literal([…])',
      'Other has no literal field kind, which tells it apart; declare kind: literal([…])',
    ],
  ],
  [
    discriminated('kind', [
      Model({ kind: literal(['a'], { alias: 'k' }) }, { name: 'A' }),
      Model({ kind: literal(['b', 'a']) }, { name: 'B' }),
    ]),
    [
      "two members have the tag 'a'; change one of them",
      'the tag has several names on the wire: k, kind; give it the same alias in all members',
    ],
  ],
  [
    discriminated('kind', [
      Model(
        {
          kind: literal(
            ['a'],
            {},
            before((tag) => tag),
          ),
        },
        { name: 'A' },
      ),
      Model(
        {
          kind: literal(
            ['b'],
            {},
            after((tag) => tag),
          ),
        },
        { name: 'B' },
      ),
    ]),
    [
      'the field kind of A has a before, which runs only once the tag was read; write a before of discriminated(), which gets the object',
    ],
  ],
  [discriminated('kind', []), ['discriminated() has no member; write at least one model']],
  [
    discriminated('kind', [Tagged, Object(discriminated('kind', [Tagged])), Object(nested(() => Tagged))]),
    [
      noClass('discriminated'),
      'nested is not a model class; write the model itself, and in a member that contains this choice nested(() => choice)',
    ],
  ],
  [
    tuple([integer(), string()], { minItems: 1, maxItems: 2 }),
    [
      'minItems is for tuples of any length; this one has 2 items, so leave it out',
      'maxItems is for tuples of any length; this one has 2 items, so leave it out',
    ],
  ],
]

test('a default that is invalid, null or of a model declared later is accepted', () => {
  class Early extends Model({
    age: integer({ ge: 18, default: 0 }),
    born: datetime(anyway({ default: 'unknown' })),
    tags: list(string(), anyway({ default: null })),
    later: list(
      nested<Later>((): unknown => Later),
      anyway({ default: [{ of: 'later' }] }),
    ),
    within: list(Between, anyway({ default: [{ later: { of: 'later' } }] })),
  }) {}
  class Later extends Model({ of: string() }) {}
  assert.equal(Early.parse({}).age, 0)
})

test('a default of a model declared later that cannot be written is refused where it is described', () => {
  class Early extends Model({
    later: list(
      nested<Later>((): unknown => Later),
      anyway({ default: 'none' }),
    ),
  }) {}
  class Later extends Model({ of: string() }) {}
  assert.throws(() => Early.jsonSchema(), {
    name: 'TypeError',
    message: 'later: default is "none", which cannot be written as list; write a value of its output type',
  })
})

test('bounds that some integer meets and bigints that a kind can write are accepted', () => {
  for (const kind of [
    integer({ ge: -(2 ** 63), le: 2 ** 63 }),
    integer({ gt: 2 ** 53 - 2, lt: 2 ** 53 }),
    any({ default: 5n, examples: [{ a: 5n }] }),
    decimal(anyway({ default: 5n })),
  ])
    assert.ok(createConverter(kind))
})

test('a declaration that makes no sense is refused with what to write instead', () => {
  for (const [kind, mistakes] of declared)
    assert.throws(
      () => createConverter(kind),
      (error) => {
        assert.ok(error instanceof DeclarationError)
        assert.deepEqual(error.mistakes, mistakes)
        return true
      },
    )
})

const checks: readonly (readonly [unknown, readonly string[]])[] = [
  [before(later), ['check is not a list; write check: [after(…)]']],
  [
    [before(later), later],
    [`check: ${ASYNC}`, `check: ${UNWRAPPED}`],
  ],
  [
    [undefined, null],
    [`check: ${UNWRAPPED}`, `check: ${UNWRAPPED}`],
  ],
]

test('a model is refused with validators that make no sense', () => {
  for (const [check, mistakes] of checks) {
    assert.throws(
      () => Model({ age: integer() }, { check: Object(check) }),
      (error) => {
        assert.ok(error instanceof DeclarationError)
        assert.deepEqual(error.mistakes, mistakes)
        const lines = mistakes.map((mistake) => `\n  ${mistake}`)
        assert.equal(error.message, `The model is declared with mistakes:${lines.join('')}`)
        return true
      },
    )
  }
})

test('a declaration that some value fits is accepted', () => {
  const split = before((input) => String(input).split(','))
  const kinds: readonly KindLike[] = [
    integer({ gt: 1, lt: 3 }),
    integer({ ge: 1.2, le: 2 }),
    integer({ gt: 0.5, lt: 1.5 }),
    integer({ ge: 1, le: 1 }),
    integer({ ge: 1, le: 9, multipleOf: 5 }),
    number({ gt: 1, lt: 2 }),
    decimal({ gt: 1, lt: 2 }),
    decimal({ gt: '1000000000000000000', lt: '1000000000000000002' }),
    list(Model({}, { name: 'constructor' })),
    list(Model({}, { name: 'toString' })),
    record(integer(), { keys: list(string(), {}, split) }),
    record(integer(), { keys: union([list(string()), integer()]) }),
    record(integer(), {
      keys: union(
        [integer(), string()],
        {},
        after((key) => key),
      ),
    }),
  ]
  for (const kind of kinds) createConverter(kind)
})

// table: what code without types may write, and the message.
const untyped: readonly (readonly [() => unknown, string])[] = [
  [() => Reflect.apply(literal, undefined, ['a', 'b']), "a list is missing; write literal(['a', 'b'])"],
  [() => Reflect.apply(union, undefined, [integer(), string()]), 'a list is missing; write union([A, B])'],
  [
    () => Reflect.apply(discriminated, undefined, [[Checkless], 'kind']),
    "a list is missing; write discriminated('tag', [A, B])",
  ],
  [
    () => Reflect.apply(Model, undefined, []),
    'a model is declared with its fields: Model({ name: string() })',
  ],
  [() => Model(Object(Checkless)), 'a model is declared with its fields: Model({ ...Checkless.fields })'],
]

test('a call with wrong arguments throws a TypeError that says what to write', () => {
  for (const [declare, message] of untyped) assert.throws(declare, { name: 'TypeError', message })
})

const everyKind = (options: never): readonly KindLike[] => [
  string(options),
  integer(options),
  number(options),
  decimal(options),
  boolean(options),
  datetime(options),
  date(options),
  time(options),
  duration(options),
  email(options),
  httpUrl(options),
  uuid(options),
  literal(['a'], options),
  list(string(), options),
  tuple([string()], options),
  tuple(string(), options),
  record(string(), options),
  set(string(), options),
  nullable(string(), options),
  union([string(), integer()], options),
  discriminated('kind', [Tagged], options),
  nested(() => Tagged, options),
  any(options),
]

test('null in place of options counts as no options, for every kind', () => {
  const schemasWith = (options: unknown) =>
    [...everyKind(anyway(options)), foreign('Name', Checkless, anyway(options))].map((field) =>
      Model({ field }, { name: 'Given' }).jsonSchema(),
    )
  assert.deepEqual(schemasWith(null), schemasWith(undefined))
})

test('an unknown option is a mistake, for every kind', () => {
  for (const kind of everyKind(anyway({ oddity: 1 })))
    assert.throws(() => createConverter(kind), /oddity is not an option of \w+; it takes /)
})

test('a value that is not a kind is refused by the kind that it is given to', () => {
  const message =
    'the function string is neither a kind nor a model; write one, such as string() or a class that extends Model({…})'
  assert.throws(() => Model({ tags: list(Object(string)) }), { name: 'TypeError', message })
})

test('fields that are not kinds are reported by name, with every other mistake', () => {
  const orKind =
    'is neither a kind nor a model; write one, such as string() or a class that extends Model({…})'
  const fields = {
    a: String,
    b: { text: string() },
    c: [string()],
    d: 'text',
    e: undefined,
    f: { '~standard': {} },
  }
  assert.throws(() => Model({ ...Object(fields), age: string(misspelt) }), {
    name: 'DeclarationError',
    mistakes: [
      `a: the function String ${orKind}`,
      `b: an object ${orKind}`,
      'c: a list is neither a kind nor a model; write list(…) of one, or tuple([…])',
      `d: "text" ${orKind}`,
      `e: undefined ${orKind}`,
      "f: an object is neither a kind nor a model; write foreign('Name', schema)",
      `age: maxLenght is not an option of string; it takes minLength, maxLength, pattern, strip, strict, ${FIELD_OPTIONS}`,
    ],
  })
})

test('a model of another copy of the package is reported as such', () => {
  const { safeParse, jsonSchema } = Model({})
  const Note = Object.assign(class Note {}, { safeParse, jsonSchema })
  const mistake =
    'note: Note is a model of another copy of @postern/model; make `npm ls @postern/model` show one copy'
  assert.throws(() => Model({ note: Object(Note) }), { name: 'DeclarationError', mistakes: [mistake] })
})

class Final extends Model({ of: string() }) {}
