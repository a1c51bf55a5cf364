/** A text in one form for comparison, whatever its case, after Unicode NFKC. */
export function foldText(text: string): string {
  // Upper case folds more than lower case does: ß is SS, and both small sigmas are one.
  return text.normalize('NFKC').toUpperCase().normalize('NFKC')
}
