import type { Kind } from './kind.ts'

/** What a choice is made of: kinds, each once, and maybe null. */
export interface Alternatives {
  readonly kinds: readonly Kind[]
  readonly orNull: boolean
}

/** What a choice of `members` is made of. Python's unions are flat, so a choice among them that has no options and no validators
 *  is what it is made of itself. */
export function alternativesOf(members: readonly Kind[]): Alternatives {
  const all = members.map(standsFor)
  return { kinds: [...new Set(all.flatMap(({ kinds }) => kinds))], orNull: all.some(({ orNull }) => orNull) }
}

function standsFor(kind: Kind): Alternatives {
  const isPlain = Object.keys(kind.options).length === 0
  return (isPlain ? kind.alternatives : undefined) ?? { kinds: [kind], orNull: false }
}
