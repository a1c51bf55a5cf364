import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  camelCase,
  integer,
  type KindLike,
  list,
  Model,
  nested,
  nullable,
  record,
  set,
  string,
  tuple,
  union,
} from '../../index.ts'

class Inner extends Model({ a: integer() }) {}
const named = string({ alias: 'userName' })
const filled = string({ default: 'x' })

// table: a field, and its mistakes.
const misplaced: readonly (readonly [KindLike, readonly string[]])[] = [
  [
    nullable(filled),
    ['default of the string in nullable has no effect; write it in the options of nullable, or leave it out'],
  ],
  [
    nullable(named, { default: null }),
    ['alias of the string in nullable has no effect; write it in the options of nullable, or leave it out'],
  ],
  [
    nullable(string({ hidden: true }), { default: null }),
    ['hidden of the string in nullable has no effect; write it in the options of nullable, or leave it out'],
  ],
  [
    union([integer(), named]),
    ['alias of the string in union has no effect; write it in the options of union, or leave it out'],
  ],
  [
    nullable(union([integer({ default: 1 }), nested(() => Inner, { alias: 'in' })])),
    [
      'default of the integer in nullable has no effect; write it in the options of nullable, or leave it out',
      'alias of the nested in nullable has no effect; write it in the options of nullable, or leave it out',
    ],
  ],
  [
    nullable(nullable(integer(), { default: null })),
    [
      'default of the nullable in nullable has no effect; write it in the options of nullable, or leave it out',
    ],
  ],
]

test('an option of a field on a kind in its nullable or union is a mistake', () => {
  for (const [field, mistakes] of misplaced)
    assert.throws(() => Model({ field }), {
      name: 'DeclarationError',
      mistakes: mistakes.map((mistake) => `field: ${mistake}`),
    })
})

// table: fields that use another field's kind again.
const reused: readonly KindLike[] = [
  nullable(filled, { default: null }),
  nullable(named, { alias: 'userName' }),
  nullable(string({ hidden: true, title: 'T', description: 'D' }), { hidden: false }),
  nullable(list(filled)),
  list(filled),
  list(nullable(named)),
  set(named),
  tuple([filled, named]),
  tuple(filled),
  record(filled, { keys: named }),
  union([integer(), list(named)]),
]

test('a kind of another field may be used again', () => {
  for (const field of reused) assert.ok(Model({ field }))
  assert.ok(Model(camelCase({ user_name: nullable(named, { default: null }) })))
})
