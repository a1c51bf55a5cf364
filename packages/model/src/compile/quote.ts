/** The JSON text of a string; a lone surrogate in it is escaped. */
export function quote(text: string): string {
  return text.length > LONG_TEXT || UNCLEAN.test(text) ? JSON.stringify(text) : `"${text}"`
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

/** Past so many characters the native writer wins even over a test that passes (measured on V8 13.6). */
export const LONG_TEXT = 48

/** Anything but what JSON shows as it is: a quote, a backslash, a control character, or half of a surrogate pair. */
export const UNCLEAN = /[^ !#-[\]-\ud7ff\ue000-\uffff]/
