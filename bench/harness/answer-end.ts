/** A complete response. */
export interface EndedAnswer {
  readonly status: number
  /** Whether the server closes the connection after it. */
  readonly isLast: boolean
}

/**
 * Finds where the responses on a connection end. Each request on it waits for the previous response. The end follows
 * from Content-Length, from the last chunk, or from a head without a body (RFC 9112, section 6.3). The function
 * receives the pieces as they arrive and returns a response with its last piece. It throws where nothing gives the
 * length of a response.
 */
export function createAnswerEnd(): (piece: Buffer) => EndedAnswer | undefined {
  let head: Buffer | undefined
  let answer: EndedAnswer | undefined
  let isWhole: ((piece: Buffer) => boolean) | undefined
  return (piece) => {
    let body = piece
    if (isWhole === undefined) {
      const begun = head === undefined ? piece : Buffer.concat([head, piece])
      const end = begun.indexOf('\r\n\r\n')
      head = end < 0 ? Buffer.from(begun) : undefined
      if (end < 0) return undefined
      const text = begun.toString('latin1', 0, end)
      answer = { status: Number(text.slice(9, 12)), isLast: /\r\nconnection: *close/i.test(text) }
      isWhole = bodyEnd(text, answer.status)
      body = begun.subarray(end + 4)
    }
    if (!isWhole(body)) return undefined
    isWhole = undefined
    return answer
  }
}

/** Returns a test for successive pieces: whether the body ends with this piece. */
function bodyEnd(head: string, status: number): (piece: Buffer) => boolean {
  const isEmpty = status === 204 || status === 304
  const length = isEmpty ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length !== undefined) {
    let left = Number(length)
    return (piece) => {
      left -= piece.length
      return left <= 0
    }
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head)) {
    throw new Error(`Nothing tells how long this answer is:\n${head}`)
  }
  // A body without chunks except the last one begins after the line end of the head.
  let tail = '\r\n'
  return (piece) => {
    tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    )
    return tail === LAST_CHUNK
  }
}

/** A JSON response contains no such bytes. */
const LAST_CHUNK = '\r\n0\r\n\r\n'
