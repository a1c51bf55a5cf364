import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  createConverter,
  datetime,
  decimal,
  duration,
  integer,
  type Kind,
  literal,
  Model,
  number,
  time,
  union,
} from '../index.ts'

test('keys that no field has do not make a model fit better', () => {
  class Open extends Model({ id: integer() }, { extra: 'allow' }) {}
  class Known extends Model({ done: boolean(), id: number() }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(union([Open, Known]), options)
    const known = convert({ done: 'yes', id: 1 })
    assert.ok(known.ok && known.value instanceof Known)
    const open = convert({ done: 'perhaps', id: 1 })
    assert.ok(open.ok && open.value instanceof Open)
  }
})

const levels = literal([0, 1], { name: 'Level' })
const truths = literal([true, 'true'])

// table: the members of a union, what a handler answers, and what is written.
const written: readonly (readonly [readonly Kind[], unknown, string])[] = [
  [[datetime(), levels], 1, '1'],
  [[time(), levels], 0, '0'],
  [[duration(), levels], 1, '1'],
  [[decimal(), levels], 1, '1'],
  [[number(), truths], 1, '1'],
  [[truths, integer()], 1, '1'],
  [[truths, number()], true, 'true'],
  [[literal([1, 'a']), boolean()], true, 'true'],
  [[integer(), literal(['1', 'a'], { name: 'Code' })], '1', '"1"'],
  [[datetime(), boolean()], 1, '"1970-01-01T00:00:01Z"'],
]

for (const [members, value, text] of written) {
  for (const options of [{}, { generate: false }]) {
    const names = members.map(({ name }) => name).join(' or ')
    test(`${JSON.stringify(value)} of ${names} is written as the member that has it: ${JSON.stringify(options)}`, () => {
      const { kind, write } = createConverter(union(members), options)
      assert.deepEqual(write(value), { ok: true, value: text })
      class Wrapped extends Model({ value: union(members) }) {}
      assert.deepEqual(createConverter(Wrapped, options).write({ value }), {
        ok: true,
        value: `{"value":${text}}`,
      })
      if (JSON.stringify(value) === text) assert.equal(kind.serialize(value), value)
    })
  }
}
