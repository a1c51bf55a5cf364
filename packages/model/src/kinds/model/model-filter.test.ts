import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, integer, Model, nested, string } from '../../index.ts'

test('a secret is hidden where its alias is the own name of another field', () => {
  class Login extends Model({
    password: string({ secret: true, alias: 'token' }),
    token: string({ alias: 'shown' }),
  }) {}
  const result = Login.safeParse({ token: 'hunter2' })
  assert.equal(result.ok, false)
  assert.doesNotMatch(JSON.stringify(result), /hunter2/)
})

test('what a field drops is told where its alias is the own name of another', () => {
  class Inner extends Model({ x: integer() }) {}
  class Outer extends Model({ a: nested(() => Inner, { alias: 'b' }), b: string({ alias: 'c' }) }) {}
  const { dropped } = createConverter(Outer)
  assert.deepEqual(dropped({ b: { x: 1, y: 2 }, c: 'text' }), ['b.y'])
  assert.deepEqual(dropped({ a: { x: 1, y: 2 }, b: 'text' }), ['a.y'])
})
