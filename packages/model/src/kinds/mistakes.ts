import type { Kind } from './kind.ts'
import { mistakesOfNames } from './option-names.ts'

/** What is wrong with a kind's declaration: its own mistakes, options that it has not, and counts that cannot be met. */
export function mistakesOf(kind: Kind): readonly string[] {
  const options = new Map<string, unknown>(Object.entries(kind.options))
  const counts = COUNTS.filter((name) => options.has(name) && !isCount(options.get(name)))
  const isWhole = kind.name === 'integer'
  const ranges = RANGES.filter(([low, high, isOpen]) => {
    const [from, to] = [options.get(low), options.get(high)]
    return isEmpty(from, to, isOpen) || (isWhole && isEmpty(least(low, from), most(high, to), false))
  })
  return [
    ...(kind.mistakes ?? []),
    ...mistakesOfNames(kind),
    ...counts.map((name) => `${name} is ${options.get(name)}; give a whole number of at least 0`),
    ...ranges.map(
      ([low, high]) => `${low} ${options.get(low)} leaves nothing under ${high} ${options.get(high)}`,
    ),
  ]
}

/** The mistakes of the kinds that one is made of, each under the name of its part. */
export function mistakesOfParts(parts: readonly (readonly [string, Kind])[]): string[] {
  return parts.flatMap(([name, kind]) => mistakesOf(kind).map((mistake) => `${name}: ${mistake}`))
}

/** Throws where code without types gives something else than a list; `form` is what to write. */
export function requireList(given: unknown, form: string): void {
  if (!Array.isArray(given)) throw new TypeError(`a list is missing; write ${form}`)
}

const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const

/** Pairs of bounds, and whether equal ones leave nothing between them. */
const RANGES = [
  ['minLength', 'maxLength', false],
  ['minItems', 'maxItems', false],
  ['ge', 'le', false],
  ['gt', 'le', true],
  ['ge', 'lt', true],
  ['gt', 'lt', true],
] as const

function isCount(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isInteger(value) && value >= 0)
}

function isEmpty(low: unknown, high: unknown, isOpen: boolean): boolean {
  if (low === undefined || high === undefined) return false
  return isOpen ? Number(low) >= Number(high) : Number(low) > Number(high)
}

/** The least whole number from a lower bound on. */
function least(bound: string, limit: unknown): unknown {
  if (limit === undefined) return limit
  return bound === 'gt' ? Math.floor(Number(limit)) + 1 : Math.ceil(Number(limit))
}

/** The greatest whole number up to an upper bound. */
function most(bound: string, limit: unknown): unknown {
  if (limit === undefined) return limit
  return bound === 'lt' ? Math.ceil(Number(limit)) - 1 : Math.floor(Number(limit))
}
