import type { Fields, InputOf, KindLike, ModelInput } from '@postern/model'
import type { OwnBytes } from '../incoming.ts'
import type { Body } from '../route/body.ts'
import type { Declaration } from '../route/operation.ts'

/** The input of an operation's call: the parts that the operation declares. What may be left out is optional. */
export type CallInput<D extends Declaration> = InOneObject<
  Part<D, 'params'> &
    Part<D, 'query'> &
    Part<D, 'headers'> &
    Part<D, 'cookies'> &
    BodyPart<D> & {
      /** Aborts the call. */
      readonly signal?: AbortSignal
    }
>

/** The parts of a call's input that come from the declaration. Their types do, too; editors show these texts. */
interface DeclaredParts {
  /** The path parameters, under their names in the declaration. */
  readonly params: unknown
  /** The query parameters, under their names in the declaration. */
  readonly query: unknown
  /** The declared request headers, under their names in the declaration. */
  readonly headers: unknown
  /** The cookies, under their names in the declaration. Browsers send only their own. */
  readonly cookies: unknown
  /** What the body's model takes; for a body declared `raw` or `stream`, the bytes or the text to send. */
  readonly body: unknown
}

type Needed<Key extends keyof DeclaredParts, Value> = {
  readonly [Name in keyof Pick<DeclaredParts, Key>]: Value
}

type Optional<Key extends keyof DeclaredParts, Value> = Partial<Needed<Key, Value>>

// Messages and editors show a type by its properties instead of its name if it is an intersection.
type InOneObject<Parts> = { [Name in keyof Parts]: Parts[Name] } & unknown

/** The arguments of a call. The input is optional if none of its parts is required. */
export type CallArguments<D extends Declaration> =
  IsEmptyEnough<CallInput<D>> extends true ? [input?: CallInput<D>] : [input: CallInput<D>]

/** A body that is sent as it is. */
export type RawBody = OwnBytes | Blob | string

/** The input of a call as the client sees it at run time. */
export type UntypedInput = Readonly<
  Partial<Record<'params' | 'query' | 'headers' | 'cookies', Readonly<Record<string, unknown>>>>
> & { readonly body?: unknown; readonly signal?: AbortSignal }

type Part<D, Key extends keyof DeclaredParts> =
  D extends Readonly<Record<Key, infer Declared>> ? OptionalPart<Key, InputsOf<Declared>> : unknown

type BodyPart<D> = D extends { readonly body: Body<infer Declared, boolean, infer Binding> }
  ? Declared extends undefined
    ? Needed<'body', RawBody>
    : Binding extends 'json' | 'json-or-form'
      ? JsonPart<Declared>
      : OptionalPart<'body', InputsOf<Declared>>
  : unknown

/**
 * A form without fields is valid, and so are members of which none is given. For a whole JSON body, no value is not the
 * same as `{}`.
 */
type JsonPart<Declared> = Declared extends Defaulted
  ? Optional<'body', InputsOf<Declared>>
  : Declared extends KindLike
    ? Needed<'body', InputsOf<Declared>>
    : OptionalPart<'body', InputsOf<Declared>>

type Defaulted = { readonly '~types'?: { readonly optional: true } }

type OptionalPart<Key extends keyof DeclaredParts, Value> =
  IsEmptyEnough<Value> extends true ? Optional<Key, Value> : Needed<Key, Value>

type InputsOf<Declared> = Declared extends KindLike
  ? Declared extends Defaulted
    ? InputOf<Declared> | undefined
    : InputOf<Declared>
  : Declared extends Fields
    ? ModelInput<Declared>
    : never

/** Whether a value may be undefined or empty. */
type IsEmptyEnough<Value> = undefined extends Value ? true : Record<never, never> extends Value ? true : false
