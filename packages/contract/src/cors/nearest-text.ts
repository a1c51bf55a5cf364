/** Returns the candidate that needs the fewest single-character changes to become `text`, ignoring case. */
export function nearestText(text: string, candidates: readonly string[]): string {
  const measured = candidates.map((candidate) => ({ candidate, distance: textDistance(text, candidate) }))
  const [nearest] = measured.toSorted((a, b) => a.distance - b.distance)
  return nearest?.candidate ?? ''
}

/** Whether at most `changes` single-character changes turn one string into the other, ignoring case. */
export function isNearText(text: string, candidate: string, changes: number): boolean {
  const [given, wanted] = [text.toLowerCase(), candidate.toLowerCase()]
  if (Math.abs(given.length - wanted.length) > changes) return false
  const length = Math.ceil(wanted.length / (changes + 1))
  const pieces = Array.from({ length: changes + 1 }, (_, index) =>
    wanted.slice(index * length, (index + 1) * length),
  )
  // Each change affects one piece, so at least one piece stays whole: most strings need no distance.
  return pieces.some((piece) => given.includes(piece)) && textDistance(given, wanted) <= changes
}

/** Returns the number of characters to insert, remove or replace to turn one string into the other, ignoring case. */
export function textDistance(from: string, to: string): number {
  const a = from.toLowerCase()
  const b = to.toLowerCase()
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? a.length
}
