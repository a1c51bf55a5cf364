import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import {
  any,
  datetime,
  discriminated,
  foreign,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  string,
  tuple,
} from '../index.ts'

class Cat extends Model({ kind: literal(['cat']), lives: integer({ le: 9 }) }) {}
class Dog extends Model({ kind: literal(['dog']), name: string({ minLength: 1 }) }) {}
class Point extends Model({
  at: tuple([integer(), string()]),
  since: nullable(datetime(), { default: null }),
}) {}
class Zoo extends Model({
  animals: list(discriminated('kind', [Cat, Dog])),
  place: nested(() => Point, { description: 'Where it is' }),
  other: nullable(Point, { default: null }),
  // Data that only looks like a schema.
  $ref: string({ default: '#/$defs/Cat' }),
  data: any({ default: { $ref: '#/$defs/Cat', prefixItems: [1] }, examples: [{ $defs: 1 }] }),
  counts: record(integer({ ge: 0 }), { keys: string({ pattern: '^[a-z]+$' }) }),
}) {}
class Node extends Model({
  name: string(),
  within: list(
    nested<Node>((): unknown => Node),
    { default: [] },
  ),
}) {}

class Rest extends Model({
  texts: foreign('Texts', {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => ({ value }),
      jsonSchema: { input: firstNumber, output: firstNumber },
    },
  }),
}) {}

/** A number followed by any number of strings. */
function firstNumber() {
  return { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'string' } }
}

const place = { at: [1, 'x'] }
const zoo = { animals: [{ kind: 'cat', lives: 9 }], place, counts: { a: 1 } }

const values: readonly (readonly [typeof Zoo | typeof Node | typeof Rest, unknown, boolean])[] = [
  [Zoo, zoo, true],
  [Zoo, { ...zoo, animals: [{ kind: 'cat', lives: 10 }] }, false],
  [Zoo, { ...zoo, animals: [{ kind: 'dog', name: '' }] }, false],
  [Zoo, { ...zoo, place: { at: ['x', 1] } }, false],
  [Zoo, { ...zoo, place: { at: [1, 'x', 2] } }, false],
  [Zoo, { ...zoo, other: { at: [1] } }, false],
  [Zoo, { ...zoo, counts: { a: -1 } }, false],
  [Node, { name: 'a', within: [{ name: 'b', within: [{ name: 'c' }] }] }, true],
  [Node, { name: 'a', within: [{ name: 'b', within: [{ name: 5 }] }] }, false],
  [Rest, { texts: [1, 'a', 'b'] }, true],
  [Rest, { texts: [1, 'a', 2] }, false],
]

test('a schema of draft 07 accepts and refuses the same values as one of 2020-12', () => {
  for (const [model, value, isTaken] of values) {
    const { input } = model['~standard'].jsonSchema
    const judges = [
      new Ajv({ strict: false, validateFormats: false }).compile(input({ target: 'draft-07' })),
      new Ajv2020({ strict: false, validateFormats: false }).compile(input({ target: 'draft-2020-12' })),
    ]
    assert.deepEqual(
      judges.map((judge) => judge(value)),
      [isTaken, isTaken],
      JSON.stringify(value),
    )
  }
})

test('a schema of draft 07 has its keywords, and leaves data that looks like a schema unchanged', () => {
  assert.deepEqual(Zoo['~standard'].jsonSchema.input({ target: 'draft-07' }), {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: {
      Cat: {
        type: 'object',
        properties: {
          kind: { const: 'cat', type: 'string', title: 'Kind' },
          lives: { type: 'integer', maximum: 9, title: 'Lives' },
        },
        required: ['kind', 'lives'],
        title: 'Cat',
      },
      Dog: {
        type: 'object',
        properties: {
          kind: { const: 'dog', type: 'string', title: 'Kind' },
          name: { type: 'string', minLength: 1, title: 'Name' },
        },
        required: ['kind', 'name'],
        title: 'Dog',
      },
      Point: {
        type: 'object',
        properties: {
          at: {
            type: 'array',
            items: [{ type: 'integer' }, { type: 'string' }],
            minItems: 2,
            maxItems: 2,
            title: 'At',
          },
          since: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], title: 'Since' },
        },
        required: ['at'],
        title: 'Point',
      },
    },
    type: 'object',
    properties: {
      animals: {
        type: 'array',
        items: {
          oneOf: [{ $ref: '#/definitions/Cat' }, { $ref: '#/definitions/Dog' }],
          discriminator: {
            propertyName: 'kind',
            mapping: { cat: '#/definitions/Cat', dog: '#/definitions/Dog' },
          },
        },
        title: 'Animals',
      },
      place: { allOf: [{ $ref: '#/definitions/Point' }], description: 'Where it is' },
      other: { anyOf: [{ $ref: '#/definitions/Point' }, { type: 'null' }] },
      $ref: { type: 'string', title: '$Ref', default: '#/$defs/Cat' },
      data: {
        title: 'Data',
        default: { $ref: '#/$defs/Cat', prefixItems: [1] },
        examples: [{ $defs: 1 }],
      },
      counts: {
        type: 'object',
        patternProperties: { '^[a-z]+$': { type: 'integer', minimum: 0 } },
        title: 'Counts',
      },
    },
    required: ['animals', 'place', 'counts'],
    title: 'Zoo',
  })
})
