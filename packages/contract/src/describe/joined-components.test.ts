import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  datetime,
  decimal,
  integer,
  type JsonSchema,
  type KindLike,
  list,
  literal,
  Model,
  nullable,
  record,
  string,
  tuple,
  union,
} from '@postern/model'
import { described } from '../../test/described.ts'
import { ContractError, contract, describeContract, json, type Operations, routes } from '../index.ts'

class Plain extends Model({ at: datetime() }) {}
class Priced extends Model({ price: decimal() }) {}
class Basket extends Model({
  items: list(Priced),
  sale: nullable(Priced),
  by: record(decimal()),
  pair: tuple([decimal(), integer()]),
}) {}
class SignUp extends Model({ name: string(), password: string({ secret: true }) }) {}

const { get, post } = routes()
const both = (kind: KindLike) => ({ send: post('/a', { body: json(kind), response: kind }) })

function schemasOf(operations: Operations): Readonly<Record<string, JsonSchema>> {
  const declared = contract({ title: 'T', version: '1', routes: operations })
  return Object(describeContract(declared, { separateInputOutput: false }).components).schemas
}

const number = { type: 'number' }
const priceIn = { anyOf: [number, { type: 'string' }] }

const kept: readonly [string, Operations, string, JsonSchema][] = [
  [
    'a model that is described alike both ways',
    both(Plain),
    'Plain at',
    { type: 'string', format: 'date-time', title: 'At' },
  ],
  [
    'a model that is described differently, as it is in input',
    both(Priced),
    'Priced price',
    { ...priceIn, title: 'Price' },
  ],
  [
    'a model used only in output, as it is in output',
    { read: get('/a', { response: Priced }) },
    'Priced price',
    { type: 'string', title: 'Price' },
  ],
  [
    'a list of models that are described differently',
    both(Basket),
    'Basket items',
    { type: 'array', items: { $ref: '#/components/schemas/Priced' }, title: 'Items' },
  ],
  [
    'a record of values that are described differently',
    both(Basket),
    'Basket by',
    { type: 'object', additionalProperties: priceIn, title: 'By' },
  ],
  [
    'a secret that is in a response, not as writeOnly',
    both(SignUp),
    'SignUp password',
    { type: 'string', format: 'password', title: 'Password' },
  ],
  [
    'a secret that is in no response, as writeOnly',
    { send: post('/a', { body: json(SignUp) }) },
    'SignUp password',
    { type: 'string', format: 'password', title: 'Password', writeOnly: true },
  ],
]

for (const [title, operations, path, expected] of kept) {
  test(`one component shows ${title}`, () => {
    const schemas = schemasOf(operations)
    const [model = '', field = ''] = path.split(' ')
    assert.deepEqual(Object(schemas[model]?.properties)[field], expected)
    assert.ok(Object.keys(schemas).every((name) => !/-(?:Input|Output)$/.test(name)))
  })
}

const text = { type: 'string' }
const object = (properties: JsonSchema, ...required: string[]) => ({ type: 'object', properties, required })

/** A title, the input schema, the output schema, and whether the input schema holds for output too. */
const sides: readonly [string, JsonSchema, JsonSchema, boolean][] = [
  ['anything and a string', {}, text, true],
  ['a string and anything', text, {}, false],
  ['a string and a number', text, number, false],
  ['a number and an integer', number, { type: 'integer' }, true],
  ['an integer and a number', { type: 'integer' }, number, false],
  ['a string and an integer', text, { type: 'integer' }, false],
  ['the word number and the word integer', { const: 'number' }, { const: 'integer' }, false],
  ['a string and a shorter one', text, { ...text, maxLength: 5 }, true],
  ['a short string and any string', { ...text, maxLength: 5 }, text, false],
  ['a string with two titles', { ...text, title: 'In', examples: ['a'] }, { ...text, title: 'Out' }, true],
  ['a union and a member', { anyOf: [text, number] }, number, true],
  [
    'a union and a smaller one',
    { anyOf: [text, number, { type: 'null' }] },
    { anyOf: [{ type: 'null' }, text] },
    true,
  ],
  ['a union and another', { anyOf: [text, number] }, { anyOf: [text, { type: 'null' }] }, false],
  ['a member and its union', text, { anyOf: [text, number] }, false],
  ['an object and one with more required', object({ a: text }), object({ a: text }, 'a'), true],
  ['an object and one with fewer required', object({ a: text }, 'a'), object({ a: text }), false],
  ['an object and one without a member', object({ a: text }), object({}), false],
  ['an object and one with other members', object({ a: text }), object({ a: number }), false],
  [
    'a list of numbers and one of integers',
    { type: 'array', items: number },
    { type: 'array', items: { type: 'integer' } },
    true,
  ],
  ['an object and one that requires nothing', { type: 'object', required: ['a'] }, { type: 'object' }, false],
  [
    'a list and one with other items',
    { type: 'array', items: text },
    { type: 'array', items: number },
    false,
  ],
  [
    'a closed object and an open one',
    { type: 'object', additionalProperties: false },
    { type: 'object' },
    false,
  ],
  [
    'an object that is explicitly open and one that is implicitly open',
    { type: 'object', additionalProperties: true },
    { type: 'object' },
    true,
  ],
  [
    'two closed objects',
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: false, maxProperties: 2 },
    true,
  ],
  [
    'a closed object and one with additional strings',
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: text },
    false,
  ],
  [
    'a string and one with alternatives',
    text,
    { ...text, anyOf: [{ minLength: 1 }, { pattern: 'a' }] },
    true,
  ],
  ['a tuple and one that begins differently', { prefixItems: [text] }, { prefixItems: [number] }, false],
  ['a tuple and a longer one', { prefixItems: [text] }, { prefixItems: [text, text] }, false],
]

for (const [title, input, output, isOne] of sides) {
  test(`one component ${isOne ? 'is made' : 'cannot be made'} of ${title}`, () => {
    class Turned extends Model({ f: described(input, output) }) {}
    if (isOne) {
      const { Turned: shown } = schemasOf(both(Turned))
      return assert.deepEqual(Object(shown?.properties).f, { ...input, title: 'F' })
    }
    assert.throws(
      () => schemasOf(both(Turned)),
      (error) =>
        error instanceof ContractError &&
        error.mistakes.length === 1 &&
        /Turned cannot be one component: Turned-Input is .* and Turned-Output .*; remove/.test(error.message),
    )
  })
}

test('one component is described completely, with properties if it is a model', () => {
  class Order extends Model({ price: decimal(), mood: literal(['good', 'bad'], { name: 'Mood' }) }) {}
  const { Order: order, Mood: mood } = schemasOf(both(Order))
  assert.deepEqual(order, {
    type: 'object',
    properties: {
      price: { ...priceIn, title: 'Price' },
      mood: { $ref: '#/components/schemas/Mood' },
    },
    required: ['price', 'mood'],
    title: 'Order',
  })
  assert.deepEqual(mood, { type: 'string', enum: ['good', 'bad'], title: 'Mood' })
})

test('a model without required fields is refused like any other', () => {
  class Turned extends Model({ f: nullable(described(text, number), { default: null }) }) {}
  assert.throws(() => schemasOf(both(Turned)), /Turned cannot be one component: Turned-Input is .*; remove/)
})

test('a model with a union of models has one component', () => {
  class Either extends Model({ one: union([Plain, Priced]) }) {}
  assert.deepEqual(
    Object.keys(schemasOf(both(Either))).filter((name) => !/Error/.test(name)),
    ['Either', 'Plain', 'Priced'],
  )
})
