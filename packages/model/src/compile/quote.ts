/** The JSON text of a string; a lone surrogate in it is escaped. */
export function quote(text: string): string {
  return isClean(text) ? `"${text}"` : JSON.stringify(text)
}

/** What JSON writes between the quotes of a well-formed text that is not clean; undefined for any other text. */
export function escapeWellFormed(text: string): string | undefined {
  return text.isWellFormed() ? JSON.stringify(text).slice(1, -1) : undefined
}

/** The JSON text of plain data whose texts are all well formed; undefined where one may be not. */
export function stringifyWellFormed(data: unknown): string | undefined {
  const text = JSON.stringify(data) ?? 'null'
  // A lone surrogate is written as an escape, which one search of the whole finds.
  return text.includes('\\ud') ? undefined : text
}

/** Whether JSON shows a text as it is, without an escape. */
export function isClean(text: string): boolean {
  if (text.length <= LONG_TEXT && !UNCLEAN.test(text)) return true
  return !COMMON.test(text) && !RARE.test(text) && !RAREST.test(text) && text.isWellFormed()
}

/** Past so many characters three quick searches take less time than a slow one (measured on V8 13.6). */
const LONG_TEXT = 48

/** Anything but what JSON shows as it is: a quote, a backslash, a control character, or a surrogate, be it one of a pair. */
const UNCLEAN = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

// V8 looks at sixteen characters of a text at once where it looks for sixteen different ones at most. Those that JSON escapes
// are thirty-four; first come quote, backslash, tab and the ends of lines.
const COMMON = setOf('"', '\\\\', between(0x00, 0x0d))
const RARE = setOf(between(0x0e, 0x1d))
const RAREST = setOf(between(0x1e, 0x1f))

function setOf(...ranges: readonly string[]): RegExp {
  return new RegExp(`[${ranges.join('')}]`)
}

function between(first: number, last: number): string {
  return `\\x${hex(first)}-\\x${hex(last)}`
}

function hex(unit: number): string {
  return unit.toString(16).padStart(2, '0')
}
