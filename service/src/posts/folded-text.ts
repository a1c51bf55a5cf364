/** A text in one form for comparison, whatever its case, after Unicode NFKC; of the marks on one letter the first thirty count. */
export function foldText(text: string): string {
  // Upper case folds more than lower case does: ß is SS, and both small sigmas are one.
  return text.replaceAll(tooManyMarks, '$1').normalize('NFKC').toUpperCase().normalize('NFKC')
}

// To bring marks into one order takes time that grows with their square; no writing has as many on a letter (UAX #15 §13).
// What stands behind a mark is no beginning of some: each is looked at once.
const tooManyMarks = /(?<![\p{M}\uff9e\uff9f])([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu
