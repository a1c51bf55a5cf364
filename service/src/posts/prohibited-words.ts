/** Whether a text contains one of a list of words. */
export type WordDetector = (text: string) => boolean

/**
 * Compiles a list of words (spec §2.4.2): each is found as a whole word, whatever its case, after Unicode NFKC.
 * A word ends where no letter, digit or mark follows; an entry of several words is found whatever else stands between them.
 */
export function compileProhibitedWords(list: readonly string[]): WordDetector {
  const sought = list.map(wordsOf).filter((words) => words.trim() !== '')
  return (text) => {
    const words = wordsOf(text)
    return sought.some((phrase) => words.includes(phrase))
  }
}

/** The words of a text in one form for comparison, a space around each. */
function wordsOf(text: string): string {
  // Upper case folds more than lower case does: ß is SS, and both small sigmas are one.
  const folded = text.normalize('NFKC').toUpperCase().normalize('NFKC')
  return ` ${(folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(' ')} `
}
