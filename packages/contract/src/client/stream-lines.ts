/** Lines without their ends; what is left behind the last end is a line too. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  end: RegExp,
): AsyncGenerator<string, void, undefined> {
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += decoder.decode(value, { stream: !done })
      // The second half of a line's end may still be on its way.
      const half = !done && rest.endsWith('\r') ? '\r' : ''
      const lines = rest.slice(0, rest.length - half.length).split(end)
      const last = lines.pop() ?? ''
      yield* lines
      if (done && last !== '') yield last
      if (done) return
      rest = last + half
    }
  } finally {
    await reader.cancel()
  }
}
