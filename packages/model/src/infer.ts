import type { InputOf, OutputOf } from './kinds/inference.ts'
import type { KindLike } from './kinds/kind.ts'

/** The fields of a model. */
export type Fields = Readonly<Record<string, KindLike>>

/** The typed value of a model with these fields. */
export type ModelOutput<F extends Fields> = {
  -readonly [Name in keyof F]: OutputOf<F[Name]>
} & NamesOnWire<F>

/** Only for the type system: under which names a model's value is written, where these are not its fields' own. */
type NamesOnWire<F extends Fields> =
  AliasedIn<F> extends never
    ? unknown
    : { readonly '~wireNames'?: { readonly [Name in AliasedIn<F>]: AliasOf<F[Name]> } }

type AliasedIn<F extends Fields> = { [Name in keyof F]: F[Name] extends Aliased ? Name : never }[keyof F]

type Aliased = { readonly '~types'?: { readonly optional: { readonly alias: string } } }

type AliasOf<Declared> = Declared extends {
  readonly '~types'?: { readonly optional: { readonly alias: infer Alias } }
}
  ? Alias
  : never

/** What a model with these fields is built from: fields with a default may be left out. */
export type ModelInput<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends Optional ? never : Name]: InputOf<F[Name]>
} & {
  readonly [Name in keyof F as F[Name] extends Optional ? Name : never]?: InputOf<F[Name]>
}

type Optional = { readonly '~types'?: { readonly optional: true } }
