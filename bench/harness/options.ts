/** Throws where no name holds the text that was asked for; `what` tells what they are names of. */
export function assertHeld(what: string, only: string, names: readonly string[]): void {
  if (names.some((name) => name.includes(only))) return
  throw new Error(`No ${what} has "${only}" in its name; there are ${names.join(', ')}`)
}

/** Throws where one of the given names is unknown; `what` tells what they are names of. */
export function assertKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(`No ${what} is called ${unknown.join(', ')}; there are ${known.join(', ')}`)
}

/** The number that an option gives, or this one where it is not given; throws where it is no number above 0. */
export function numberOf(option: string, given: string | undefined, otherwise: number): number {
  const value = Number(given ?? otherwise)
  if (value > 0) return value
  throw new Error(`--${option} takes a number above 0, not ${given}`)
}
