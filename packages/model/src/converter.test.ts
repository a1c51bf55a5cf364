import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import {
  after,
  any,
  boolean,
  createConverter,
  Decimal,
  datetime,
  decimal,
  discriminated,
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
  type SetOptions,
  schemaDocument,
  set,
  string,
  tuple,
  union,
  uuid,
} from './index.ts'

/** A declaration with values that it probably takes. */
interface Declared {
  readonly kind: KindLike
  readonly value: fc.Arbitrary<unknown>
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('1', 'a', 'abc', '2026-01-02T03:04:05Z', 'true'),
)
const ID = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'

const junk = fc.oneof(
  texts,
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    Number.NaN,
    -0,
    1.5,
    2n ** 60n,
    '\ud800',
    [],
    {},
    new Map(),
    new Date(0),
    Decimal.from('3'),
    Decimal.from('1.50'),
  ),
  fc.integer({ min: -3, max: 12 }),
  fc.array(fc.constantFrom<unknown>(1, 'a', null, 1), { maxLength: 3 }),
  fc.dictionary(
    fc.constantFrom('a', 'b', 'aA', 'kind', '__proto__', 'constructor', '\udc00'),
    fc.constantFrom<unknown>(1, 'a', null),
    { maxKeys: 3 },
  ),
)

const levelOptions = { name: 'Level' }

const strictness = fc.constantFrom({}, { strict: true }, { strict: false })

const scalar: fc.Arbitrary<Declared> = fc.oneof(
  fc
    .record({ minLength: fc.nat(2), maxLength: fc.integer({ min: 2, max: 5 }), strip: fc.boolean() })
    .map((options) => ({ kind: string(options), value: texts })),
  fc.constantFrom<Declared>(
    { kind: string(), value: texts },
    { kind: string({ pattern: '^[a-c]+$' }), value: texts },
    { kind: integer({ ge: 0, le: 9 }), value: fc.integer({ min: -1, max: 10 }) },
    { kind: integer(), value: fc.oneof(fc.integer(), fc.constantFrom('1', 1.5, true)) },
    { kind: number({ allowInfNan: false }), value: fc.double() },
    { kind: boolean(), value: fc.constantFrom<unknown>(true, false, 'yes', 1) },
    { kind: literal(['a', 1, null]), value: fc.constantFrom<unknown>('a', 1, null, true, 2) },
    { kind: datetime(), value: fc.constantFrom<unknown>('2026-01-02T03:04:05Z', '2026-01-02', 5, 'x') },
    { kind: decimal(), value: fc.constantFrom<unknown>('1.50', 1, 'x') },
    { kind: integer({ strict: true }), value: fc.constantFrom<unknown>(1, '1', true) },
    { kind: number({ strict: false, allowInfNan: false }), value: fc.constantFrom<unknown>(1, '1', true) },
    { kind: datetime({ strict: false }), value: fc.constantFrom<unknown>('2026-01-02T03:04:05Z', 5) },
    { kind: uuid(), value: fc.constantFrom<unknown>(ID, ID.toUpperCase()) },
    { kind: literal([1, 2], levelOptions), value: fc.constantFrom<unknown>(1, '1', true) },
    { kind: any(), value: junk },
    { kind: string({ secret: true }), value: texts },
  ),
)

function setsOf(item: fc.Arbitrary<Declared>, options: SetOptions = {}): fc.Arbitrary<Declared> {
  return item.map(({ kind, value }) => ({
    kind: set(kind, { maxItems: 3, ...options }),
    value: fc.oneof(
      fc.array(value, { maxLength: 4 }),
      fc.array(value, { maxLength: 4 }).map((items) => new Set(items)),
    ),
  }))
}

