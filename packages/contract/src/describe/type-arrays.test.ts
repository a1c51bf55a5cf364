import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  any,
  datetime,
  integer,
  type JsonSchema,
  type KindLike,
  list,
  literal,
  Model,
  nullable,
  record,
  string,
  union,
} from '@postern/model'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { described } from '../../test/described.ts'
import { contract, describeContract, json, jsonLines, routes, tokenFrom } from '../index.ts'

class Inner extends Model({ a: integer() }) {}

const reference = { $ref: '#/components/schemas/Inner' }
const nothing = { type: 'null' }
const titled = { title: 'F' }

/** A title, a kind, and its schema with anyOf and with a type array. */
const fields: readonly [string, KindLike, JsonSchema, JsonSchema][] = [
  [
    'a string',
    nullable(string({ minLength: 1 })),
    { anyOf: [{ type: 'string', minLength: 1 }, nothing], ...titled },
    { type: ['string', 'null'], minLength: 1, ...titled },
  ],
  [
    'a format, with a description',
    nullable(datetime(), { description: 'When', deprecated: true }),
    {
      anyOf: [{ type: 'string', format: 'date-time' }, nothing],
      ...titled,
      description: 'When',
      deprecated: true,
    },
    {
      type: ['string', 'null'],
      format: 'date-time',
      ...titled,
      description: 'When',
      deprecated: true,
    },
  ],
  [
    'a list of nullable items',
    nullable(list(nullable(integer({ ge: 1 })))),
    {
      anyOf: [{ type: 'array', items: { anyOf: [{ type: 'integer', minimum: 1 }, nothing] } }, nothing],
      ...titled,
    },
    { type: ['array', 'null'], items: { type: ['integer', 'null'], minimum: 1 }, ...titled },
  ],
  [
    'an object',
    nullable(record(nullable(integer()))),
    {
      anyOf: [{ type: 'object', additionalProperties: { anyOf: [{ type: 'integer' }, nothing] } }, nothing],
      ...titled,
    },
    { type: ['object', 'null'], additionalProperties: { type: ['integer', 'null'] }, ...titled },
  ],
  [
    'one of several strings',
    nullable(literal(['a', 'b'])),
    { anyOf: [{ enum: ['a', 'b'], type: 'string' }, nothing], ...titled },
    { enum: ['a', 'b', null], type: ['string', 'null'], ...titled },
  ],
  [
    'one literal string',
    nullable(literal(['a'])),
    { anyOf: [{ const: 'a', type: 'string' }, nothing], ...titled },
    { enum: ['a', null], type: ['string', 'null'], ...titled },
  ],
  [
    'a default and examples that look like schemas',
    nullable(record(any()), {
      default: { anyOf: [{ type: 'string' }, nothing] },
      examples: [{ anyOf: [{ type: 'string' }, nothing] }],
    }),
    {
      anyOf: [{ type: 'object', additionalProperties: true }, nothing],
      ...titled,
      examples: [{ anyOf: [{ type: 'string' }, nothing] }],
      default: { anyOf: [{ type: 'string' }, nothing] },
    },
    {
      type: ['object', 'null'],
      additionalProperties: true,
      ...titled,
      examples: [{ anyOf: [{ type: 'string' }, nothing] }],
      default: { anyOf: [{ type: 'string' }, nothing] },
    },
  ],
  [
    'a choice of one, without null',
    described({ anyOf: [{ type: 'string' }] }),
    { anyOf: [{ type: 'string' }], ...titled },
    { anyOf: [{ type: 'string' }], ...titled },
  ],
  [
    'members named like keywords',
    described({
      type: 'object',
      properties: {
        default: { anyOf: [{ type: 'integer' }, nothing] },
        properties: { anyOf: [nothing, { type: 'integer' }] },
        examples: { const: null, type: 'null' },
      },
    }),
    {
      type: 'object',
      properties: {
        default: { anyOf: [{ type: 'integer' }, nothing] },
        properties: { anyOf: [nothing, { type: 'integer' }] },
        examples: { const: null, type: 'null' },
      },
      ...titled,
    },
    {
      type: 'object',
      properties: {
        default: { type: ['integer', 'null'] },
        properties: { type: ['integer', 'null'] },
        examples: { const: null, type: 'null' },
      },
      ...titled,
    },
  ],
  ...(
    [
      ['a model', nullable(Inner), { anyOf: [reference, nothing] }],
      [
        'a union',
        nullable(union([integer(), string()])),
        { anyOf: [{ type: 'integer' }, { type: 'string' }, nothing], ...titled },
      ],
      ['anything', nullable(any()), { anyOf: [{}, nothing], ...titled }],
      ['a kind that is never null', string(), { type: 'string', ...titled }],
      [
        'null or null',
        nullable(literal([null])),
        { anyOf: [{ const: null, type: 'null' }, nothing], ...titled },
      ],
      [
        'a type next to a value',
        described({ anyOf: [{ type: 'string' }, nothing], const: 'x' }),
        { anyOf: [{ type: 'string' }, nothing], const: 'x', ...titled },
      ],
      [
        'a type with an applicator',
        nullable(described({ type: 'string', not: { const: 'x' } })),
        { anyOf: [{ type: 'string', not: { const: 'x' } }, nothing], ...titled },
      ],
    ] as const
  ).map(([title, kind, schema]): (typeof fields)[number] => [
    `${title}, which is left as it is`,
    kind,
    schema,
    schema,
  ]),
]

