import type { PatternGroup, PatternNode } from './tree.ts'

/**
 * Returns the first group whose repetition can split the same text in exponentially many ways, as `([a-z]+)+` can and
 * `(\.[a-z]+)*` cannot. That is harmless in a linear engine, but dangerous wherever the pattern is copied to.
 */
export function ambiguousRepetition(group: PatternGroup): PatternGroup | undefined {
  for (const node of group.alternatives.flat()) {
    if (node.kind !== 'group') continue
    const ambiguous = isUnbounded(node) && isAmbiguous(node) ? node : ambiguousRepetition(node)
    if (ambiguous !== undefined) return ambiguous
  }
  return undefined
}

function isAmbiguous(group: PatternGroup): boolean {
  const singles = group.alternatives
    .filter((sequence) => sequence.length === 1)
    .flat()
    .map(charactersOf)
  const alike = singles.some((some, index) => singles.slice(index + 1).some((other) => overlaps(some, other)))
  return alike || group.alternatives.some(lacksSeparator)
}

function lacksSeparator(sequence: readonly PatternNode[]): boolean {
  const repeated = sequence.flatMap(repeatedCharacters).join('')
  if (repeated === '') return false
  return !sequence.some(
    (node) => node.min > 0 && node.max === node.min && !overlaps(charactersOf(node), repeated),
  )
}

function repeatedCharacters(node: PatternNode): string[] {
  if (isUnbounded(node)) return [charactersOf(node)]
  return node.kind === 'group' ? node.alternatives.flat().flatMap(repeatedCharacters) : []
}

function charactersOf(node: PatternNode): string {
  return node.kind === 'group' ? node.alternatives.flat().map(charactersOf).join('') : node.characters
}

function overlaps(some: string, others: string): boolean {
  return [...some].some((character) => others.includes(character))
}

function isUnbounded(node: PatternNode): boolean {
  return node.max === Number.POSITIVE_INFINITY
}
