import type { Kind } from '../kind.ts'

/**
 * Returns a mistake for each option of a field that is given to a kind within its choice (nullable or union) and not to
 * the choice: a field whose alias is there would be read under its own name. In other kinds with parts it is none:
 * `list(Item.fields.title)` uses the kind of a field again.
 */
export function misplacedOptions(kind: Kind): string[] {
  const parts = partsWithin(kind)
  return FIELD_ONLY.filter((option) => !isGiven(option, kind)).flatMap((option) => {
    const holder = parts.find((part) => isGiven(option, part))
    return holder === undefined
      ? []
      : [
          `${option} of the ${holder.name} in ${kind.name} has no effect; write it in the options of ${kind.name}, or leave it out`,
        ]
  })
}

const CHOICES: ReadonlySet<string> = new Set(['nullable', 'union'])

/** Options that say something of a field alone. The others say it of a part too, as far as schemas show it. */
const FIELD_ONLY = ['default', 'alias', 'hidden'] as const

function partsWithin({ name, parts = [] }: Kind): readonly Kind[] {
  return CHOICES.has(name) ? parts.flatMap((part) => [part, ...partsWithin(part)]) : []
}

function isGiven(option: (typeof FIELD_ONLY)[number], { options }: Kind): boolean {
  return options[option] !== undefined
}
