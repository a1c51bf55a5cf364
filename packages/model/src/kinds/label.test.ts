import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, discriminated, integer, type KindLike, literal, Model, union } from '../index.ts'

class Cat extends Model({ pet: literal(['cat', 'kitten']) }) {}
class Dog extends Model({ pet: literal(['dog']) }) {}

/** A member of a union, and its name in the locations of issues, as pydantic 2.13 writes it. */
const labels: readonly (readonly [KindLike, string])[] = [
  [discriminated('pet', [Cat, Dog]), 'tagged-union[Cat,Cat,Dog]'],
  [Model({}, { name: 'constructor' }), 'constructor'],
  [literal(['a', 1, null, true]), "literal['a',1,None,True]"],
  [literal(['a', 'b'], { name: 'Grade' }), 'str-enum[Grade]'],
  [literal(['a', 1], { name: 'Grade' }), 'enum[Grade]'],
  [literal([true, 2], { name: 'Grade' }), 'enum[Grade]'],
]

test('members of a union are named in locations as pydantic names them', () => {
  for (const [member, label] of labels) {
    const result = createConverter(union([member, integer()])).convert('x')
    assert.deepEqual(result.ok || result.issues.map(({ loc }) => loc), [[label], ['int']])
  }
})
