/** Whether a value is what bodies are made of: a text or bytes. Bytes of any realm, for a test runner may have its own. */
export function isPiece(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || shapeOf(value) === '[object Uint8Array]'
}

/** What a value is, without telling it: it may be a secret. */
export function shapeOf(value: unknown): string {
  if (isTransferred(value)) return 'a Uint8Array that was transferred'
  return Object.prototype.toString.call(value)
}

/** Bytes that belong to somebody else now: of what was there, nothing would be sent. */
function isTransferred(value: unknown): boolean {
  return value instanceof Uint8Array && value.buffer instanceof ArrayBuffer && value.buffer.detached
}
