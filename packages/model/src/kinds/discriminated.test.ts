import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, discriminated, integer, literal, Model } from '../index.ts'

test('1 and 0 match a boolean tag and the other way round, as in Python', () => {
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

test('the tag false matches 0 and no other non-boolean value', () => {
  class On extends Model({ on: literal([true]) }) {}
  class Off extends Model({ on: literal([false]) }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(discriminated('on', [On, Off]), options)
    assert.deepEqual(convert({ on: 0 }), { ok: true, value: new Off({ on: false }) })
    for (const on of [2, -1, 0.5, 'x', null]) {
      const refused = convert({ on })
      assert.deepEqual(!refused.ok && refused.issues.map(({ type }) => type), ['union_tag_invalid'])
    }
  }
})

test('dropped keys are reported for the member that the tag selects', () => {
  class Cat extends Model({ kind: literal(['cat']) }) {}
  class Dog extends Model({ kind: literal(['dog']), tail: integer() }) {}
  const { dropped } = createConverter(discriminated('kind', [Cat, Dog]))
  assert.deepEqual(dropped({ kind: 'cat', tail: 1 }), ['tail'])
  assert.deepEqual(dropped({ kind: 'dog', tail: 1, purr: 2 }), ['purr'])
  for (const none of [{ kind: 'cow', moo: 1 }, null, 'cat']) assert.deepEqual(dropped(none), [])
})

test('issues in a member are located at its tag, and expected tags are written as in Python', () => {
  class Nothing extends Model({ on: literal([null]), size: integer() }) {}
  class On extends Model({ on: literal([true]), size: integer() }) {}
  class Named extends Model({ on: literal(["it's", 'b', -1]), size: integer() }) {}
  for (const options of [{}, { generate: false }]) {
    const { convert } = createConverter(discriminated('on', [Nothing, On, Named]), options)
    const places = [null, true, 1, "it's", -1].map((on) => {
      const result = convert({ on })
      return result.ok ? [] : result.issues[0]?.loc
    })
    assert.deepEqual(places, [
      ['None', 'size'],
      [1, 'size'],
      [1, 'size'],
      ["it's", 'size'],
      [-1, 'size'],
    ])
    const refused = convert({ on: 2 })
    assert.equal(refused.ok || refused.issues[0]?.ctx?.['expected_tags'], `None, True, "it's", 'b', -1`)
  }
})

test('a secret tag is hidden, whether it is known or unknown', () => {
  class Open extends Model({ kind: literal(['open'], { secret: true }), size: integer() }) {}
  class Shut extends Model({ kind: literal(['shut']) }) {}
  const { convert } = createConverter(discriminated('kind', [Open, Shut]))
  const unknown = convert({ kind: 'hunter2' })
  assert.doesNotMatch(JSON.stringify(unknown), /hunter2/)
  assert.equal(unknown.ok || unknown.issues[0]?.ctx?.['tag'], '***')
  const refused = convert({ kind: 'open', size: 'x' })
  assert.deepEqual(!refused.ok && refused.issues.map(({ loc }) => loc), [['***', 'size']])
})
