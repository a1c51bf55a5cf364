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
class Anything extends Model({
  word: string({ secret: true }),
  digits: string({ secret: true, minLength: 8, pattern: '^\\d+$' }),
}) {}
class Fragile extends Model({
  key: string(
    { secret: true },
    after((text) => BigInt(text).toString()),
  ),
}) {}

const cases: readonly [name: string, kind: KindLike, value: unknown, shown: unknown][] = [
  ['a text that must be long', password, 'correct horse', '********'],
  ['a text that must be short', pin, '7', '**'],
  ['a text that may have any length', string({ secret: true }), 'hunter', '***'],
  [
    'what no length is the rule of',
    Anything,
    { word: 'a', digits: '12345678' },
    { word: '***', digits: '********' },
  ],
  [
    'a member under its alias',
    Account,
    { kind: 'account', key: 'hunter22' },
    { kind: 'account', key: '********' },
  ],
  [
    'nothing where it may be nothing',
    Account,
    { kind: 'account', key: null },
    { kind: 'account', key: null },
  ],
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
  ['what breaks its validator', Fragile, { key: '1' }, { key: '***' }],
  ['what is no secret', string({ minLength: 8 }), '***', '***'],
]

for (const [name, kind, value, shown] of cases)
  test(`a document shows ${name} by a mask that fits`, () => {
    assert.deepEqual(shownValue(kindOf(kind), value), shown)
  })
