import { showPython } from '../text/python-literal.ts'

/** The text that Python's `str()` gives for JSON data, as pydantic shows a tag it does not know. */
export function tagText(tag: unknown): string {
  return typeof tag === 'string' ? withoutSurrogates(tag) : pythonText(tag, 0)
}

/** A text with lone surrogates shown as Python's `errors="replace"` shows their three bytes. */
export function withoutSurrogates(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '\ufffd\ufffd\ufffd')
}

function pythonText(data: unknown, depth: number): string {
  if (data === undefined || data === null || typeof data === 'boolean') return showPython(data ?? null)
  if (typeof data === 'number') return numberText(data)
  if (typeof data === 'string') return showPython(withoutSurrogates(data))
  if (typeof data !== 'object') return String(data)
  // Only the first levels are worth telling, and deep data must not exhaust the stack.
  if (depth > 8) return '...'
  if (Array.isArray(data)) return `[${data.map((item) => pythonText(item, depth + 1)).join(', ')}]`
  const entries = Object.entries(data)
  return `{${entries.map(([key, value]) => `${showPython(key)}: ${pythonText(value, depth + 1)}`).join(', ')}}`
}

function numberText(number: number): string {
  if (Number.isNaN(number)) return 'nan'
  if (!Number.isFinite(number)) return number > 0 ? 'inf' : '-inf'
  // Python writes small numbers with an exponent, and that with two digits.
  const isSmall = number !== 0 && Math.abs(number) < 1e-4
  return isSmall ? number.toExponential().replace(/e-(\d)$/, 'e-0$1') : String(number)
}
