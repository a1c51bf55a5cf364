/** The body of a request of which no more comes, although there is more of it. */
export function brokenStream(error: Error = brokenOff()): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(error) })
}

/** What a body errors with whose request broke off. */
export function brokenOff(): Error {
  return new Error('The request broke off')
}
