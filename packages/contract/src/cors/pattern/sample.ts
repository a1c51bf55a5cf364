import type { PatternAtom, PatternGroup, PatternNode } from './tree.ts'

/** How a sample is made: whether parts with a `?` are included, which atom it must contain, what a dot becomes. */
export interface SampleChoice {
  readonly optional: boolean
  readonly through?: PatternAtom
  dot(atom: PatternAtom): string
}

/**
 * Returns a text that the pattern was probably written for: ordinary characters, few repetitions, mostly first
 * alternatives.
 */
export function samplePattern(group: PatternGroup, choice: SampleChoice): string {
  const wanted = group.alternatives.find(
    (nodes) => choice.through !== undefined && holds(nodes, choice.through),
  )
  return (wanted ?? group.alternatives[0] ?? []).map((node) => sampleNode(node, choice)).join('')
}

/** Returns all atoms of a pattern in order, including those inside groups. */
export function atomsOf(group: PatternGroup): readonly PatternAtom[] {
  return group.alternatives.flat().flatMap((node) => (node.kind === 'group' ? atomsOf(node) : [node]))
}

function holds(nodes: readonly PatternNode[], atom: PatternAtom): boolean {
  return nodes.some((node) => node === atom || (node.kind === 'group' && atomsOf(node).includes(atom)))
}

function sampleNode(node: PatternNode, choice: SampleChoice): string {
  const wanted = choice.optional ? node.max > 0 : node.max > 1
  const times = Math.max(node.min, wanted ? 1 : 0)
  const one = node.kind === 'group' ? samplePattern(node, choice) : sampleAtom(node, choice)
  return one.repeat(times)
}

function sampleAtom(atom: PatternAtom, choice: SampleChoice): string {
  if (atom.kind === 'dot') return atom.max === 1 ? choice.dot(atom) : 'a'
  if (atom.kind === 'literal') return atom.source
  return ['a', '1'].find((character) => atom.characters.includes(character)) ?? atom.characters.slice(0, 1)
}
