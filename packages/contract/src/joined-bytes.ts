/** Pieces as one; where a single one holds anything, that one. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const filled = pieces.filter(({ length }) => length > 0)
  const [first = EMPTY] = filled
  if (filled.length < 2) return first
  const whole = new Uint8Array(filled.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of filled) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

const EMPTY = new Uint8Array()
