import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  any,
  createConverter,
  DeclarationError,
  datetime,
  decimal,
  discriminated,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  nullable,
  number,
  record,
  set,
  string,
  takesText,
  tuple,
  union,
} from '../index.ts'

class Point extends Model({ kind: literal(['point']) }) {}

const few = set(integer(), { maxItems: 2 })
const MORE = 'Set should have at most 2 items after validation, not more'
const NOT_HASHABLE = 'Set items should be hashable'

function nestedLists(levels: number): unknown {
  let lists: unknown = []
  for (let level = 1; level < levels; level++) lists = [lists]
  return lists
}

// table: a kind, an input, and the items of the set, or the location and message of each issue, as in pydantic 2.13.
const taken: readonly (readonly [
  KindLike,
  unknown,
  readonly unknown[] | Readonly<Record<string, string>>,
])[] = [
  [set(integer()), [1, '1', 2, 2], [1, 2]],
  [set(integer()), new Set([1, '2']), [1, 2]],
  [set(integer()), [], []],
  [set(integer()), 'x', { '': 'Input should be a valid set' }],
  [set(integer()), { a: 1 }, { '': 'Input should be a valid set' }],
  [set(integer()), new Map([[1, 2]]), { '': 'Input should be a valid set' }],
  [set(integer()), null, { '': 'Input should be a valid set' }],
  [
    set(integer()),
    [1, 'x', 1.5],
    {
      1: 'Input should be a valid integer, unable to parse string as an integer',
      2: 'Input should be a valid integer, got a number with a fractional part',
    },
  ],
  [set(string()), ['b', 'a', 'b'], ['b', 'a']],
  [set(number()), [1, '1', 1.5], [1, 1.5]],
  [set(nullable(integer())), [null, 1, null], [null, 1]],
  [set(union([integer(), string()])), [1, '1', 1, '1'], [1, '1']],
  [set(any()), [1, 'a', 1, null], [1, 'a', null]],
  [set(any()), [1, [1], { a: 1 }], { 1: NOT_HASHABLE, 2: NOT_HASHABLE }],
  [set(nullable(any())), [[1]], { 0: NOT_HASHABLE }],
  [set(tuple([any()])), [[[1]], [{ a: 1 }], [1]], { 0: NOT_HASHABLE, 1: NOT_HASHABLE }],
  [set(tuple([any()])), [[nestedLists(5000)]], { 0: NOT_HASHABLE }],
  [
    set(tuple(any())),
    [
      [1, [1]],
      [1, 2],
    ],
    { 0: NOT_HASHABLE },
  ],
  [set(nullable(tuple([tuple([any(), integer()])]))), [null, [[[1], 1]]], { 1: NOT_HASHABLE }],
  [set(union([tuple([integer()]), any()])), [{ a: 1 }], { 0: NOT_HASHABLE }],
  [set(integer(), { minItems: 2 }), [1, 2], [1, 2]],
  [
    set(integer(), { minItems: 2 }),
    [1, '1'],
    { '': 'Set should have at least 2 items after validation, not 1' },
  ],
  [
    set(integer(), { minItems: 2 }),
    ['x'],
    { 0: 'Input should be a valid integer, unable to parse string as an integer' },
  ],
  [few, [1, 1, 1], [1]],
  [few, [1, 2, 1, '2'], [1, 2]],
  [few, [1, 2, 3], { '': MORE }],
  [few, ['x', 1, 2, 3, 'y'], { '': MORE }],
  [few, [1, 2, 2, 'x'], { 3: 'Input should be a valid integer, unable to parse string as an integer' }],
  [union([set(integer()), list(integer())]), ['1', '1'], [1]],
  [union([set(integer()), set(string())]), ['1', 'a'], ['1', 'a']],
  [union([list(integer()), set(integer())]), new Set([1]), [1]],
  [
    union([set(integer()), integer()]),
    'x',
    {
      'set[int]': 'Input should be a valid set',
      int: 'Input should be a valid integer, unable to parse string as an integer',
    },
  ],
]

