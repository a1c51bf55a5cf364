import type { Kind } from '../kind.ts'

/** The members of a choice: kinds, each once, and whether null is one. */
export interface Alternatives {
  readonly kinds: readonly Kind[]
  readonly orNull: boolean
}

/**
 * Returns the members of a choice. Python's unions are flat, so a choice among the members that has no validators and
 * words of its own is replaced by its members.
 */
export function alternativesOf(members: readonly Kind[]): Alternatives {
  const all = members.map(standsFor)
  const kinds = all.flatMap((one) => one.kinds.map((kind) => [kind.isBare ? kind.name : kind, kind] as const))
  return { kinds: [...new Map(kinds).values()], orNull: all.some(({ orNull }) => orNull) }
}

function standsFor(kind: Kind): Alternatives {
  const isPlain = Object.keys(kind.options).every((option) => OF_FIELDS.has(option))
  return (isPlain ? kind.alternatives : undefined) ?? { kinds: [kind], orNull: false }
}

/** Options that describe a field and not a member of a choice. */
const OF_FIELDS: ReadonlySet<string> = new Set(['default', 'alias'])
