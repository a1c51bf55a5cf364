import { foldText } from './folded-text.ts'

/** Whether a text contains one of a list of words. */
export type WordDetector = (text: string) => boolean

/**
 * Compiles a list of words (spec §2.4.2). Each is found as a whole word, case-insensitive, after Unicode NFKC. A word
 * ends where no letter, digit or mark follows. An entry of several words is found whatever separates them; an entry
 * that begins or ends with a sign, such as `c++` or `$$$`, is found only as written.
 */
export function compileProhibitedWords(list: readonly string[]): WordDetector {
  const entries = list.map((entry) => foldText(entry).trim()).filter((entry) => entry !== '')
  const sought = entries.filter(hasWordsAtEnds).map(wordsOf)
  const withSigns = entries.filter((entry) => !hasWordsAtEnds(entry)).map(signPattern)
  return (text) => {
    const folded = foldText(text)
    if (withSigns.some((pattern) => pattern.test(folded))) return true
    // Splitting text into words costs the most, and few texts contain all words of an entry even as parts of other
    // words.
    const near = sought.filter((words) => words.every((word) => folded.includes(word)))
    if (near.length === 0) return false
    const found = spaced(wordsOf(folded))
    return near.some((words) => found.includes(spaced(words)))
  }
}

const startsWithWord = /^[\p{L}\p{N}\p{M}]/u
const endsWithWord = /[\p{L}\p{N}\p{M}]$/u

function hasWordsAtEnds(entry: string): boolean {
  return startsWithWord.test(entry) && endsWithWord.test(entry)
}

/** Matches an entry as written, unless its first or last word is part of a longer one. */
function signPattern(entry: string): RegExp {
  const before = startsWithWord.test(entry) ? '(?<![\\p{L}\\p{N}\\p{M}])' : ''
  const behind = endsWithWord.test(entry) ? '(?![\\p{L}\\p{N}\\p{M}])' : ''
  return new RegExp(before + entry.replaceAll(/[\^$\\.*+?()[\]{}|]/g, '\\$&') + behind, 'u')
}

function wordsOf(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}
