import type { KIND, Kind } from './kind.ts'

/** What a declaration gives: a class' instances, or a kind's values. */
export type OutputOf<Declared> = Declared extends abstract new (
  ...input: never
) => infer Instance
  ? Instance
  : Declared extends { readonly '~types'?: { readonly output: infer Out } }
    ? Out
    : never

/** What a declaration takes from typed code (from the wire it takes more, by conversion). */
export type InputOf<Declared> = Declared extends { readonly [KIND]: Kind<infer _, infer In, false> }
  ? In
  : Declared extends { readonly '~types'?: { readonly input: infer In } }
    ? In
    : never

/** Whether a field declared with these options may be left out; an alias is noted with it. */
export type IsOptional<Options> = (Options extends { readonly default: unknown } ? true : false) &
  AliasNote<Options>

type AliasNote<Options> = Options extends { readonly alias: infer Alias extends string }
  ? { readonly alias: Alias }
  : unknown
