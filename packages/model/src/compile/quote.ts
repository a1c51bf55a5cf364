/** The JSON text of a string; a lone surrogate in it is escaped. */
export function quote(text: string): string {
  return isClean(text) ? `"${text}"` : JSON.stringify(text)
}

/** Whether JSON shows a text as it is, without an escape. */
export function isClean(text: string): boolean {
  if (text.length >= BLOCK && !UNUSUAL.test(text)) return true
  return !ESCAPED.test(text) && text.isWellFormed()
}

const ESCAPED = /[^ !#-[\]-\uffff]/

/** How many characters of a Latin-1 text V8 looks at in one step, where it searches for one of sixteen at most. */
const BLOCK = 16

// Hence three searches for the thirty-four characters that JSON escapes, in one expression, for its call is half of the cost.
// The first member sorts out other texts, through which V8 goes by single characters: one search is enough for them.
const SOUGHT = ['^\\0-\\xff', '"\\\\\\0-\\x0d', '\\x0e-\\x1d', '\\x1e\\x1f']
const UNUSUAL = new RegExp(`^(?:${SOUGHT.map((set) => `.*?[${set}]`).join('|')})`, 's')
