/** Returns the pieces as one; if only one is not empty, that one itself. */
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

/**
 * Arriving pieces of bytes, kept in about as much memory as their bytes: each piece takes a hundred bytes of its own,
 * and many may contain only one.
 */
export class HeldBytes {
  readonly #pieces: Uint8Array[] = []
  #length = 0
  #unjoined = 0

  get length(): number {
    return this.#length
  }

  /** The pieces; those that came close together are joined. */
  get pieces(): readonly Uint8Array[] {
    return this.#pieces
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length
    this.#pieces.push(piece)
    if (++this.#unjoined < JOINED_AT_ONCE) return
    this.#unjoined = 0
    this.#pieces.push(joinedBytes(this.#pieces.splice(-JOINED_AT_ONCE)))
  }
}

const JOINED_AT_ONCE = 256
const EMPTY = new Uint8Array()
