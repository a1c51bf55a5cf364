import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, integer, Model, nested, string } from '../../index.ts'

test("a secret is hidden if its alias is another field's own name", () => {
  class Login extends Model({
    password: string({ secret: true, alias: 'token' }),
    token: string({ alias: 'shown' }),
  }) {}
  const result = Login.safeParse({ token: 'hunter2' })
  assert.equal(result.ok, false)
  assert.doesNotMatch(JSON.stringify(result), /hunter2/)
})

test("dropped keys are reported if a field's alias is another field's own name", () => {
  class Inner extends Model({ x: integer() }) {}
  class Outer extends Model({ a: nested(() => Inner, { alias: 'b' }), b: string({ alias: 'c' }) }) {}
  const { dropped } = createConverter(Outer)
  assert.deepEqual(dropped({ b: { x: 1, y: 2 }, c: 'text' }), ['b.y'])
  assert.deepEqual(dropped({ a: { x: 1, y: 2 }, b: 'text' }), ['a.y'])
})
