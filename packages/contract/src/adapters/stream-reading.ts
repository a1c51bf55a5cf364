/** What a request's body is read from; an `IncomingMessage` is one. */
export interface Source {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  once(event: 'end' | 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(): unknown
  readonly destroyed: boolean
  readonly readableEnded: boolean
  readonly readableFlowing: boolean | null
}

/**
 * Reads a source as a stream, only as fast as the stream is read; it errors where the source closes before its end, and
 * what is left when the answer is out is dropped: the connection would not come to its next request.
 */
export function readSource(
  source: Source,
  answer: { once(event: 'close', listener: () => void): unknown },
): ReadableStream<Uint8Array> {
  refuseIfRead(source)
  let isOver = false
  const finish = (last: () => void) => {
    if (isOver) return
    isOver = true
    last()
  }
  const underlying: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const breakOff = () => controller.error(new Error('The request broke off'))
      source.on('data', (chunk) => {
        if (isOver) return
        source.pause()
        controller.enqueue(chunk)
      })
      source.once('end', () => finish(() => controller.close()))
      source.once('close', () => finish(breakOff))
      answer.once('close', () =>
        finish(() => {
          breakOff()
          discard(source)
        }),
      )
      source.pause()
    },
    pull() {
      source.resume()
    },
    cancel: () => finish(() => discard(source)),
  }
  return new ReadableStream(underlying, { highWaterMark: 0 })
}

/** Throws where somebody else has read from a source. */
export function refuseIfRead(source: Source): void {
  if (source.readableEnded || source.readableFlowing !== null) {
    throw new Error('The body was read before the exchange could; mount the listener before body parsers')
  }
}

/** Lets a client that still sends read its answer, for a while; closing at once would reset the connection. */
export function discard(source: Source): void {
  if (source.destroyed) return
  const cut = setTimeout(() => source.destroy(), 2_000)
  source.once('end', () => clearTimeout(cut))
  source.once('close', () => clearTimeout(cut))
  source.resume()
}
