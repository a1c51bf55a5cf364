import type { KIND, Kind, KindLike } from './kinds/kind.ts'

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

/** The fields of a model. */
export type Fields = Readonly<Record<string, KindLike>>

/** The typed value of a model with these fields. */
export type ModelOutput<F extends Fields> = { -readonly [Name in keyof F]: OutputOf<F[Name]> }

/** What a model with these fields is built from: fields with a default may be left out. */
export type ModelInput<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends Optional ? never : Name]: InputOf<F[Name]>
} & {
  readonly [Name in keyof F as F[Name] extends Optional ? Name : never]?: InputOf<F[Name]>
}

type Optional = { readonly '~types'?: { readonly optional: true } }
