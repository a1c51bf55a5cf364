/** Whether a value is what bodies are made of: a text or bytes. Bytes of any realm, for a test runner may have its own. */
export function isPiece(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || shapeOf(value) === '[object Uint8Array]'
}

/** What a value is, without telling it: it may be a secret. */
export function shapeOf(value: unknown): string {
  return Object.prototype.toString.call(value)
}
