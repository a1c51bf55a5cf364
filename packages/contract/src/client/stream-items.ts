import type { Stream } from '../route/stream.ts'

/** The data of a stream's items as they come; ends where the stream does, throws where it broke off. */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  framing: Stream['framing'],
): AsyncGenerator<unknown, void, undefined> {
  const texts = framing === 'json-lines' ? linesOf(body, /\r?\n/) : eventsOf(body)
  for await (const text of texts) if (text !== '') yield JSON.parse(text)
}

/** The data of each event (HTML §9.2.6); one named `error` is the end of a stream that went wrong. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let data: string[] = []
  let event = ''
  for await (const line of linesOf(body, /\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    if (line !== '') continue
    if (event === 'error') throw new Error(`The stream broke off: ${data.join('\n')}`)
    yield data.join('\n')
    data = []
    event = ''
  }
}

/** Lines without their ends; what is left behind the last end is a line too. */
async function* linesOf(
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
