import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { createConverter } from '../converter.ts'
import { DeclarationError } from '../issues/declaration-error.ts'
import { Model } from '../model.ts'
import { any } from './any.ts'
import { discriminated } from './discriminated.ts'
import { foreign } from './foreign.ts'
import type { ForeignSchema } from './foreign-schema.ts'
import { integer } from './integer.ts'
import { list } from './list.ts'
import { literal } from './literal.ts'
import { record } from './record.ts'
import { set } from './set.ts'
import { string } from './string.ts'
import { union } from './union.ts'

const Place = z.object({ city: z.string().min(2), at: z.tuple([z.number(), z.number()]).optional() })

class Trip extends Model({
  id: integer(),
  place: foreign('Place', Place),
  size: foreign(
    'Size',
    z.string().transform((text) => text.length),
    { default: 0 },
  ),
}) {}

test('a schema of another library can be a field', () => {
  const trip = new Trip({ id: 1, place: { city: 'Oslo', at: [1, 2] }, size: 'four' })
  const city: string = trip.place.city
  const size: number = trip.size
  assert.deepEqual([city, size], ['Oslo', 4])
  assert.equal(new Trip({ id: 1, place: { city: 'Oslo' } }).size, 0)
  assert.throws(() => Trip.parse({ id: 1, place: { town: 'Oslo' } }))
})

test('the issues of a schema of another library have its locations, and come among those of other fields', () => {
  for (const options of [{}, { generate: false }]) {
    const result = createConverter(Trip, options).convert({ id: 'x', place: { city: 'O', at: [1, 'y'] } }, [
      'body',
    ])
    const issues = result.ok ? [] : result.issues
    assert.deepEqual(
      issues.map(({ type, loc, input }) => [type, loc.join('.'), input]),
      [
        ['int_parsing', 'body.id', 'x'],
        ['value_error', 'body.place.city', 'O'],
        ['value_error', 'body.place.at.1', 'y'],
      ],
    )
    assert.equal(issues[1]?.msg, Place.safeParse({ city: 'O' }).error?.issues[0]?.message)
  }
})

/** A schema that gives the same result for every value; untyped, as another library's may be. */
function answering(answer: unknown): ForeignSchema {
  const standard = { version: 1, vendor: 'own', validate: () => answer }
  return Object({ '~standard': standard })
}

const BOTH = [{}, { generate: false }]

/** A path like ArkType's: its constructor takes the parts, not their number. */
class OwnPath extends Array<unknown> {
  constructor(...parts: readonly unknown[]) {
    super()
    this.push(...parts)
  }
}

// table: a path, the location of the issue, and the input that the issue shows.
const paths: readonly (readonly [unknown, readonly (string | number)[], unknown])[] = [
  [undefined, [], { a: ['x'], b: 'y' }],
  [[], [], { a: ['x'], b: 'y' }],
  [['a', { key: 0 }], ['a', 0], 'x'],
  [['a', { key: 1 }], ['a', 1], ['x']],
  [['c', 'b'], ['c', 'b'], { a: ['x'], b: 'y' }],
  [['b', 'length'], ['b', 'length'], 'y'],
  [new OwnPath(), [], { a: ['x'], b: 'y' }],
  [new OwnPath('a', 0), ['a', 0], 'x'],
  [['a', { key: Symbol('of') }], ['a', 'Symbol(of)'], ['x']],
  [['a', { key: null }, { key: ['of', 'a map'] }], ['a', 'null', 'of,a map'], ['x']],
]

test('an issue shows the innermost value that exists on its path', () => {
  for (const [path, loc, shown] of paths) {
    const schema = answering({ issues: [{ message: 'no', path }] })
    const result = createConverter(foreign('Own', schema)).convert({ a: ['x'], b: 'y' })
    assert.deepEqual(!result.ok && result.issues.map((issue) => [issue.loc, issue.input]), [[loc, shown]])
  }
})

test('a schema that refuses a value without an issue gets a general issue', () => {
  const mute = foreign('Mute', answering({ issues: [] }))
  const issue = { type: 'value_error', msg: 'Not valid as Mute', input: 'x' }
  for (const options of BOTH) {
    const alone = createConverter(mute, options).convert('x')
    assert.deepEqual(alone, { ok: false, issues: [{ ...issue, loc: [] }] })
    const item = createConverter(set(mute), options).convert(['x'])
    assert.deepEqual(item, { ok: false, issues: [{ ...issue, loc: [0] }] })
  }
})

