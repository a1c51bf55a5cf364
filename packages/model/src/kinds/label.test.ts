import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createConverter,
  decimal,
  discriminated,
  duration,
  email,
  integer,
  type KindLike,
  literal,
  Model,
  nullable,
  number,
  record,
  string,
  union,
} from '../index.ts'

class Cat extends Model({ pet: literal(['cat', 'kitten']) }) {}
class Dog extends Model({ pet: literal(['dog']) }) {}

/** A member of a union, and its name in locations, as pydantic 2.13 writes it. */
const labels: readonly (readonly [KindLike, string])[] = [
  [discriminated('pet', [Cat, Dog]), 'tagged-union[Cat,Cat,Dog]'],
  [Model({}, { name: 'constructor' }), 'constructor'],
  [literal(['a', 1, null, true]), "literal['a',1,None,True]"],
  [literal(['a', 'b'], { name: 'Grade' }), 'str-enum[Grade]'],
  [literal(['a', 1], { name: 'Grade' }), 'enum[Grade]'],
  [literal([true, 2], { name: 'Grade' }), 'enum[Grade]'],
  [string({ description: 'A word' }), 'str'],
  [string({ minLength: 3 }), 'constrained-str'],
  [string({ maxLength: 3 }), 'constrained-str'],
  [string({ pattern: 'a' }), 'constrained-str'],
  [string({ strip: true }), 'constrained-str'],
  [integer({ gt: 3 }), 'constrained-int'],
  [integer({ ge: 3 }), 'constrained-int'],
  [integer({ lt: 3 }), 'constrained-int'],
  [integer({ le: 3 }), 'constrained-int'],
  [integer({ multipleOf: 3 }), 'constrained-int'],
  [number(), 'float'],
  [number({ gt: 3 }), 'constrained-float'],
  [decimal({ gt: 3 }), 'decimal'],
  [duration(), 'timedelta'],
  [record(nullable(integer())), 'dict[str,nullable[int]]'],
  [email(), 'function-after[_validate(), str]'],
]

test('members of a union are named in locations as pydantic names them', () => {
  for (const [member, label] of labels) {
    const result = createConverter(union([member, integer()])).convert([])
    assert.deepEqual(result.ok || result.issues.map(({ loc }) => loc), [[label], ['int']])
  }
})
