import type { Fields } from './infer.ts'
import type { InputOf, OutputOf } from './kinds/inference.ts'
import { isKindLike, type Kind, type KindClass, type KindLike, kindOf } from './kinds/kind.ts'
import { isObject } from './kinds/source.ts'

/** The fields that {@link camelCase} gives: the typed client knows them by their names on the wire. */
export type CamelCased<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Aliased
    ? F[Name]
    : F[Name] extends KindClass
      ? Kind<OutputOf<F[Name]>, InputOf<F[Name]>, false & Called<Name>>
      : F[Name] & { readonly '~types'?: { readonly optional: Called<Name> } }
}

type Aliased = { readonly '~types'?: { readonly optional: { readonly alias: string } } }

type Called<Name> = { readonly alias: Name extends string ? Walked<Name> : never }

/** As `aliasOf` does, sign by sign: what is done, the underscores that wait for what comes behind them, and whether a digit was last. */
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
 * The same fields, called in camelCase on the wire unless they have an alias of their own: `created_at` is `createdAt` there, both ways, as
 * pydantic's `to_camel` makes it of a name in snake_case. For a model, or parameters one by one.
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
  // What is no kind, or has no options, is told of by the model, with every other mistake.
  if (!isKindLike(declared)) return declared
  const kind = kindOf(declared)
  const { options } = kind
  const alias = aliasOf(name)
  const isAsItIs =
    alias === name || !isObject(options) || Array.isArray(options) || options.alias !== undefined
  return isAsItIs ? declared : { ...kind, isBare: false, options: { ...options, alias } }
}

/** A letter behind an underscore or a digit is a capital; an underscore between two others goes, several stay. */
function aliasOf(name: string): string {
  return name.replace(/(?<=[\dA-Za-z])_(?=[\dA-Za-z])|(?<=\d|[\dA-Za-z]_+)[a-z]/g, (found) =>
    found === '_' ? '' : found.toUpperCase(),
  )
}