test('the issues of a schema of another library are limited to 2^19, like all others', () => {
  const issue = { message: 'no', path: [0] }
  const many = foreign('Many', answering({ issues: new Array(2 ** 19 + 1).fill(issue) }))
  const result = createConverter(many).convert([1])
  assert.equal(!result.ok && result.issues.length, 2 ** 19)
})

test('issues of null count as no issues', () => {
  for (const options of BOTH) {
    const { convert } = createConverter(foreign('Own', answering({ value: 'x', issues: null })), options)
    assert.deepEqual(convert(1), { ok: true, value: 'x' })
  }
})

test('an unknown option of foreign() is a mistake', () => {
  const misspelt = JSON.parse('{"secrt": true}')
  assert.throws(() => Model({ place: foreign('Place', Place, misspelt) }), {
    name: 'DeclarationError',
    mistakes: [
      'place: secrt is not an option of Place; it takes default, alias, title, description, examples, deprecated, hidden, secret',
    ],
  })
})

test('foreign() without a name is a mistake that says what to write', () => {
  const nameless = Reflect.apply(foreign, undefined, [Place])
  assert.throws(
    () => Model({ place: nameless }),
    (error) => {
      assert.ok(error instanceof DeclarationError)
      assert.deepEqual(error.mistakes, ["place: a name is missing; write foreign('Name', schema)"])
      return true
    },
  )
})

test('a secret field of another library hides its input, in messages too', () => {
  // Valibot and ArkType show the refused value in their messages.
  const refusing = z.string().refine(() => false, { error: ({ input }) => `must be a word (was "${input}")` })
  for (const options of BOTH) {
    const { convert } = createConverter(list(foreign('Pin', refusing, { secret: true })), options)
    assert.deepEqual(convert(['1234']), {
      ok: false,
      issues: [{ type: 'value_error', loc: [0], msg: 'Value error', input: '***' }],
    })
  }
})

test('in a reply, a schema of another library filters fields, and no integer is rounded', () => {
  for (const options of [{}, { generate: false }, { stringify: true }, { stringify: false }]) {
    const { write } = createConverter(Trip, options)
    assert.deepEqual(write({ id: 1, place: { city: 'Oslo', mayor: 'x' }, size: 'abc' }), {
      ok: true,
      value: '{"id":1,"place":{"city":"Oslo"},"size":3}',
    })
    assert.ok(!createConverter(foreign('Big', z.bigint()), options).write(2n ** 64n).ok)
  }
})

test("a set of dates from another library's schema holds each date once", () => {
  const given = ['2026-01-02', '2026-01-02T00:00:00Z', '2026-01-03']
  for (const options of BOTH) {
    const { convert, write } = createConverter(set(foreign('Day', z.coerce.date())), options)
    const days = new Set([new Date('2026-01-02'), new Date('2026-01-03')])
    assert.deepEqual(convert(given), { ok: true, value: days })
    const text = '["2026-01-02T00:00:00.000Z","2026-01-03T00:00:00.000Z"]'
    assert.deepEqual(write(new Set(given)), { ok: true, value: text })
    assert.equal(createConverter(set(foreign('Place', Place)), options).convert([{ city: 'Oslo' }]).ok, false)
  }
})

test('bigints that would be equal as numbers stay distinct as keys, in sets and under uniqueItems', () => {
  const big = foreign('Big', z.coerce.bigint())
  const given = ['9007199254740993', '9007199254740992']
  const named = { '9007199254740993': 1, '9007199254740992': 2 }
  for (const options of BOTH) {
    const keyed = createConverter(record(integer(), { keys: big }), options)
    assert.deepEqual(keyed.convert(named), { ok: true, value: named })
    const value = given.map(BigInt)
    assert.deepEqual(createConverter(set(big), options).convert(given), { ok: true, value: new Set(value) })
    const distinct = createConverter(list(big, { uniqueItems: true }), options)
    assert.deepEqual(distinct.convert(given), { ok: true, value })
    assert.equal(distinct.convert(['1', '1']).ok, false)
  }
})

