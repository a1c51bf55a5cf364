import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { boolean } from './boolean.ts'

test('a boolean takes the bigints that a database gives for true and false, and no other', () => {
  const { write } = createConverter(boolean())
  assert.deepEqual(write(1n), { ok: true, value: 'true' })
  assert.deepEqual(write(0n), { ok: true, value: 'false' })
  const refused = write(2n)
  assert.equal(!refused.ok && refused.issues[0]?.type, 'bool_parsing')
})