const { post, get } = routes()

for (const [title, kind, anyOf, typeArray] of fields) {
  class Outer extends Model({ f: kind }) {}
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { send: post('/a', { body: json(Outer), response: Outer }) },
  })
  const propertyIn = (document: JsonSchema) => Object(document.components).schemas.Outer.properties.f

  test(`a nullable is described by anyOf or by a type array: ${title}`, () => {
    assert.deepEqual(propertyIn(describeContract(declared)), anyOf)
    assert.deepEqual(propertyIn(describeContract(declared, { nullable: 'any-of' })), anyOf)
    assert.deepEqual(propertyIn(describeContract(declared, { nullable: 'type-array' })), typeArray)
  })

  test(`both ways of describing a nullable accept the same values: ${title}`, () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const [one, other] = (['any-of', 'type-array'] as const).map((nullability) => {
      const { components } = describeContract(declared, { nullable: nullability })
      return ajv.compile({ components, $ref: '#/components/schemas/Outer' })
    })
    const values = [null, '', 'a', 'x', 0, 1, 1.5, [], [null], [0], {}, { a: 1 }, { default: null }, true]
    for (const f of values) assert.equal(one?.({ f }), other?.({ f }), JSON.stringify(f))
  })
}

test('names that a declaration chooses are kept, also if they are keywords', () => {
  const scopes = { content: 'Reads', responses: 'Writes' }
  const security = tokenFrom({ tokenUrl: '/token', scopes })
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { read: get('/', { security, response: nullable(string()) }) },
  })
  const { components } = describeContract(declared, { nullable: 'type-array' })
  const [scheme] = Object.values<JsonSchema>(Object(components).securitySchemes)
  assert.deepEqual(scheme?.flows, { password: { tokenUrl: '/token', scopes } })
})

test('parameters, responses and streams are described with type arrays too', () => {
  const declared = contract({
    title: 'T',
    version: '1',
    routes: {
      find: get('/find', {
        query: { q: nullable(integer(), { default: null }) },
        response: nullable(string()),
        responseExamples: { none: null },
      }),
      follow: get('/follow', { response: jsonLines(nullable(string())) }),
    },
  })
  const { paths } = describeContract(declared, { nullable: 'type-array' })
  const [find, follow] = ['/find', '/follow'].map((path) => Object(paths)[path].get)
  assert.deepEqual(find.parameters[0].schema.type, ['integer', 'null'])
  assert.deepEqual(find.responses[200].content['application/json'].schema.type, ['string', 'null'])
  const stream = follow.responses[200].content['application/jsonl'].schema
  assert.deepEqual(stream.items.type, ['string', 'null'])
})
