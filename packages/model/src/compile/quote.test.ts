import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { string } from '../kinds/string.ts'
import { Model } from '../model.ts'

class Note extends Model({ text: string() }) {}

const { write } = createConverter(Note, { stringify: false })

test('every character is written as JSON.stringify writes it, in short and in long strings', () => {
  const units = [...Array(0x180).keys(), 0xd7ff, 0xe000, 0xffff, 0x1f600]
  for (const unit of units) {
    for (const text of [
      `a${String.fromCodePoint(unit)}`,
      `ж${String.fromCodePoint(unit)}`,
      `${'b'.repeat(60)}${String.fromCodePoint(unit)}c`,
    ]) {
      // After a string that needed an escape, the next one is written the other way.
      write({ text: '' })
      assert.deepEqual(
        write({ text }),
        { ok: true, value: JSON.stringify({ text }) },
        `U+${unit.toString(16)}`,
      )
    }
  }
})

test('a lone surrogate is refused, in short and in long strings', () => {
  for (const text of ['\ud800', '\udc00a', `${'b'.repeat(60)}\ud83d`, `\ude00${'ж'.repeat(60)}`]) {
    const written = write({ text })
    assert.equal(written.ok ? undefined : written.issues[0]?.type, 'string_unicode')
  }
})
