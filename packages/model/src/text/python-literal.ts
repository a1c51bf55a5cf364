/** Returns a value as Python writes it in a message: `'it'`, `"it's"`, `True`, `None`, `1.5`, `1e-05`. */
export function showPython(value: string | number | boolean | null): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return numberText(value)
  // What untyped code gives is reported as a mistake.
  if (typeof value !== 'string') return String(value)
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'"
  const legible = value.replace(/[\p{C}\p{Z}\\]/gu, escapeUnseen)
  return `${quote}${quote === "'" ? legible.replaceAll("'", "\\'") : legible}${quote}`
}

function numberText(number: number): string {
  if (Number.isNaN(number)) return 'nan'
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf'
  // Python writes small numbers with an exponent of two digits.
  const isSmall = number !== 0 && Math.abs(number) < 1e-4
  return isSmall ? number.toExponential().replace(/e-(\d)$/, 'e-0$1') : String(number)
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  [' ', ' '],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

function escapeUnseen(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  const long = code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`
  return SHORT_ESCAPES.get(character) ?? (code > 0xff ? long : `\\x${hex.padStart(2, '0')}`)
}
