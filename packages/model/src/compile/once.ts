/** Returns a function that calls `make` the first time and returns the same result from then on. */
export function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}
