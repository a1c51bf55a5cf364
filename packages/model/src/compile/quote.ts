/** Returns the JSON text of a string; a lone surrogate in it is escaped. */
export function quote(text: string): string {
  return isClean(text) ? `"${text}"` : JSON.stringify(text)
}

/** Whether JSON writes the string as it is: it is well-formed and nothing in it needs an escape. */
export function isClean(text: string): boolean {
  return !UNCLEAN.test(text)
}

// V8 examines sixteen characters of a Latin-1 string per step if it searches for at most sixteen different ones. JSON
// escapes thirty-four, hence three searches. They are one expression, because the call is half the cost of a short
// string.
const LATIN = [String.raw`"\\\0-\x0d`, String.raw`\x0e-\x1d`, String.raw`\x1e\x1f`]

// V8 goes through any other string character by character, so one search is fastest.
const BEYOND_LATIN = String.raw`.*?[^\0-\xff]`
const PAIRED = String.raw`(?<=[\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?=[\udc00-\udfff])`
const OTHER = String.raw`["\\\0-\x1f\ud800-\udfff](?<!${PAIRED})`

const LATIN_SEARCHES = LATIN.map((set) => `.*?[${set}]`).join('|')
const UNCLEAN = new RegExp(
  `^(?:(?!${BEYOND_LATIN})(?:${LATIN_SEARCHES})|(?=${BEYOND_LATIN}).*?${OTHER})`,
  's',
)
