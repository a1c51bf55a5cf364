import type { InputOf, OutputOf } from './kinds/inference.ts'
import type { KindLike } from './kinds/kind.ts'

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
