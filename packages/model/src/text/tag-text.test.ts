import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PlainDate } from './date.ts'
import { Decimal } from './decimal.ts'
import { tagText } from './tag-text.ts'

// table: an unknown tag, and how Python writes it.
const tags: readonly (readonly [unknown, string])[] = [
  ['dog', 'dog'],
  [null, 'None'],
  [true, 'True'],
  [15, '15'],
  [2n ** 64n, '18446744073709551616'],
  [0.00012, '0.00012'],
  [1e-7, '1e-07'],
  [-0.00001234, '-1.234e-05'],
  [1.5e-10, '1.5e-10'],
  [["it's", { a: 1e-5, b: null }], `["it's", {'a': 1e-05, 'b': None}]`],
  ['\udc00-\ud800', '\ufffd\ufffd\ufffd-\ufffd\ufffd\ufffd'],
  [['\ud800', { '\udc00': 1 }], "['\\ud800', {'\\udc00': 1}]"],
  // Python writes all of it.
  [[{ a: [{ a: [{ a: [{ a: [{ a: 1 }] }] }] }] }], "[{'a': [{'a': [{'a': [{'a': [...]}]}]}]}]"],
  [Decimal.from('2.5'), '2.5'],
  [PlainDate.from('2026-01-02'), '2026-01-02'],
]

for (const [tag, text] of tags)
  test(`an unknown tag is shown as ${text}`, () => assert.equal(tagText(tag), text))
