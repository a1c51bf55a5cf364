import { Description, type KindLike, kindOf } from '@postern/model'

/** Whether a model says what becomes of names that it does not declare: it refuses them or keeps them. */
export function takesOthers(declared: KindLike): boolean {
  const description = new Description('input')
  kindOf(declared).describe(description)
  const [schema = {}] = description.definitions.values()
  return 'additionalProperties' in schema
}
