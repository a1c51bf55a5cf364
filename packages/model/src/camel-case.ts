import type { Aliased, Fields } from './infer.ts'
import type { InputOf, OutputOf } from './kinds/inference.ts'
import { isKindLike, type Kind, type KindClass, type KindLike, kindOf } from './kinds/kind.ts'
import { isObject } from './kinds/source.ts'

/** The type of the fields that {@link camelCase} returns. It carries their names on the wire, for the typed client. */
export type CamelCased<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Aliased
    ? F[Name]
    : F[Name] extends KindClass
      ? Kind<OutputOf<F[Name]>, InputOf<F[Name]>, false & Called<Name>>
      : F[Name] & { readonly '~types'?: { readonly optional: Called<Name> } }
}

type Called<Name> = { readonly alias: Name extends string ? Walked<Name> : never }

/**
 * Does in types what `aliasOf` does, character by character: the finished part, the underscores waiting for the next
 * character, and whether the last character was a digit.
 */
type Walked<
  Left extends string,
  Done extends string = '',
  Waiting extends string = '',
  IsBehindDigit extends boolean = false,
> = Left extends `${infer Sign}${infer Rest}`
  ? Sign extends '_'
    ? Walked<Rest, Done, `${Waiting}_`, IsBehindDigit>
    : Walked<
        Rest,
        Done extends ''
          ? `${Waiting}${Sign}`
          : `${Done}${Waiting extends '_' ? '' : Waiting}${[Waiting, IsBehindDigit] extends ['', false] ? Sign : Uppercase<Sign>}`,
        '',
        Sign extends `${number}` ? true : false
      >
  : `${Done}${Waiting}`

/**
 * Returns the same fields with camelCase names on the wire, in both directions: `created_at` becomes `createdAt`, as
 * pydantic's `to_camel` converts a snake_case name. A field with an alias of its own keeps it. For the fields of a
 * model, or for parameters. Throws a TypeError if it is not given fields.
 */
export function camelCase<const F extends Fields>(fields: F): CamelCased<F>
export function camelCase(fields: Fields): Fields {
  if (!isObject(fields) || isKindLike(fields))
    throw new TypeError(
      'camelCase() takes fields: camelCase({ created_at: datetime() }), or those of a model: camelCase(A.fields)',
    )
  return Object.fromEntries(Object.entries(fields).map(([name, declared]) => [name, called(name, declared)]))
}

function called(name: string, declared: KindLike): KindLike {
  // The model reports what is not a kind or has no options, together with every other mistake.
  if (!isKindLike(declared)) return declared
  const kind = kindOf(declared)
  const { options } = kind
  const alias = aliasOf(name)
  const isAsItIs =
    alias === name || !isObject(options) || Array.isArray(options) || options.alias !== undefined
  return isAsItIs ? declared : { ...kind, isBare: false, options: { ...options, alias } }
}

/**
 * A letter after an underscore or digit becomes a capital. A single underscore between letters or digits is removed;
 * several in a row stay.
 */
function aliasOf(name: string): string {
  return name.replace(/(?<=[\dA-Za-z])_(?=[\dA-Za-z])|(?<=\d|[\dA-Za-z]_+)[a-z]/g, (found) =>
    found === '_' ? '' : found.toUpperCase(),
  )
}