function declarations(
  scalar: fc.Arbitrary<Declared>,
  { keys = scalar, sets = setsOf(scalar) }: { keys?: typeof scalar; sets?: typeof scalar } = {},
): fc.Arbitrary<Declared> {
  return fc.letrec<{ declared: Declared; composite: Declared }>((tie) => ({
    declared: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('composite')),
    composite: fc.oneof(
      fc
        .tuple(
          tie('declared'),
          fc.record({
            minItems: fc.nat(1),
            maxItems: fc.integer({ min: 1, max: 3 }),
            uniqueItems: fc.boolean(),
          }),
        )
        .map(([item, options]) => ({
          kind: list(item.kind, options),
          value: fc.array(item.value, { maxLength: 4 }),
        })),
      fc.tuple(tie('declared'), fc.option(keys)).map(([item, key]) => ({
        kind: record(item.kind, key === null ? {} : { keys: key.kind }),
        value: fc.dictionary(fc.oneof(texts, fc.constantFrom('__proto__', '1')), item.value, { maxKeys: 3 }),
      })),
      sets,
      tie('declared').map((item) => ({
        kind: tuple(item.kind, { minItems: 1 }),
        value: fc.array(item.value, { maxLength: 3 }),
      })),
      fc.array(tie('declared'), { minLength: 1, maxLength: 3 }).map((items) => ({
        kind: tuple(items.map(({ kind }) => kind)),
        value: fc.tuple(...items.map(({ value }) => value)),
      })),
      tie('declared').map((item) => ({ kind: nullable(item.kind), value: fc.option(item.value) })),
      fc.array(tie('declared'), { minLength: 1, maxLength: 3 }).map((members) => ({
        kind: union(members.map(({ kind }) => kind)),
        value: fc.oneof(...members.map(({ value }) => value)),
      })),
      fc
        .tuple(
          tie('declared'),
          tie('declared'),
          fc.constantFrom('ignore', 'forbid', 'allow'),
          fc.boolean(),
          strictness,
        )
        .map(([a, b, extra, populateByName, strict]) => {
          const inner = wrapped(a.kind, strict)
          class Pair extends Model(
            {
              a: nested(() => inner, { alias: 'aA' }),
              constructor: b.kind,
              c: nullable(integer(), { default: null }),
            },
            { extra: extra as 'ignore', populateByName, ...strict },
          ) {}
          const value = fc.record(
            {
              aA: fc.record({ value: a.value }),
              a: fc.record({ value: a.value }),
              constructor: b.value,
              c: junk,
              d: junk,
            },
            { requiredKeys: ['constructor'] },
          )
          return { kind: named(Pair), value }
        }),
      fc.tuple(tie('declared'), tie('declared')).map(([a, b]) => {
        class Cat extends Model({ kind: literal(['cat', 1]), of: a.kind }) {}
        class Dog extends Model({ kind: literal(['dog']), of: b.kind }) {}
        const value = fc.record({
          kind: fc.constantFrom<unknown>('cat', 'dog', 1, true, 'cow'),
          of: fc.oneof(a.value, b.value),
        })
        return { kind: discriminated('kind', [named(Cat), named(Dog)]), value }
      }),
    ),
  })).declared
}

let models = 0

/** Gives the model a unique name, because definitions in one schema are told apart by name. */
function named<Class extends object>(model: Class): Class {
  return Object.defineProperty(model, 'name', { value: `Model${models++}` })
}

function wrapped(kind: KindLike, strict: { readonly strict?: boolean }): KindLike {
  class Wrapped extends Model({ value: kind }, strict) {}
  return named(Wrapped)
}

const withInput = ({ kind, value }: Declared): fc.Arbitrary<{ kind: KindLike; input: unknown }> =>
  fc.record({
    kind: fc.constant(kind),
    input: fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: junk }),
  })

test('generated code and composed closures give the same verdict, value, issues and text for any input', () => {
  fc.assert(
    fc.property(declarations(scalar).chain(withInput), fc.boolean(), ({ kind, input }, strict) => {
      const generated = createConverter(kind, { strict, stringify: false })
      const stringified = createConverter(kind, { stringify: true })
      const composed = createConverter(kind, { strict, generate: false })
      assert.deepEqual(generated.convert(input), composed.convert(input))
      const written = composed.write(input)
      assert.deepEqual(comparable(generated.write(input)), comparable(written))
      assert.deepEqual(comparable(stringified.write(input)), comparable(written))
      generated.dropped(input)
    }),
    { numRuns: 3000 },
  )
})

test('a union writes a converted value by a member that keeps it unchanged and whose validators accept it', () => {
  const cases: readonly [KindLike, unknown, string][] = [
    [union([literal(['a', 1]), boolean()]), '1', 'true'],
    [union([datetime(), literal([1, 2], { name: 'Level' }), string()]), true, '1'],
    [union([decimal(), integer({}, after(positive))]), 2, '2'],
    [union([decimal(), integer({}, after(positive))]), 0, '"0"'],
  ]
  for (const [kind, value, written] of cases) {
    for (const generate of [true, false])
      assert.deepEqual(createConverter(kind, { generate }).write(value), { ok: true, value: written })
  }
})

function positive(value: number): ReturnType<typeof reject> | number {
  return value > 0 ? value : reject('Not positive')
}

function comparable(written: {
  readonly ok: boolean
  readonly value?: string
  readonly issues?: unknown
}): unknown {
  return written.value === undefined ? written : JSON.parse(written.value)
}

const describedMembers: fc.Arbitrary<Declared> = fc.constantFrom<Declared>(
  { kind: string({ minLength: 1, maxLength: 4 }), value: texts },
  { kind: string({ pattern: '^[a-c]+$' }), value: texts },
  { kind: integer({ ge: 0, lt: 9, multipleOf: 3 }), value: fc.integer({ min: -1, max: 10 }) },
  { kind: number({ gt: 0, allowInfNan: false }), value: fc.double() },
  { kind: boolean(), value: fc.boolean() },
  { kind: literal(['a', 1, null]), value: fc.constantFrom<unknown>('a', 1, null, true, 2) },
)

const describedExactly = fc.oneof(
  { arbitrary: describedMembers, weight: 6 },
  fc.constant<Declared>({ kind: any(), value: texts }),
)

// Keys of other kinds are described by the value their string stands for, and keys with a pattern leave other keys free.
const describedKeys: fc.Arbitrary<Declared> = fc.constant({
  kind: string({ minLength: 1, maxLength: 4 }),
  value: texts,
})

