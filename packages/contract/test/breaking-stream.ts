/** A stream that gives these strings and then breaks. */
export function breakingStream(...texts: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const text = texts.shift()
      if (text === undefined) controller.error(new Error('the disk is on fire'))
      else controller.enqueue(new TextEncoder().encode(text))
    },
  })
}
