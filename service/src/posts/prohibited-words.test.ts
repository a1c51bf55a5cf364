import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
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
  [['ΐ'], 'Ϊ\u0301', true],
  [['казино'], 'Лучшее КАЗИНО', true],
  [['buy now'], 'Buy, NOW', true],
  [['buy now'], 'buy it now', false],
  [['buy now', 'spam'], 'Spam: buy it now', true],
  [['e-mail'], 'E-Mail', true],
  [['$$$'], 'Make $$$ fast', true],
  [['$$$'], 'Make$$$$', true],
  [['$$$'], 'Make $$ fast', false],
  [['💊'], 'Cheap 💊💊', true],
  [['❤️'], 'Call ☎️', false],
  [['❤️'], 'With ❤️', true],
  [['c++'], 'C, c and c+', false],
  [['c++'], 'About C++, again', true],
  [['c++'], 'abc++', false],
  [['.net'], 'On ASP.NET', true],
  [['.net'], 'networks: x.networks', false],
  [['.net'], 'On .net2', false],
  [['.net'], 'On .net\u0301', false],
  [['c++'], 'About x\u0301c++', false],
  [['18+'], 'Item 118+', false],
  [['area 51'], 'Area: 51', true],
  [['\u0301'], 'x\u0301', false],
  [['(.*)'], 'anything', false],
  [['*^\\o/[{}]'], 'A *^\\o/[{}] for you', true],
  [['<|>'], '1 > 0', false],
  [['ｃ＋＋'], 'c++', true],
  [[' ', ''], 'Hello', false],
  [[], 'spam', false],
]

describe('§2.4.2 a prohibited word is found as a whole word, in any case and compatibility form', () => {
  for (const [words, text, found] of cases) {
    it(`${JSON.stringify(words)} in ${JSON.stringify(text)}: ${found}`, () => {
      assert.equal(compileProhibitedWords(words)(text), found)
    })
  }
})

describe('§2.4.2 any entry in any text', () => {
  const pieces = 'spam SPAM ｓｐａｍ buy now strasse straße ﬁ FI σ ς x 2 \u0301 é'.split(' ')
  const separators = [' ', ',', '_', '-', '.', ' ... ']
  const written = (unit: fc.Arbitrary<string>) => fc.array(unit, { maxLength: 8 }).map((all) => all.join(''))
  const known = written(fc.constantFrom(...pieces, ...separators))
  const text = fc.oneof(known, written(fc.oneof(known, fc.string({ unit: 'binary', maxLength: 3 }))))

  it('an entry is found where the text contains its words one after the other', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, (list, title) => {
        assert.equal(compileProhibitedWords(list)(title), isFoundPlainly(list, title))
      }),
      { numRuns: 2000 },
    )
  })

  it('an entry is found alone and between other text', () => {
    fc.assert(
      fc.property(text, text, text, (before, entry, after) => {
        fc.pre(plainWords(entry).length > 0)
        assert.equal(compileProhibitedWords([entry])(`${before} ${entry} ${after}`), true)
      }),
    )
  })
})

function isFoundPlainly(list: readonly string[], title: string): boolean {
  const words = plainWords(title)
  return list.some((text) => {
    const written = folded(text).trim()
    if (written === '') return false
    if (!isWord([...written].at(0)) || !isWord([...written].at(-1)))
      return isWrittenIn(folded(title), written)
    const entry = plainWords(text)
    const isAt = (start: number) => entry.every((word, index) => word === words[start + index])
    return words.some((_word, start) => isAt(start))
  })
}

/** Without adjacent characters that would make a longer word of it. */
function isWrittenIn(title: string, written: string): boolean {
  const [within, sought] = [[...title], [...written]]
  return within.some((_point, start) => {
    const end = start + sought.length
    const isLonger =
      (isWord(sought.at(0)) && isWord(within[start - 1])) || (isWord(sought.at(-1)) && isWord(within[end]))
    return !isLonger && sought.every((point, index) => point === within[start + index])
  })
}

function isWord(point = ''): boolean {
  return /^[\p{L}\p{N}\p{M}]$/u.test(point)
}

function plainWords(text: string): readonly string[] {
  return folded(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
}

function folded(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC')
}
