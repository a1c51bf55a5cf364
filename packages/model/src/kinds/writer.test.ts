import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConverter } from '../converter.ts'
import { Model } from '../model.ts'
import { integer } from './integer.ts'
import { list } from './list.ts'
import { nullable } from './nullable.ts'
import { record } from './record.ts'
import { string } from './string.ts'

class Remark extends Model({ text: string(), note: nullable(string(), { default: null }) }) {}

class Thread extends Model({
  id: integer(),
  first: Remark,
  rest: list(Remark),
  names: record(string()),
  tags: list(string(), { uniqueItems: true }),
}) {}

// Strings that need escapes and strings that do not, so that one reply says nothing about the next.
const text = fc.oneof(fc.constantFrom('plain', 'x'.repeat(40)), fc.string({ unit: 'binary', maxLength: 40 }))
const remark = fc.record({ text, note: fc.option(text) })
const thread = fc.record({
  id: fc.integer(),
  first: remark,
  rest: fc.array(remark, { maxLength: 3 }),
  names: fc.dictionary(
    text.filter((key) => key !== '__proto__'),
    text,
    { maxKeys: 2 },
  ),
  tags: fc.uniqueArray(text, { maxLength: 3 }),
})

test('§4.3 replies are written as JSON.stringify writes them, whatever was written before', () => {
  for (const stringify of [true, false]) {
    const { write } = createConverter(list(Thread), { stringify })
    fc.assert(
      fc.property(fc.array(thread, { maxLength: 3 }), (threads) => {
        assert.deepEqual(write(threads), { ok: true, value: JSON.stringify(threads) })
      }),
    )
  }
})

test('a lone surrogate is refused at any depth, also after a string that was escaped', () => {
  const half = { id: 1, first: { text: '\ud83d', note: null }, rest: [], names: {}, tags: [] }
  const issue = { type: 'string_unicode', loc: [0, 'first', 'text'] }
  for (const before of ['plain', '"']) {
    const { write } = createConverter(list(Thread), { stringify: false })
    write([{ ...half, first: { text: before } }])
    const written = write([half])
    assert.ok(!written.ok)
    assert.deepEqual(
      written.issues.map(({ type, loc }) => ({ type, loc })),
      [issue],
    )
  }
})
