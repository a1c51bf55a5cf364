/** An answer that has ended. */
export interface EndedAnswer {
  readonly status: number
  /** Whether the server closes the connection behind it. */
  readonly isLast: boolean
}

/**
 * Finds where the answers of a connection end, on which each request waits for the answer before it: by Content-Length, by
 * the last chunk, or with a head that has no body (RFC 9112, section 6.3). The function takes the pieces as they come and
 * tells of an answer with its last piece. It throws where nothing tells how long an answer is.
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

/** Whether the body ends with a piece, of pieces in turn. */
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
  // A body of no chunks but the last one begins behind the line end of the head.
  let tail = '\r\n'
  return (piece) => {
    tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    )
    return tail === LAST_CHUNK
  }
}

/** An answer of JSON has no such bytes within it. */
const LAST_CHUNK = '\r\n0\r\n\r\n'
