/** Yields lines without their ends. What remains after the last line end is a line too. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  end: RegExp,
): AsyncGenerator<string, void, undefined> {
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // The pieces of an incomplete line. Each piece is searched once, however many a line comes in.
  let pieces: string[] = []
  let half = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = half + decoder.decode(value, { stream: !done })
      // The second half of a line end may still be on its way.
      half = !done && text.endsWith('\r') ? '\r' : ''
      const [first = '', ...others] = text.slice(0, text.length - half.length).split(end)
      pieces.push(first)
      const last = others.pop()
      if (last !== undefined) {
        yield pieces.join('')
        yield* others
        pieces = [last]
      }
      if (!done) continue
      const rest = pieces.join('')
      if (rest !== '') yield rest
      return
    }
  } finally {
    await reader.cancel()
  }
}