for (const generate of [true, false]) {
  test(`a set accepts arrays and sets, and keeps each item once, generated: ${generate}`, () => {
    for (const [kind, given, expected] of taken) {
      const result = createConverter(kind, { generate }).convert(given)
      if (Array.isArray(expected)) assert.deepEqual(result, { ok: true, value: new Set(expected) })
      else {
        const issues = result.ok ? [] : result.issues
        assert.deepEqual(Object.fromEntries(issues.map(({ loc, msg }) => [loc.join('.'), msg])), expected)
        for (const { loc, input } of issues)
          assert.equal(input, typeof loc[0] === 'number' ? Object(given)[loc[0]] : given)
      }
    }
  })

  test(`the first of equal items is written, and order is kept, generated: ${generate}`, () => {
    const write = (kind: KindLike, value: unknown) => {
      const result = createConverter(kind, { generate }).write(value)
      return result.ok ? result.value : result.issues
    }
    assert.equal(write(set(integer()), [3, '1', 3]), '[3,1]')
    assert.equal(write(set(integer()), new Set([3, '1', 1])), '[3,1]')
    assert.equal(
      write(set(tuple([integer(), string()])), [
        [1, 'a'],
        ['1', 'a'],
      ]),
      '[[1,"a"]]',
    )
    assert.equal(write(set(datetime()), [new Date(0), '1970-01-01T00:00:00Z']), '["1970-01-01T00:00:00Z"]')
    // Python treats these two as equal: deviation 29.
    assert.equal(write(set(decimal()), ['1.0', '1.00']), '["1.0","1.00"]')
    assert.equal(write(set(nullable(tuple([integer()]))), [[1], null, ['1']]), '[[1],null]')
    assert.equal(write(set(any()), [1n, 'a']), '[1,"a"]')
    assert.equal(write(union([set(integer()), list(integer())]), [1, 1]), '[1,1]')
    assert.equal(write(nullable(set(integer())), null), 'null')
    assert.equal(write(Model({ tags: set(string(), { default: new Set() }) }), {}), '{"tags":[]}')
  })
}

test('the issue of a set that is too large says how large it may be', () => {
  const result = createConverter(few).convert([1, 2, 3])
  assert.deepEqual(result.ok ? [] : result.issues, [
    {
      type: 'too_long',
      loc: [],
      msg: MORE,
      input: [1, 2, 3],
      ctx: { field_type: 'Set', max_length: 2, actual_length: null },
    },
  ])
})

test('a strict set is read back from the array that was written', () => {
  for (const generate of [true, false]) {
    const kind = set(integer(), { strict: true })
    const { convert } = createConverter(kind, { written: true, generate })
    assert.deepEqual(convert([1, 2]), { ok: true, value: new Set([1, 2]) })
    assert.ok(!createConverter(kind, { generate }).convert([1, 2]).ok)
  }
})

test('a secret item of a set is hidden, in an array and in a set', () => {
  const pins = createConverter(set(string({ secret: true }), { maxItems: 1 }))
  for (const [given, shown] of [
    [
      ['1234', '5678'],
      ['***', '***'],
    ],
    [new Set(['1234', '5678']), '***'],
  ] as const) {
    const result = pins.convert(given)
    assert.deepEqual(result.ok ? [] : result.issues.map(({ input }) => input), [shown])
  }
})

test('a string can be an item of a set, and is not a set itself', () => {
  assert.ok(takesText(set(string())))
  assert.ok(!takesText(list(set(string()))))
  assert.ok(!takesText(set(tuple([list(string())]))))
})

test('each instance gets its own copy of a default that is a set', () => {
  class Tagged extends Model({ tags: set(string(), { default: new Set(['a']) }) }) {}
  new Tagged({}).tags.add('b')
  assert.deepEqual(new Tagged({}).tags, new Set(['a']))
})

test('JSON Schema describes a set as an array of unique items', () => {
  class Tagged extends Model({
    tags: set(string(), { minItems: 1, maxItems: 3, default: new Set(['a']) }),
  }) {}
  assert.deepEqual(Tagged.jsonSchema()['properties'], {
    tags: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 3,
      uniqueItems: true,
      default: ['a'],
      title: 'Tags',
    },
  })
})

const noItem = (name: string, manner = 'be') =>
  `an item of a set cannot ${manner} a ${name}, which has no hash in Python; use list()`

// table: an item that has no hash in Python, and the mistakes.
const unhashable: readonly (readonly [KindLike, readonly string[]])[] = [
  [list(integer()), [noItem('list')]],
  [set(integer()), [noItem('set')]],
  [record(integer()), [noItem('record')]],
  [Point, [noItem('Point')]],
  [discriminated('kind', [Point]), [noItem('discriminated')]],
  [nullable(Point), [noItem('Point')]],
  [union([list(integer()), integer(), Point]), [noItem('list'), noItem('Point')]],
  [tuple([integer(), list(integer())]), [noItem('list', 'hold')]],
  [tuple(nullable(tuple([Point]))), [noItem('Point', 'hold')]],
]

test('a set of items without a hash is a mistake', () => {
  for (const [item, mistakes] of unhashable)
    assert.throws(
      () => createConverter(set(item)),
      (error) => {
        assert.ok(error instanceof DeclarationError)
        assert.deepEqual(error.mistakes, mistakes)
        return true
      },
    )
})
