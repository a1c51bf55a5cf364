import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boolean, createConverter, integer, Model, number, union } from '../index.ts'

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
