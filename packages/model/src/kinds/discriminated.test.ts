import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, discriminated, literal, Model } from '../index.ts'

test('a boolean tag is met by 1 or 0, and the other way round, as in Python', () => {
  class On extends Model({ on: literal([true]) }) {}
  class Off extends Model({ on: literal([0]) }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter(discriminated('on', [On, Off]), options)
    for (const on of [true, 1]) {
      assert.deepEqual(convert({ on }), { ok: true, value: new On({ on: true }) })
      assert.deepEqual(write({ on }), { ok: true, value: '{"on":true}' })
    }
    for (const on of [false, 0]) assert.deepEqual(convert({ on }), { ok: true, value: new Off({ on: 0 }) })
    assert.equal(convert({ on: 2 }).ok, false)
  }
})
