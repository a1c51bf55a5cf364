import { defaultOf, hasDefault, type Kind, type KindLike, kindOf } from './kinds/kind.ts'

/** A kind under a name: what a model's row of the specification's tables says. */
export interface Field {
  /** The name in typed code. */
  readonly name: string
  /** The name on the wire: the alias, or the name. */
  readonly wireName: string
  readonly kind: Kind
  readonly required: boolean
  /** The value of the field when it is not given; only called where it is not required. */
  readonly default: () => unknown
}

/** The field of a declaration under `name`. */
export function fieldOf(name: string, declared: KindLike): Field {
  const kind = kindOf(declared)
  return {
    name,
    wireName: kind.options.alias ?? name,
    kind,
    required: !hasDefault(kind),
    default: () => defaultOf(kind),
  }
}