// No schema can say that lists and objects cannot be items of a set, nor that a strict set takes nothing from the wire.
const describedSets = setsOf(describedMembers, { strict: false })

const described = declarations(describedExactly, { keys: describedKeys, sets: describedSets })

test('a validator may convert through the very model that it checks, any number of times', () => {
  class Chain extends Model({
    links: list(integer({ le: 9 })),
    before: any({ default: null }, after(checkChain)),
  }) {}
  function checkChain(given: unknown): unknown {
    const parsed = given === null ? undefined : Chain.safeParse(given)
    return parsed?.ok === false ? reject(parsed.issues.map(({ loc }) => loc.join('.')).join(' ')) : given
  }
  const parsed = Chain.safeParse({ links: [1, 10], before: { links: ['x', 2, 11], before: { links: 3 } } })
  assert.deepEqual(!parsed.ok && parsed.issues.map(({ loc, msg }) => [loc.join('.'), msg]), [
    ['links.1', 'Input should be less than or equal to 9'],
    ['before', 'Value error, links.0 links.2 before'],
  ])
})

test('input that fits the input schema is accepted, and written output fits the output schema', () => {
  // pydantic describes an enumeration of integers by the integers, even where their strings are keys.
  const keys = scalar.filter(({ kind }) => kindOf(kind).options !== levelOptions)
  const declared = fc.oneof(declarations(scalar, { keys }), described)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  fc.assert(
    fc.property(declared.chain(withInput), ({ kind, input }) => {
      const written = createConverter(kind).write(input)
      if (written.ok) assertFits(ajv, describe(kind, 'output'), JSON.parse(written.value))
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(described.chain(withInput), ({ kind, input }) => {
      const data: unknown = JSON.parse(
        (JSON.stringify(input, jsonable) ?? 'null').replace(/\\ud[89a-f]../g, 'a'),
      )
      const fits = ajv.validate(describe(kind, 'input'), data)
      if (fits)
        assert.ok(createConverter(kind).convert(data).ok, JSON.stringify([describe(kind, 'input'), data]))
    }),
    { numRuns: 1000 },
  )
})

function describe(kind: KindLike, direction: 'input' | 'output'): object {
  return schemaDocument((description) => kindOf(kind).describe(description), direction)
}

function assertFits(ajv: Ajv2020, schema: object, data: unknown): void {
  assert.ok(ajv.validate(schema, data), JSON.stringify([schema, data, ajv.errors]))
}

// Integers that a number cannot hold exactly are refused whatever the schema says, and so are lone surrogates.
function jsonable(_: string, value: unknown): unknown {
  if (typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value))) return 0
  return typeof value === 'string' && !value.isWellFormed() ? 'a' : value
}

test('2^19 issues are reported at most', () => {
  const result = createConverter(list(integer())).convert(Array(2 ** 19 + 10).fill('x'))
  assert.equal(result.ok ? 0 : result.issues.length, 2 ** 19)
})

test('a default that JSON cannot express, such as NaN, is kept exactly', () => {
  for (const value of [Number.POSITIVE_INFINITY, Number.NaN, -0]) {
    class Limit extends Model({ most: number({ default: value }) }) {}
    for (const generate of [true, false]) {
      const result = createConverter(Limit, { generate }).convert({})
      assert.ok(result.ok && Object.is(result.value.most, value))
    }
  }
})

test('generated code and composed closures write a default alike, even one that its kind would convert', () => {
  class Note extends Model({
    title: string({ strip: true, default: ' x ' }),
    state: string(
      { default: 'new' },
      after((state) => state.toUpperCase()),
    ),
    size: integer({ ge: 1, default: 0 }),
  }) {}
  for (const value of [new Note({}), new Note({ size: 2 })])
    assert.deepEqual(
      createConverter(Note).write(value),
      createConverter(Note, { generate: false }).write(value),
    )
})

test('converter options that are not an object are reported with the mistakes of the declaration', () => {
  for (const given of ['null', '5'])
    assert.throws(() => createConverter(string({ minLength: -1 }), JSON.parse(given)), {
      name: 'DeclarationError',
      mistakes: [
        'minLength is -1; write a whole number of at least 0',
        `the options of a converter are ${given}; write an object with any of generate, byName, wellFormed, strict, written, sent, excludeNone, excludeUnset, excludeDefaults, stringify`,
      ],
    })
})

test('an unknown converter option is reported with the mistakes of the declaration', () => {
  const options = JSON.parse('{"exclude_none": true}')
  assert.throws(() => createConverter(string({ minLength: -1 }), options), {
    name: 'DeclarationError',
    mistakes: [
      'minLength is -1; write a whole number of at least 0',
      'exclude_none is not an option of a converter; it takes generate, byName, wellFormed, strict, written, sent, excludeNone, excludeUnset, excludeDefaults, stringify',
    ],
  })
})

test('validators do not run again on data that was written, in generated code as in closures', () => {
  const shouted = string(
    {},
    after((text) => text.toUpperCase()),
  )
  for (const generate of [true, false]) {
    const { convert } = createConverter(shouted, { written: true, generate })
    assert.deepEqual(convert('written'), { ok: true, value: 'written' })
  }
})
