import type { InputOf, OutputOf } from './kinds/inference.ts'
import type { KindLike } from './kinds/kind.ts'

/** The declared fields of a model, by name. */
export type Fields = Readonly<Record<string, KindLike>>

/** The type of a model's values: the typed value of each field. */
export type ModelOutput<F extends Fields> = {
  -readonly [Name in keyof F]: OutputOf<F[Name]>
} & NamesOnWire<F>

/** For the type system only: the names on the wire of the fields whose wire name is not their own. */
type NamesOnWire<F extends Fields> =
  AliasedIn<F> extends never
    ? unknown
    : { readonly '~wireNames'?: { readonly [Name in AliasedIn<F>]: AliasOf<F[Name]> } }

type AliasedIn<F extends Fields> = { [Name in keyof F]: F[Name] extends Aliased ? Name : never }[keyof F]

/** A kind with an alias. */
export type Aliased = { readonly '~types'?: { readonly optional: { readonly alias: string } } }

type AliasOf<Declared> = Declared extends {
  readonly '~types'?: { readonly optional: { readonly alias: infer Alias } }
}
  ? Alias
  : never

/** The type of the input that builds a model: fields with a default are optional. */
export type ModelInput<F extends Fields> =
  // In one object without a required field, the compiler would refuse input that has only names on the wire.
  F extends Readonly<Record<string, Optional>>
    ? RequiredInput<F> & OptionalInput<F>
    : InOneObject<RequiredInput<F> & OptionalInput<F>>

// Messages and editors show a type by its properties instead of its name if it is an intersection.
type RequiredInput<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends Optional ? never : Name]: InputOf<F[Name]>
} & unknown

type OptionalInput<F extends Fields> = {
  readonly [Name in keyof F as F[Name] extends Optional ? Name : never]?: InputOf<F[Name]>
} & unknown

type InOneObject<Parts> = { [Name in keyof Parts]: Parts[Name] } & unknown

type Optional = { readonly '~types'?: { readonly optional: true } }
