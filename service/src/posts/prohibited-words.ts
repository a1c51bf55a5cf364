/** Whether a text contains one of a list of words. */
export type WordDetector = (text: string) => boolean

/**
 * Compiles a list of words (spec §2.4.2): each is found as a whole word, whatever its case, after Unicode NFKC.
 * A word ends where no letter, digit or mark follows; an entry of several words is found whatever else stands between them.
 */
export function compileProhibitedWords(list: readonly string[]): WordDetector {
  const sought = list.map((entry) => wordsOf(fold(entry))).filter((words) => words.length > 0)
  return (text) => {
    const folded = fold(text)
    // To take a text apart costs the most, and few have all the words of an entry even as parts of others.
    const near = sought.filter((words) => words.every((word) => folded.includes(word)))
    if (near.length === 0) return false
    const found = spaced(wordsOf(folded))
    return near.some((words) => found.includes(spaced(words)))
  }
}

/** A text in one form for comparison. */
function fold(text: string): string {
  // Upper case folds more than lower case does: ß is SS, and both small sigmas are one.
  return text.normalize('NFKC').toUpperCase().normalize('NFKC')
}

function wordsOf(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}
