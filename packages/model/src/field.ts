import { defaultOf, type Field, hasDefault, type KindLike, kindOf } from './kinds/kind.ts'

/** Returns the field that a declaration has under `name`. */
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
