import type { Stream } from '../route/stream.ts'

/** The data of a stream's items as they come; ends where the stream does, throws where it broke off. */
export async function* readItems(
  body: ReadableStream<Uint8Array>,
  framing: Stream['framing'],
): AsyncGenerator<unknown, void, undefined> {
  const texts = framing === 'json-lines' ? linesOf(body) : eventsOf(body)
  for await (const text of texts) if (text !== '') yield JSON.parse(text)
}

/** The data of each event (HTML §9.2.6); one named `error` is the end of a stream that went wrong. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let data: string[] = []
  let event = ''
  for await (const line of linesOf(body)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    else if (name === 'event') event = value
    if (line !== '') continue
    if (event === 'error') throw new Error(`The stream broke off: ${data.join('\n')}`)
    yield data.join('\n')
    data = []
    event = ''
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  // Not every browser can iterate over a stream.
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += decoder.decode(value, { stream: !done })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      yield* lines.map((line) => line.replace(/\r$/, ''))
      if (done) return
    }
  } finally {
    await reader.cancel()
  }
}
