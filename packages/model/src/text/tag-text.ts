import { showPython } from './python-literal.ts'
import { Scalar } from './scalar.ts'

/** The text that Python's `str()` gives for JSON data, as pydantic shows a tag it does not know. */
export function tagText(tag: unknown): string {
  return typeof tag === 'string' ? withoutSurrogates(tag) : pythonText(tag, 0)
}

/** A text with lone surrogates shown as Python's `errors="replace"` shows their three bytes. */
export function withoutSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd\ufffd\ufffd')
}

function pythonText(data: unknown, depth: number): string {
  if (data === undefined || data === null) return showPython(null)
  if (typeof data === 'boolean' || typeof data === 'number' || typeof data === 'string')
    return showPython(data)
  if (typeof data !== 'object' || data instanceof Scalar) return String(data)
  // Only the first levels are worth telling, and deep data must not exhaust the stack.
  if (depth > 8) return '...'
  if (Array.isArray(data)) return `[${data.map((item) => pythonText(item, depth + 1)).join(', ')}]`
  const entries = Object.entries(data)
  return `{${entries.map(([key, value]) => `${showPython(key)}: ${pythonText(value, depth + 1)}`).join(', ')}}`
}
