import type { KIND, Kind, KindLike } from './kind.ts'

/** The output type of a declaration: the instances of a class, or the values of a kind. */
export type OutputOf<Declared> = Declared extends abstract new (
  ...input: never
) => infer Instance
  ? Instance
  : Declared extends { readonly '~types'?: { readonly output: infer Out } }
    ? Out
    : never

/** The input type of a declaration in typed code. From the wire it accepts more, by conversion. */
export type InputOf<Declared> = Declared extends { readonly [KIND]: Kind<infer _, infer In, false> }
  ? In
  : Declared extends { readonly '~types'?: { readonly input: infer In } }
    ? In
    : never

/** Whether a field declared with these options may be left out. Its alias is noted with it. */
export type IsOptional<Options> = (Options extends { readonly default: unknown } ? true : false) &
  AliasNote<Options>

type AliasNote<Options> = Options extends { readonly alias: infer Alias extends string }
  ? { readonly alias: Alias }
  : unknown

/**
 * `Options` and no others: by itself, the compiler would let a misspelt option pass beside one that is right. Names that
 * it does not know are checked at run time, when the kind or operation is declared.
 */
export type KnownOptions<Options, Given> = Options & {
  readonly [Name in Exclude<keyof Given & string, keyof Options>]: string extends Name
    ? unknown
    : UnknownOption<Name>
}

/** No value has this type: its name is what the compiler shows. */
export interface UnknownOption<Name> {
  readonly '~unknownOption': Name
}

/** Stands beside a type of lists that refuses a value. No value has this type: its name is what the compiler shows. */
export interface WrittenAs<Words> {
  readonly [index: number]: KindLike
  readonly '~writtenAs': Words
}
