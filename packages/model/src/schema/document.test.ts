import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import {
  any,
  createConverter,
  DeclarationError,
  date,
  datetime,
  decimal,
  discriminated,
  email,
  foreign,
  httpUrl,
  integer,
  type JsonSchema,
  type KindLike,
  kindOf,
  list,
  literal,
  Model,
  nested,
  nullable,
  PlainDate,
  record,
  schemaDocument,
  string,
  tuple,
  union,
} from '../index.ts'

const posts = { title: string({ minLength: 1, maxLength: 200 }), content: string({ default: '' }) }
class PostCreate extends Model(posts) {}
class UserCreate extends Model({
  username: string({ minLength: 3, maxLength: 50 }),
  email: email(),
  website: nullable(httpUrl(), { default: null }),
  birth_date: nullable(datetime(), { default: null }),
  age: integer({ ge: 0, le: 150 }),
}) {}
class UserResponse extends Model({
  id: integer(),
  username: string(),
  email: string(),
  created_at: datetime(),
}) {}
class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: datetime(),
  updated_at: datetime(),
}) {}

test('§2 models are described like the components of the recorded documents', () => {
  const recorded = { ...componentsOf('response-strict'), ...componentsOf('probe') }
  const described = { Strict: PostCreate, UserCreate, UserResponse, PostResponse }
  for (const [name, model] of Object.entries(described)) {
    const component = recorded[name] ?? Object.values(recorded).find(({ title }) => title === model.name)
    assert.deepEqual(model.jsonSchema(), component, name)
    assert.deepEqual(model.jsonSchema('output'), component, name)
  }
})