test("a union writes a value that another library's schema made through that schema's member", () => {
  class Box extends Model({
    kind: literal(['box']),
    size: foreign(
      'Size',
      z.string().transform((text) => text.length),
    ),
    unit: string({ alias: 'Unit' }),
  }) {}
  class Other extends Model({ size: any() }) {}
  const given = { kind: 'box', size: 'four', Unit: 'm' }
  const text = '{"kind":"box","size":4,"Unit":"m"}'
  for (const member of [discriminated('kind', [Box]), union([Box, integer()], { title: 'Box or number' })])
    for (const options of [{}, { generate: false }]) {
      const { kind, write } = createConverter<unknown>(union([member, Other]), options)
      assert.deepEqual(write(given), { ok: true, value: text })
      assert.equal(JSON.stringify(kind.serialize(Box.parse(given))), text)
    }
})

test("a transform of another library's schema runs once, and not when a client sends", () => {
  const next = z.object({ n: z.number() }).transform(({ n }) => ({ n: n + 1 }))
  const counter = foreign('Counter', next)
  for (const kind of [counter, union([counter, integer()]), union([list(counter), counter])])
    for (const options of [{}, { generate: false }]) {
      const { convert, write } = createConverter<unknown>(kind, options)
      assert.deepEqual(convert({ n: 1 }), { ok: true, value: { n: 2 } })
      assert.deepEqual(write({ n: 1 }), { ok: true, value: '{"n":2}' })
      assert.deepEqual(kind.serialize({ n: 2 }), { n: 2 })
      const sent = createConverter<unknown>(kind, { ...options, sent: true })
      assert.deepEqual(sent.write({ n: 1 }), { ok: true, value: '{"n":1}' })
      assert.equal(sent.write({ n: 'x' }).ok, false)
    }
})

test('a document shows the JSON Schema of another library, or the schema of any if it has none', () => {
  const { properties } = Trip.jsonSchema() as { properties: Record<string, Record<string, unknown>> }
  const { $schema: _, ...place } = z.toJSONSchema(Place, { io: 'input' })
  assert.deepEqual(properties.place, { ...place, title: 'Place' })
  const bare: ForeignSchema<string, string> = {
    '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value: String(value) }) },
  }
  class Bare extends Model({ word: foreign('Word', bare) }) {}
  assert.deepEqual(Bare.jsonSchema().properties, { word: { title: 'Word' } })
})

test('a JSON Schema of another library is not shown if it has references, or cannot be made', () => {
  const Tree = z.object({
    get branches() {
      return z.array(Tree)
    },
  })
  class Held extends Model({ tree: foreign('Tree', Tree), since: foreign('Since', z.date()) }) {}
  const { properties } = Held.jsonSchema()
  assert.deepEqual(properties, { tree: { title: 'Tree' }, since: { title: 'Since' } })
})

test('a rejected promise from a schema is an error of the declaration, and does not end the process', async () => {
  const late: ForeignSchema = {
    '~standard': { version: 1, vendor: 'own', validate: () => Promise.reject(new Error('no')) },
  }
  assert.throws(() => createConverter(foreign('Late', late)).convert(1), /Late validates asynchronously/)
  await new Promise(setImmediate)
})

test('a schema that returns neither a value nor issues, or a promise of another realm, is an error', () => {
  const elsewhere: unknown = runInNewContext('Promise.resolve({ value: 1 })')
  for (const options of BOTH) {
    assert.throws(
      () => createConverter(foreign('Late', answering(elsewhere)), options).convert(1),
      /Late validates asynchronously/,
    )
    for (const answer of [undefined, null, true, {}, { message: 'no' }, { issues: 'no' }])
      assert.throws(() => createConverter(foreign('Own', answering(answer)), options).convert(1), {
        name: 'TypeError',
        message:
          'Own returns neither a value nor issues; validate(…) of a Standard Schema returns { value } or { issues }',
      })
  }
})

test('an asynchronous schema is an error, and a value that is not a Standard Schema is a mistake', () => {
  const late: ForeignSchema = {
    '~standard': { version: 1, vendor: 'own', validate: async (value) => ({ value }) },
  }
  assert.throws(() => createConverter(foreign('Late', late)).convert(1), /Late validates asynchronously/)
  for (const text of ['{}', '{"~standard":null}', '{"~standard":{"version":2}}']) {
    const none: ForeignSchema = JSON.parse(text)
    assert.throws(() => createConverter(foreign('None', none)), {
      name: 'DeclarationError',
      mistakes: ['None is not a Standard Schema; write a schema whose ~standard has version 1'],
    })
  }
})
