import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { string } from '../kinds/string.ts'

// table: a text, and how many code points it has.
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