function componentsOf(variant: string): Record<string, { title?: string }> {
  const file = new URL(`../../../../conformance/openapi/${variant}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')).components.schemas
}

/** What pydantic 2.13 gives for the same declarations. */
const descriptions: readonly (readonly [KindLike, object])[] = [
  [
    tuple([integer(), string()]),
    { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], minItems: 2, maxItems: 2 },
  ],
  [tuple([]), { type: 'array', minItems: 0, maxItems: 0 }],
  [tuple([integer()]), { type: 'array', prefixItems: [{ type: 'integer' }], minItems: 1, maxItems: 1 }],
  [
    tuple(integer(), { minItems: 1, maxItems: 3 }),
    { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
  ],
  [
    record(integer(), { minItems: 1 }),
    { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1 },
  ],
  [record(any()), { type: 'object', additionalProperties: true }],
  [
    record(integer(), { keys: string({ minLength: 2 }) }),
    { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { minLength: 2 } },
  ],
  [
    record(integer(), { keys: string({ pattern: '^a' }) }),
    { type: 'object', patternProperties: { '^a': { type: 'integer' } } },
  ],
  [
    record(integer(), { keys: string({ pattern: '^a', maxLength: 5 }) }),
    { type: 'object', patternProperties: { '^a': { type: 'integer' } }, propertyNames: { maxLength: 5 } },
  ],
  [
    record(integer(), { keys: literal(['a', 'b']) }),
    { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: { enum: ['a', 'b'] } },
  ],
  // A name is never a number: a schema cannot say what value the string must stand for.
  ...[integer({ ge: 1 }), decimal({ lt: 5 }), union([integer(), literal(['x'])]), literal([1])].map(
    (keys): [KindLike, JsonSchema] => [
      record(integer(), { keys }),
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
  ),
  [nullable(nullable(string())), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [
    record(string(), { keys: date() }),
    { type: 'object', additionalProperties: { type: 'string' }, propertyNames: { format: 'date' } },
  ],
  [
    nullable(union([integer(), string()])),
    { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
  ],
  [
    union([integer(), nullable(string())]),
    { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'null' }] },
  ],
  [union([integer(), integer()]), { type: 'integer' }],
  [list(any(), { uniqueItems: true }), { type: 'array', items: {}, uniqueItems: true }],
  // The texts of a part are described at the part.
  [
    list(integer({ title: 'T', description: 'd', examples: [1], deprecated: true })),
    {
      type: 'array',
      items: { type: 'integer', title: 'T', description: 'd', examples: [1], deprecated: true },
    },
  ],
  [
    nullable(date({ examples: [PlainDate.from('2026-01-02')] })),
    { anyOf: [{ type: 'string', format: 'date', examples: ['2026-01-02'] }, { type: 'null' }] },
  ],
  [
    union([integer({ description: 'a number' }), string()]),
    { anyOf: [{ type: 'integer', description: 'a number' }, { type: 'string' }] },
  ],
  [
    nullable(union([integer(), string()], { description: 'either' })),
    {
      anyOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }], description: 'either' }, { type: 'null' }],
    },
  ],
  [
    tuple([integer({ description: 'd' }), string()]),
    {
      type: 'array',
      prefixItems: [{ type: 'integer', description: 'd' }, { type: 'string' }],
      minItems: 2,
      maxItems: 2,
    },
  ],
  [
    tuple([Model({ x: integer() }, { name: 'Point' }), string()]),
    {
      $defs: {
        Point: {
          type: 'object',
          properties: { x: { type: 'integer', title: 'X' } },
          required: ['x'],
          title: 'Point',
        },
      },
      type: 'array',
      prefixItems: [{ $ref: '#/$defs/Point' }, { type: 'string' }],
      minItems: 2,
      maxItems: 2,
    },
  ],
  [tuple(integer({ description: 'd' })), { type: 'array', items: { type: 'integer', description: 'd' } }],
  [
    record(integer({ title: 'T', description: 'd' }), { keys: string({ title: 'K', description: 'k' }) }),
    {
      type: 'object',
      additionalProperties: { type: 'integer', description: 'd' },
      propertyNames: { description: 'k' },
    },
  ],
  [
    list(string({ secret: true, examples: ['hunter2'] })),
    { type: 'array', items: { type: 'string', format: 'password' } },
  ],
]

test('the names of a record with integer enumeration keys are not described, because they are strings', () => {
  const keys = literal([1, 2], { name: 'Level' })
  class Counts extends Model({ counts: record(integer(), { keys }) }) {}
  assert.equal(Counts.safeParse({ counts: { 1: 5 } }).ok, true)
  assert.deepEqual(Counts.jsonSchema(), {
    type: 'object',
    properties: { counts: { title: 'Counts', type: 'object', additionalProperties: { type: 'integer' } } },
    required: ['counts'],
    title: 'Counts',
  })
})

test('§2.7 kinds and options are described as pydantic does', () => {
  for (const [kind, expected] of descriptions)
    assert.deepEqual(
      schemaDocument((description) => kindOf(kind).describe(description), 'input'),
      expected,
    )
})

test('models, definitions, recursion and the texts of fields are described as pydantic does', () => {
  class A extends Model(
    {
      kind: literal(['a']),
      x: integer({ default: 1, title: 'TT', description: 'd', examples: [1, 2], deprecated: true }),
    },
    { description: 'Doc.' },
  ) {}
  class B extends Model({ kind: literal(['b', 'c']) }, { extra: 'forbid' }) {}
  class C extends Model(
    {
      r: nullable(
        nested((): unknown => C),
        { default: null },
      ),
      a: nested(() => A, { description: 'an A' }),
      u: discriminated('kind', [A, B]),
      l: list(A, { default: [] }),
      n: integer({ alias: 'alIas2x' }),
      token: string({ secret: true, default: 'hunter2', examples: ['hunter2'] }),
    },
    { extra: 'allow', title: 'Cee' },
  ) {}
  assert.deepEqual(C.jsonSchema(), {
    $defs: {
      A: {
        description: 'Doc.',
        type: 'object',
        properties: {
          kind: { const: 'a', type: 'string', title: 'Kind' },
          x: {
            type: 'integer',
            default: 1,
            title: 'TT',
            description: 'd',
            examples: [1, 2],
            deprecated: true,
          },
        },
        required: ['kind'],
        title: 'A',
      },
      B: {
        type: 'object',
        properties: { kind: { enum: ['b', 'c'], type: 'string', title: 'Kind' } },
        required: ['kind'],
        additionalProperties: false,
        title: 'B',
      },
      C: {
        type: 'object',
        properties: {
          r: { anyOf: [{ $ref: '#/$defs/C' }, { type: 'null' }] },
          a: { $ref: '#/$defs/A', description: 'an A' },
          u: {
            oneOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/B' }],
            discriminator: {
              propertyName: 'kind',
              mapping: { a: '#/$defs/A', b: '#/$defs/B', c: '#/$defs/B' },
            },
            title: 'U',
          },
          l: { type: 'array', items: { $ref: '#/$defs/A' }, title: 'L', default: [] },
          alIas2x: { type: 'integer', title: 'Alias2X' },
          token: { type: 'string', format: 'password', title: 'Token', writeOnly: true },
        },
        required: ['a', 'u', 'alIas2x'],
        additionalProperties: true,
        title: 'Cee',
      },
    },
    $ref: '#/$defs/C',
  })
})

test("a secret field shows no defaults or examples of its parts or of another library's schema", () => {
  const secret = { secret: true }
  const part = string({ examples: ['hunter2'] })
  class Word extends Model({ word: string({ default: 'hunter2' }) }) {}
  const keySchema = z.object({
    default: z
      .string()
      .default('hunter2')
      .meta({ examples: ['hunter2'] }),
  })
  class Secrets extends Model({
    pin: nullable(part, { secret: true, default: null }),
    pins: list(part, secret),
    key: foreign('Key', keySchema, secret),
    // A model has secrets of its own.
    word: nested(() => Word, secret),
  }) {}
  assert.deepEqual(Secrets.jsonSchema()['properties'], {
    pin: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Pin', writeOnly: true },
    pins: { type: 'array', items: { type: 'string' }, title: 'Pins', writeOnly: true },
    key: { type: 'object', properties: { default: { type: 'string' } }, title: 'Key', writeOnly: true },
    word: { $ref: '#/$defs/Word', writeOnly: true },
  })
})

// table: a name, and the title that pydantic gives it.
const titles: readonly (readonly [string, string])[] = [
  ['createdAt_ms', 'Createdat Ms'],
  ['_id', 'Id'],
  ['a_', 'A'],
  ['__x', 'X'],
  ['__a__b_', 'A  B'],
  ['_', ''],
  ['a1b', 'A1B'],
  ['ßa', 'Ssa'],
  ['ẞa', 'ẞa'],
  ['İL_İlçe', 'İl İlçe'],
  ['oʻzbek', 'OʻZbek'],
  ['中a', '中A'],
  ['ΑΣ', 'Ας'],
  ['𐐨𐐀', '𐐀𐐨'],
]

test('the title of a field defaults to its name on the wire, written as pydantic writes it', () => {
  for (const [alias, title] of titles) {
    const { properties } = Model({ field: string({ alias }) }).jsonSchema()
    assert.deepEqual(properties, { [alias]: { type: 'string', title } })
  }
})

test('an enumeration is defined once, and each field has its own description and default', () => {
  const values = ['draft', 'public'] as const
  class Post extends Model({
    state: literal(values, { name: 'State', default: 'draft', description: 'Now.' }),
    before: nullable(literal(values, { name: 'State' })),
  }) {}
  assert.deepEqual(Post.jsonSchema(), {
    $defs: { State: { title: 'State', enum: values, type: 'string' } },
    type: 'object',
    properties: {
      state: { $ref: '#/$defs/State', description: 'Now.', default: 'draft' },
      before: { anyOf: [{ $ref: '#/$defs/State' }, { type: 'null' }] },
    },
    required: ['before'],
    title: 'Post',
  })
  class Other extends Model({ post: Post, state: literal(['draft'], { name: 'State' }) }) {}
  assert.throws(() => Other.jsonSchema(), /State/)
})

test('two models of one name in one schema are a mistake', () => {
  const inner = (kind: KindLike): KindLike => class Item extends Model({ value: kind }) {}
  class Both extends Model({ a: inner(integer()), b: inner(string()) }) {}
  assert.throws(
    () => Both.jsonSchema(),
    (error) => error instanceof DeclarationError && /^The schema .*Item/s.test(error.message),
  )
  assert.ok(createConverter(Both).convert({ a: { value: 1 }, b: { value: 'x' } }).ok)
})

test('a reference resolves to its definition, whatever characters the name has', () => {
  for (const name of [
    'Post',
    'My Post',
    'Größe',
    'Page<Post>',
    'Page[Post]',
    '100%',
    'a%41',
    'a/b',
    'a~b',
    'a#b',
  ]) {
    class Named extends Model({ x: integer() }, { name }) {}
    class Holder extends Model({ one: nullable(Named), many: list(Named) }) {}
    const validate = new Ajv2020().compile(Holder.jsonSchema())
    assert.ok(validate({ one: { x: 1 }, many: [] }), name)
    assert.ok(!validate({ one: { x: 'x' }, many: [] }), name)
  }
  const Odd = Model({ x: integer() }, { name: 'a%41/b' })
  const described = schemaDocument((description) => list(nullable(Odd)).describe(description), 'input')
  assert.deepEqual(described['items'], { anyOf: [{ $ref: '#/$defs/a%2541~1b' }, { type: 'null' }] })
})

test('keywords next to a reference are kept when the reference is replaced by its definition', () => {
  class Post extends Model({ title: string() }) {}
  const described = schemaDocument(
    (description) => ({ ...kindOf(Post).describe(description), description: 'Of today.' }),
    'input',
  )
  assert.deepEqual(described, { ...Post.jsonSchema(), description: 'Of today.' })
})
