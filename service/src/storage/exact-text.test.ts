import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseText, parseTexts, serializeText, serializeTexts } from './exact-text.ts'

describe('the stored form of text', () => {
  const cases: readonly [text: string, stored: string][] = [
    ['', ''],
    ['plain, "quoted" and \u{1f600}', 'plain, "quoted" and \u{1f600}'],
    ['a\0b', 'a\u24000000b'],
    ['\u2400', '\u24002400'],
    ['\u24000000', '\u240024000000'],
    ['\ud800', '\u2400d800'],
    ['\udc00\ud83d\ude00\ud83d', '\u2400dc00\u{1f600}\u2400d83d'],
  ]
  for (const [text, stored] of cases) {
    it(`writes ${JSON.stringify(text)} as ${JSON.stringify(stored)} and reads it back`, () => {
      assert.equal(serializeText(text), stored)
      assert.equal(parseText(stored), text)
    })
  }

  it('holds nothing that a database refuses, and every string is read back unchanged', () => {
    fc.assert(
      fc.property(awkwardText, (text) => {
        const stored = serializeText(text)
        assert.ok(stored.isWellFormed() && !stored.includes('\0'))
        assert.equal(parseText(stored), text)
      }),
    )
  })

  it('keeps lists of any strings', () => {
    fc.assert(
      fc.property(fc.array(awkwardText), (texts) => {
        assert.deepEqual(parseTexts(serializeTexts(texts)), texts)
      }),
    )
  })
})

const awkwardText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\u2400', '0000', '2400', 'd800', '\ud800', '\udfff', '\u{1f600}', "'", '"', '\\'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  ),
})
