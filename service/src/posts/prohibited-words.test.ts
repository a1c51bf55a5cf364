import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileProhibitedWords } from './prohibited-words.ts'

const cases: readonly [words: readonly string[], text: string, found: boolean][] = [
  [['spam', 'scam'], 'Buy spam now', true],
  [['spam', 'scam'], 'SCAM', true],
  [['spam', 'scam'], '"spam",', true],
  [['spam', 'scam'], 'spam_box', true],
  [['spam', 'scam'], 'Spamming and scampi', false],
  [['spam', 'scam'], 'antispam', false],
  [['spam', 'scam'], 'spam2', false],
  [['spam', 'scam'], 'spamé', false],
  [['spam', 'scam'], 'spam\u0301', false],
  [['spam', 'scam'], 'ｓｐａｍ', true],
  [['spam', 'scam'], '𝐬𝐩𝐚𝐦!', true],
  [['ｓｐａｍ'], 'spam', true],
  [['straße'], 'STRASSE', true],
  [['λόγος'], 'ΛΌΓΟΣ', true],
  [['казино'], 'Лучшее КАЗИНО', true],
  [['buy now'], 'Buy, NOW', true],
  [['buy now'], 'buy it now', false],
  [['e-mail'], 'E-Mail', true],
  [['!!!', ' '], 'Hello !!! ', false],
  [[], 'spam', false],
]

describe('§2.4.2 a prohibited word is found as a whole word, in any case and compatibility form', () => {
  for (const [words, text, found] of cases) {
    it(`${JSON.stringify(words)} in ${JSON.stringify(text)}: ${found}`, () => {
      assert.equal(compileProhibitedWords(words)(text), found)
    })
  }
})
