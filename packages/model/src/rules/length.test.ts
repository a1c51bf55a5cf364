import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { email } from '../kinds/email.ts'
import { httpUrl } from '../kinds/http-url.ts'
import type { Kind } from '../kinds/kind.ts'
import { string } from '../kinds/string.ts'
import { Model } from '../model.ts'

// table: a string, and its length in code points.
const texts: readonly (readonly [string, number])[] = [
  ['ab', 2],
  ['\u{10000}', 1],
  ['\u{10ffff}', 1],
  ['a\u{10000}\u{103ff}\u{10fc00}\u{10ffff}b', 6],
  ['\ud7ff\ue000', 2],
]

for (const [text, length] of texts) {
  test(`§2.7 ${JSON.stringify(text)} has ${length} characters`, () => {
    const fits = (options: object) => createConverter(string(options)).convert(text, []).ok
    assert.deepEqual([fits({ minLength: length }), fits({ minLength: length + 1 })], [true, false])
    assert.deepEqual([fits({ maxLength: length }), fits({ maxLength: length - 1 })], [true, false])
  })
}

// table: an e-mail address or a URL, and its value or pydantic's message about its length.
const values: readonly (readonly [kind: Kind, input: string, expected: string])[] = [
  [email({ minLength: 8, maxLength: 9 }), 'aé@ÉEE.co', 'aé@éee.co'],
  [email({ minLength: 8 }), 'é@é.co', 'Value should have at least 8 items after validation, not 6'],
  [email({ minLength: 8 }), 'Aa <a@b.co>', 'Value should have at least 8 items after validation, not 6'],
  [email({ maxLength: 9 }), 'aaa@bbb.cc', 'Value should have at most 9 items after validation, not 10'],
  [httpUrl({ minLength: 18, maxLength: 19 }), 'HTTP://Example.com', 'http://example.com/'],
  [httpUrl({ minLength: 15 }), 'http://a.b', 'Value should have at least 15 items after validation, not 11'],
  [
    httpUrl({ maxLength: 18 }),
    'HTTP://Example.com',
    'Value should have at most 18 items after validation, not 19',
  ],
]

for (const [kind, input, expected] of values) {
  test(`§2.7 ${kind.name} ${JSON.stringify(kind.options)} measures the converted value of ${input}: ${expected}`, () => {
    for (const generate of [true, false]) {
      const read = createConverter(kind, { generate }).convert(input)
      assert.equal(read.ok ? read.value : read.issues[0]?.msg, expected)
    }
  })
}

test('§2.7 the issue of a value that is too long has the bound and the input, and the schema has the bounds', () => {
  const { convert } = createConverter(email({ maxLength: 9 }))
  const ctx = { field_type: 'Value', max_length: 9, actual_length: 10 }
  const msg = 'Value should have at most 9 items after validation, not 10'
  const issue = { type: 'too_long', loc: [], msg, input: 'aaa@bbb.cc', ctx }
  assert.deepEqual(convert('aaa@bbb.cc'), { ok: false, issues: [issue] })
  class Contact extends Model({
    mail: email({ minLength: 8, maxLength: 9 }),
    site: httpUrl({ maxLength: 18 }),
  }) {}
  assert.deepEqual(Contact.jsonSchema()['properties'], {
    mail: { type: 'string', format: 'email', minLength: 8, maxLength: 9, title: 'Mail' },
    site: { type: 'string', format: 'uri', minLength: 1, maxLength: 18, title: 'Site' },
  })
})
