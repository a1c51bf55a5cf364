import { identityKey } from '../users/store.ts'

// PostgreSQL refuses U+0000 in text, some SQLite drivers truncate text there, and UTF-8 cannot represent a lone
// surrogate. Each of these is written as ␀ (U+2400) and four hexadecimal digits, and so is ␀ itself, which keeps the
// form unambiguous. Everything else, so nearly all text, is stored as it is.
const mark = '\u2400'
const loneSurrogate = /\p{Surrogate}/gu
const writtenSurrogate = /\u2400(d[89a-f][0-9a-f]{2})/g

/** Writes any JavaScript string as text that both databases store and return unchanged. */
export function serializeText(text: string): string {
  if (!text.includes('\0') && !text.includes(mark) && text.isWellFormed()) return text
  return text
    .replaceAll(mark, `${mark}2400`)
    .replaceAll('\0', `${mark}0000`)
    .replace(loneSurrogate, (unit) => mark + unit.charCodeAt(0).toString(16))
}

/** Returns the exact string that was passed to `serializeText`. */
export function parseText(stored: string): string {
  if (!stored.includes(mark)) return stored
  return (
    stored
      .replaceAll(`${mark}0000`, '\0')
      .replace(writtenSurrogate, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
      // Last: each of these becomes the mark itself.
      .replaceAll(`${mark}2400`, mark)
  )
}

/** Writes a username or an e-mail address in the form by which the stores compare it. */
export function serializeKey(name: string): string {
  return serializeText(identityKey(name))
}

/** Writes a list of strings as JSON of their stored forms. */
export function serializeTexts(texts: readonly string[]): string {
  return JSON.stringify(texts.map(serializeText))
}

/** Returns the exact list that was passed to `serializeTexts`. */
export function parseTexts(stored: string): string[] {
  return JSON.parse(stored).map(parseText)
}
