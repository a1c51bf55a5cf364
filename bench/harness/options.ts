/** Throws where no name contains the given text; `what` says what kind of names they are. */
export function assertHeld(what: string, only: string, names: readonly string[]): void {
  if (names.some((name) => name.includes(only))) return
  throw new Error(`No ${what} has "${only}" in its name; there are ${names.join(', ')}`)
}

/** Throws where one of the given names is unknown; `what` says what kind of names they are. */
export function assertKnown(what: string, given: readonly string[], known: readonly string[]): void {
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(`No ${what} is called ${unknown.join(', ')}; there are ${known.join(', ')}`)
}

/** Returns the number in an option, or `otherwise` where it is not given; throws where it is not a number above 0. */
export function numberOf(option: string, given: string | undefined, otherwise: number): number {
  const value = Number(given ?? otherwise)
  if (value > 0) return value
  throw new Error(`--${option} takes a number above 0, not ${given}`)
}
