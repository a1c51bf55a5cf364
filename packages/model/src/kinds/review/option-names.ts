// table: the options of every kind, by its name
import type { Kind } from '../kind.ts'

/**
 * Returns what is wrong with the names of a kind's options: a misspelt option would be a rule that silently does not
 * hold.
 */
export function mistakesOfOptionNames({ name, options }: Kind): readonly string[] {
  const own = OPTIONS.get(name)
  // A kind that is made elsewhere has options of its own.
  if (own === undefined) return []
  return unknownOptions(name, options, [...own, ...FIELD_OPTIONS])
}

/** Returns a mistake for each option that `owner` does not have. */
export function unknownOptions(owner: string, options: object, known: readonly string[]): readonly string[] {
  const unknown = Object.keys(options).filter((option) => !known.includes(option))
  return unknown.map((option) => `${option} is not an option of ${owner}; it takes ${known.join(', ')}`)
}

/** The options of every kind. */
export const FIELD_OPTIONS = [
  'default',
  'alias',
  'title',
  'description',
  'examples',
  'deprecated',
  'hidden',
  'secret',
] as const

/** Options of numbers. */
export const BOUND_OPTIONS = ['gt', 'ge', 'lt', 'le', 'multipleOf'] as const
/** Options of strings. */
export const LENGTH_OPTIONS = ['minLength', 'maxLength'] as const
/** Options of kinds with items. */
export const COUNT_OPTIONS = ['minItems', 'maxItems'] as const

const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: [...LENGTH_OPTIONS, 'pattern', 'strip', 'strict'],
    integer: [...BOUND_OPTIONS, 'strict'],
    number: [...BOUND_OPTIONS, 'allowInfNan', 'strict'],
    decimal: [...BOUND_OPTIONS, 'maxDigits', 'decimalPlaces', 'allowInfNan', 'strict'],
    boolean: ['strict'],
    date: ['strict'],
    datetime: ['strict'],
    time: ['strict'],
    duration: ['strict'],
    uuid: ['version', 'strict'],
    literal: ['name', 'strict'],
    list: [...COUNT_OPTIONS, 'uniqueItems', 'strict'],
    tuple: [...COUNT_OPTIONS, 'strict'],
    set: [...COUNT_OPTIONS, 'strict'],
    any: [],
    email: [...LENGTH_OPTIONS],
    httpUrl: [...LENGTH_OPTIONS, 'strict'],
    nullable: [],
    union: [],
    discriminated: [],
    nested: [],
    record: ['keys', ...COUNT_OPTIONS, 'strict'],
  }),
)
