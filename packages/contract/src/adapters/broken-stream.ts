/** Returns the body of a request that broke off before its end. */
export function brokenStream(error: Error = brokenOff()): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(error) })
}

/** Returns the error of a body whose request broke off. */
export function brokenOff(): Error {
  return new Error('The request broke off')
}
