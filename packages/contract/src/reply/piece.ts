/**
 * Whether a value is a piece of a body: a string or bytes. Bytes of any realm, because a test runner may have its own.
 */
export function isPiece(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || shapeOf(value) === '[object Uint8Array]'
}

/** Returns what a value is, without showing it: it may be a secret. */
export function shapeOf(value: unknown): string {
  if (isTransferred(value)) return 'a Uint8Array that was transferred'
  return Object.prototype.toString.call(value)
}

/** Bytes that were transferred: nothing of what they held would be sent. */
function isTransferred(value: unknown): boolean {
  return ArrayBuffer.isView(value) && 'detached' in value.buffer && value.buffer.detached
}
