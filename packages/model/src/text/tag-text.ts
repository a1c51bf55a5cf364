import { showPython } from './python-literal.ts'
import { Scalar } from './scalar.ts'

/** Returns what Python's `str()` returns for JSON data, as pydantic shows a tag that it does not know. */
export function tagText(tag: unknown): string {
  return typeof tag === 'string' ? withoutSurrogates(tag) : pythonText(tag, 0)
}

/** Returns a text with each lone surrogate shown as Python's `errors="replace"` shows its three bytes. */
export function withoutSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd\ufffd\ufffd')
}

function pythonText(data: unknown, depth: number): string {
  if (data === undefined || data === null) return showPython(null)
  if (typeof data === 'boolean' || typeof data === 'number' || typeof data === 'string')
    return showPython(data)
  if (typeof data !== 'object' || data instanceof Scalar) return String(data)
  // Only the first levels are worth showing, and deep data must not exhaust the stack.
  if (depth > 8) return '...'
  if (Array.isArray(data)) return `[${data.map((item) => pythonText(item, depth + 1)).join(', ')}]`
  const entries = Object.entries(data)
  return `{${entries.map(([key, value]) => `${showPython(key)}: ${pythonText(value, depth + 1)}`).join(', ')}}`
}
