import type { Kind } from '../kind.ts'

/** What a choice is made of: kinds, each once, and maybe null. */
export interface Alternatives {
  readonly kinds: readonly Kind[]
  readonly orNull: boolean
}

/** What a choice of `members` is made of. Python's unions are flat, so a choice among them without validators and words of its
 *  own is what it is made of itself. */
export function alternativesOf(members: readonly Kind[]): Alternatives {
  const all = members.map(standsFor)
  const kinds = all.flatMap((one) => one.kinds.map((kind) => [kind.isBare ? kind.name : kind, kind] as const))
  return { kinds: [...new Map(kinds).values()], orNull: all.some(({ orNull }) => orNull) }
}

function standsFor(kind: Kind): Alternatives {
  const isPlain = Object.keys(kind.options).every((option) => OF_FIELDS.has(option))
  return (isPlain ? kind.alternatives : undefined) ?? { kinds: [kind], orNull: false }
}

/** Options that tell of a field, and of no member of a choice. */
const OF_FIELDS: ReadonlySet<string> = new Set(['default', 'alias'])
