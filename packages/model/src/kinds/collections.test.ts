import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createConverter,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  number,
  record,
  string,
  tuple,
  union,
} from '../index.ts'

class Login extends Model({ pin: string({ secret: true }) }) {}

const secretive = { pin: 'hunter2', more: 1 }
const hidden = { pin: '***', more: '***' }

// table: a kind, a collection from typed code, and the JSON text of its value, or the type and the location of each issue.
const taken: readonly (readonly [KindLike, unknown, string | readonly string[]])[] = [
  [list(integer()), new Set([1, '2']), '[1,2]'],
  [list(integer()), new Set([1, 'x', 'y']), ['int_parsing [1]', 'int_parsing [2]']],
  [list(integer(), { minItems: 2 }), new Set([1]), ['too_short []']],
  [list(integer(), { maxItems: 1 }), new Set([1, 2]), ['too_long []']],
  [list(integer(), { uniqueItems: true }), new Set([1, '1']), ['list_unique []']],
  [list(integer()), new Map([[1, 2]]), ['list_type []']],
  [list(integer()), { length: 0 }, ['list_type []']],
  [tuple([integer(), string()]), new Set([1, 'a']), '[1,"a"]'],
  [tuple([integer(), string()]), new Set(['x', 1]), ['int_parsing [0]', 'string_type [1]']],
  [tuple([integer(), string()]), new Set([1]), ['missing [1]']],
  [tuple([integer()]), new Set([1, 2]), ['too_long []']],
  [tuple(integer()), new Set(['1', 2]), '[1,2]'],
  [tuple(integer()), new Map([[1, 2]]), ['tuple_type []']],
  [record(integer()), new Map([['a', '1']]), '{"a":1}'],
  [record(string()), new Map([[1, 'a']]), ['string_type [1,"[key]"]']],
  [record(string()), { '\ud800a': 'a' }, ['string_unicode ["\ufffd\ufffd\ufffda","[key]"]']],
  [record(string(), { keys: integer() }), new Map([[1, 'a']]), '{"1":"a"}'],
  [record(integer()), new Map([['__proto__', 1]]), '{"__proto__":1}'],
  [record(integer(), { maxItems: 1 }), new Map([...'ab'].map((key) => [key, 1])), ['too_long []']],
  [record(integer()), new Set([1]), ['dict_type []']],
  [record(integer()), [], ['dict_type []']],
  [record(integer()), undefined, ['dict_type []']],
  [record(integer(), { keys: literal(['a', 1]) }), { a: 1 }, '{"a":1}'],
  [union([list(integer()), list(number())]), new Set([1.5]), '[1.5]'],
  [union([record(integer()), record(string())]), new Map([['a', 'x']]), '{"a":"x"}'],
]

for (const generate of [true, false]) {
  test(`lists and tuples accept sets, records accept maps, generated: ${generate}`, () => {
    for (const [kind, given, expected] of taken) {
      const { convert, write } = createConverter(kind, { generate })
      for (const result of [convert(given), write(given)]) {
        const outcome = result.ok
          ? result.value
          : result.issues.map(({ type, loc }) => `${type} ${JSON.stringify(loc)}`)
        const text = result.ok && typeof outcome !== 'string' ? JSON.stringify(outcome) : outcome
        assert.deepEqual(text, expected)
      }
    }
  })
}

test('dropped keys within a collection are reported, and its secrets are hidden', () => {
  const collections: readonly (readonly [KindLike, unknown, string, unknown])[] = [
    [list(Login, { maxItems: 0 }), new Set([secretive]), 'more', '***'],
    [list(Login, { maxItems: 0 }), [secretive], 'more', [hidden]],
    [tuple(Login, { maxItems: 0 }), [secretive], 'more', [hidden]],
    [tuple([Login]), [secretive, 'hunter3'], 'more', [hidden, '***']],
    [tuple([Login, integer()]), new Set([secretive]), 'more', '***'],
    [record(Login, { maxItems: 0 }), new Map([['a', secretive]]), '*.more', { a: hidden }],
    [record(integer(), { keys: string({ secret: true }), maxItems: 0 }), new Map([['a', 1]]), '', '***'],
  ]
  for (const [kind, given, names, shown] of collections) {
    const { convert, dropped } = createConverter(kind)
    assert.equal(dropped(given).join(), names)
    assert.deepEqual(dropped('text'), [])
    const refused = convert(given)
    assert.deepEqual(!refused.ok && refused.issues.map(({ input }) => input), [shown])
  }
})
