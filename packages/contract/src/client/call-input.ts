import type { Fields, InputOf, KindLike, ModelInput } from '@postern/model'
import type { OwnBytes } from '../incoming.ts'
import type { Body } from '../route/body.ts'
import type { Declaration } from '../route/operation.ts'

/** What an operation is called with: the parts that it declares; what may be left out is optional. */
export type CallInput<D extends Declaration> = Part<D, 'params'> &
  Part<D, 'query'> &
  Part<D, 'headers'> &
  Part<D, 'cookies'> &
  BodyPart<D> & {
    /** Gives the call up. */
    readonly signal?: AbortSignal
  }

/** The arguments of a call: none are needed where no part is. */
export type CallArguments<D extends Declaration> =
  IsEmptyEnough<CallInput<D>> extends true ? [input?: CallInput<D>] : [input: CallInput<D>]

/** A body that is sent as it is. */
export type RawBody = OwnBytes | Blob | string

/** A call's input as the client sees it while it runs. */
export type UntypedInput = Readonly<
  Partial<Record<'params' | 'query' | 'headers' | 'cookies', Readonly<Record<string, unknown>>>>
> & { readonly body?: unknown; readonly signal?: AbortSignal }

type Part<D, Key extends string> =
  D extends Readonly<Record<Key, infer Declared>> ? OptionalPart<Key, InputsOf<Declared>> : unknown

type BodyPart<D> = D extends { readonly body: Body<infer Declared, boolean, infer Binding> }
  ? Declared extends undefined
    ? { readonly body: RawBody }
    : Binding extends 'json' | 'json-or-form'
      ? JsonPart<Declared>
      : OptionalPart<'body', InputsOf<Declared>>
  : unknown

/** A form without fields is one, and so are members of which none is given; for a whole JSON body nothing is no `{}`. */
type JsonPart<Declared> = Declared extends Defaulted
  ? { readonly body?: InputsOf<Declared> }
  : Declared extends KindLike
    ? { readonly body: InputsOf<Declared> }
    : OptionalPart<'body', InputsOf<Declared>>

type Defaulted = { readonly '~types'?: { readonly optional: true } }

type OptionalPart<Key extends string, Value> =
  IsEmptyEnough<Value> extends true ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value }

type InputsOf<Declared> = Declared extends KindLike
  ? Declared extends Defaulted
    ? InputOf<Declared> | undefined
    : InputOf<Declared>
  : Declared extends Fields
    ? ModelInput<Declared>
    : never

/** Whether nothing at all would do for a value. */
type IsEmptyEnough<Value> = undefined extends Value ? true : Record<never, never> extends Value ? true : false
