/** Folds text for comparison: case-insensitive, after Unicode NFKC. Only the first thirty marks on a letter count. */
export function foldText(text: string): string {
  // Upper case folds more than lower case: ß becomes SS, and both small sigmas become one letter.
  return text.replaceAll(tooManyMarks, '$1').normalize('NFKC').toUpperCase().normalize('NFKC')
}

// Normalizing orders the marks, which takes time that grows with their square; no writing system has this many on a
// letter (UAX #15 §13). A mark that follows a mark cannot start a match, so each is looked at once.
const tooManyMarks = /(?<![\p{M}\uff9e\uff9f])([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu
