import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  discriminated,
  integer,
  type KindLike,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  reject,
  shownValue,
  string,
  tuple,
  union,
} from '../index.ts'
import { kindOf } from './kind.ts'

const password = string({ secret: true, minLength: 8 })
const pin = string({ secret: true, maxLength: 2 })

class Card extends Model({ kind: literal(['card']), pin }) {}
class Account extends Model({ kind: literal(['account']), password: nullable(password, { alias: 'key' }) }) {}
class Anything extends Model({ word: string({ secret: true }), digits: string({ minLength: 8 }) }) {}
const digits = string({ secret: true, minLength: 8, pattern: '^\\d+$' })
class Door extends Model({ name: string(), code: nullable(digits) }) {}
class Doors extends Model({ doors: list(Door) }) {}
class Lock extends Model({ turns: integer({ secret: true }), made: string({ minLength: 4 }) }) {}
class Checked extends Model({
  word: string(
    { secret: true },
    after((text) => (text === 'open' ? text : reject('Another word is wanted', 'word_wrong'))),
  ),
  other: string(
    { secret: true },
    after((text) => (text === 'sesame' ? text : reject('Another word is wanted'))),
  ),
}) {}
class Fragile extends Model({
  key: string(
    { secret: true },
    after((text) => BigInt(text).toString()),
  ),
}) {}

const cases: readonly [name: string, kind: KindLike, value: unknown, shown: unknown][] = [
  ['a string with a minimum length', password, 'correct horse', '********'],
  ['a string with a maximum length', pin, '7', '**'],
  ['a string of any length', string({ secret: true }), 'hunter', '***'],
  [
    'a secret without a length rule',
    Anything,
    { word: 'a', digits: '12345678' },
    { word: '***', digits: '12345678' },
  ],
  [
    'a value without rules that a validator refuses',
    Checked,
    { word: 'open', other: 'sesame' },
    { word: '***', other: '***' },
  ],
  ['a value that was not of its kind itself', Lock, { turns: 5, made: 'ago' }, { turns: '***', made: 'ago' }],
  ['a secret of digits that is null', Door, { name: 'a', code: null }, { name: 'a', code: null }],
  [
    'a member under its alias',
    Account,
    { kind: 'account', key: 'hunter22' },
    { kind: 'account', key: '********' },
  ],
  ['null for a nullable secret', Account, { kind: 'account', key: null }, { kind: 'account', key: null }],
  [
    'the items of a list and a tuple',
    tuple([list(password), pin]),
    [['hunter22'], '1'],
    [['********'], '**'],
  ],
  [
    'the values of a record',
    record(nested(() => Card)),
    { a: { kind: 'card', pin: '1' } },
    { a: { kind: 'card', pin: '**' } },
  ],
  [
    'a model that a tag chooses',
    discriminated('kind', [Card, Account]),
    { kind: 'card', pin: '1' },
    { kind: 'card', pin: '**' },
  ],
  [
    'a model that a union tries',
    union([Card, integer()]),
    { kind: 'card', pin: '1' },
    { kind: 'card', pin: '**' },
  ],
  ['a value whose mask breaks its validator', Fragile, { key: '1' }, { key: '***' }],
  ['a value that is not secret', string({ minLength: 8 }), '***', '***'],
]

const unshown: readonly [name: string, kind: KindLike, value: unknown][] = [
  ['a pattern', digits, '12345678'],
  ['a pattern deep in it', Doors, { doors: [{ name: 'a', code: '12345678' }] }],
  ['its type', Lock, { turns: 5, made: 'then' }],
]

for (const [name, kind, value] of unshown)
  test(`a document omits a secret value if ${name} refuses its mask`, () => {
    assert.equal(shownValue(kindOf(kind), value), undefined)
  })

for (const [name, kind, value, shown] of cases)
  test(`a document shows ${name} with a mask that fits`, () => {
    assert.deepEqual(shownValue(kindOf(kind), value), shown)
  })
