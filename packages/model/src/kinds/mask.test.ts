import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, email, string, union, uuid } from '../index.ts'

test('what one member of a union refuses tells nothing of the secret of another', () => {
  const secret = string({ secret: true, minLength: 40 })
  const toldOf = (input: string) =>
    JSON.stringify(createConverter(union([secret, uuid(), email()])).convert(input))
  const told = toldOf('hunter2')
  assert.match(told, /uuid/)
  assert.doesNotMatch(told, /hunter2|`h`/)
  assert.doesNotMatch(toldOf('hunter(2@example.com'), /`\(`|\(2|'\('/)
})
