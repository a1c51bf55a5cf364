import type { Kind } from './kind.ts'
import { BOUND_OPTIONS, LENGTH_OPTIONS } from './review/option-names.ts'

/**
 * Returns a kind's name in the locations of a union's issues, as pydantic writes it: `int`, `constrained-str`,
 * `list[int]`.
 */
export function labelOf(kind: Kind): string {
  if (kind.label !== undefined) return kind.label()
  const name = LABELS.get(kind.name) ?? kind.name
  return CONSTRAINED.has(name) && Object.keys(kind.options).some((option) => CONSTRAINTS.has(option))
    ? `constrained-${name}`
    : name
}

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    duration: 'timedelta',
    email: 'function-after[_validate(), str]',
    httpUrl: 'function-wrap[wrap_val()]',
  }),
)

const CONSTRAINED: ReadonlySet<string> = new Set(['str', 'int', 'float'])

const CONSTRAINTS: ReadonlySet<string> = new Set([...LENGTH_OPTIONS, 'pattern', 'strip', ...BOUND_OPTIONS])
