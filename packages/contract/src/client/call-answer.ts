import type { InputOf, Issue, KindLike, OutputOf } from '@postern/model'
import type { CustomDialect, ErrorDialect } from '../error-dialect.ts'
import type { Declaration } from '../route/operation.ts'
import type { Stream, StreamFraming } from '../route/stream.ts'
import type { ByStatus } from '../status.ts'
import type { ReceivedEvent } from './stream-events.ts'

/**
 * The responses of an operation, distinguished by `status`: those it declares, and the failures that follow from what
 * it reads.
 */
export type CallAnswer<D extends Declaration, Validated extends boolean, Errors extends ErrorDialect> =
  // By a condition that always holds, editors show the responses instead of this name and the declaration.
  D extends unknown
    ?
        | Answer<SuccessOf<D>, SuccessBody<D, Validated>>
        | Listed<D, 'responses', Validated, { readonly read: D; readonly text: null }>
        | Listed<
            D,
            'errors',
            Validated,
            { readonly read: unknown; readonly text: FailureIn<Failures, Errors> }
          >
        | (D extends { readonly security: object } ? Answer<401 | 403, FailureIn<Failures, Errors>> : never)
        | (D extends { readonly body: object } ? Answer<400 | 408 | 413, FailureIn<Failures, Errors>> : never)
        | (D extends Reading ? Answer<422, FailureIn<ValidationFailures, Errors>> : never)
    : never

/** A value as JSON has it: what `JSON.parse` returns for what the model wrote. */
export type JsonOf<Value> = Value extends Formless
  ? WrittenOf<Value>
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: JsonOf<Value[Index]> }
    : Value extends Collection
      ? CollectionJson<Value>
      : Value extends object
        ? {
            readonly [Name in keyof Value as Value[Name] extends Method
              ? never
              : WireName<Value, Name>]: JsonOf<Value[Name]>
          }
        : Value

/**
 * What JSON has no form for and is written as a scalar: date-times and decimals, and in other libraries' schemas bytes
 * and bigints.
 */
type Formless = { toJSON(): unknown } | Uint8Array | bigint

type WrittenOf<Value> = Value extends Uint8Array
  ? string
  : Value extends { toJSON(): infer Written }
    ? Written
    : number

type Collection = ReadonlySet<unknown> | ReadonlyMap<unknown, unknown>

type CollectionJson<Value> =
  Value extends ReadonlyMap<unknown, infer Item>
    ? { readonly [name: string]: JsonOf<Item> }
    : Value extends ReadonlySet<infer Item>
      ? readonly JsonOf<Item>[]
      : never

/**
 * The same for an operation that leaves out fields of models: those that may be null, or those that `Input` need not
 * give.
 */
export type SparseJsonOf<Value, Input, D> = Value extends Formless
  ? WrittenOf<Value>
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: SparseJsonOf<Value[Index], MemberOf<Input, number>, D> }
    : Value extends Collection
      ? CollectionJson<Value>
      : Value extends object
        ? string extends keyof Value
          ? { readonly [Name in keyof Value]: SparseJsonOf<Value[Name], MemberOf<Input, string>, D> }
          : SparseFields<Value, Input, D>
        : Value

type SparseFields<Value, Input, D> = {
  readonly [Name in keyof Value as Value[Name] extends Method
    ? never
    : Name extends LeftOut<Value, Input, D>
      ? never
      : WireName<Value, Name>]: SparseJsonOf<Value[Name], MemberOf<Input, Name>, D>
} & {
  readonly [Name in LeftOut<Value, Input, D> as Value[Name] extends Method
    ? never
    : WireName<Value, Name>]?: SparseJsonOf<
    D extends { readonly excludeNone: true } ? Exclude<Value[Name], null> : Value[Name],
    MemberOf<Input, Name>,
    D
  >
}

/** The names of the fields that may be left out. */
type LeftOut<Value, Input, D> =
  | (D extends { readonly excludeNone: true } ? NullName<Value> : never)
  | (D extends { readonly excludeUnset: true } | { readonly excludeDefaults: true }
      ? Exclude<keyof Value, RequiredName<Input, keyof Value>>
      : never)

type NullName<Value> = { [Name in keyof Value]: null extends Value[Name] ? Name : never }[keyof Value]

/** Those of the names that every input having them must give. */
type RequiredName<Input, Name extends PropertyKey> = unknown extends Input
  ? never
  : Name extends unknown
    ? [Having<Input, Name>] extends [Readonly<Record<Name, unknown>>]
      ? Name
      : never
    : never

type MemberOf<Input, Name> = [Having<Input, Name>] extends [never]
  ? unknown
  : Having<Input, Name>[Name & keyof Having<Input, Name>]

type Having<Input, Name> = Input extends unknown ? (Name extends keyof Input ? Input : never) : never

/** The name of a model's field in JSON: its alias, if it has one. */
type WireName<Value, Name> = Name extends string | number
  ? Value extends { readonly '~wireNames'?: infer Names }
    ? Name extends keyof NonNullable<Names>
      ? NonNullable<Names>[Name] & string
      : Exclude<Name, '~wireNames'>
    : Name
  : never

/** The items of a stream as they arrive. They can be read once. */
export type StreamedItems<Item, Framing extends StreamFraming = StreamFraming> = AsyncIterable<Item> &
  (Framing extends 'server-sent-events' ? Events<Item> : unknown)

interface Events<Item> {
  /** Returns the events that contain the items, with their names and ids, instead of the bare items. */
  events(): AsyncIterable<ReceivedEvent<Item>>
}

/** The body of a failure in each dialect. */
export interface Failures {
  readonly fastapi: { readonly detail: unknown }
  readonly problem: Problem
}

/** The body of a 422 in each dialect: every issue of the request. */
export interface ValidationFailures {
  readonly fastapi: { readonly detail: readonly Issue[] }
  readonly problem: Problem & { readonly errors: readonly Issue[] }
}

/** A failure in a dialect: either body if it is negotiated, and the schema's type for a dialect of your own. */
type FailureIn<Bodies extends Failures | ValidationFailures, Errors extends ErrorDialect> =
  Errors extends CustomDialect<infer Schema>
    ? Schema extends KindLike
      ? JsonOf<OutputOf<Schema>>
      : unknown
    : Errors extends keyof Bodies
      ? Bodies[Errors]
      : Bodies[keyof Bodies]

/** Problem details (RFC 9457 §3). */
export interface Problem {
  /** `about:blank`: the status says which problem it is. */
  readonly type: string
  /** The reason phrase of the status. */
  readonly title: string
  /** The status of the response. */
  readonly status: number
  /** What there is to say beside the title. */
  readonly detail?: string
}

type Answer<Status extends number, Body> = {
  /** The status, which distinguishes the responses of the operation. */
  readonly status: Status
  /** The body as its model writes it, with names on the wire; with `validate`, as the model converts it. */
  readonly body: Body
  /** The headers of the response that the platform lets a client read. */
  readonly headers: Headers
}

type SuccessOf<D> = D extends { readonly status: infer Status extends number } ? Status : 200

// Without a model a handler returns null, or any raw reply.
type SuccessBody<D, Validated> = D extends { readonly response: infer Declared extends KindLike }
  ? Read<Declared, Validated, D> | RawBeside<D>
  : D extends { readonly response: Stream<infer Item, infer Framing> }
    ? StreamedItems<Read<Item, Validated, D>, Framing>
    : D extends { readonly status: 204 | 205 | 304 }
      ? null
      : D extends { readonly mediaType: `text/${string}` }
        ? string
        : unknown

type RawBeside<D> = D extends { readonly mediaType: infer Type extends string }
  ? Type extends `text/${string}`
    ? string
    : Type extends `${string}json`
      ? unknown
      : Uint8Array | null
  : never

type Listed<
  D,
  Key extends string,
  Validated,
  Terms extends { readonly read: unknown; readonly text: unknown },
> = D extends Readonly<Record<Key, infer Declared>> ? ListedIn<ByStatus<Declared>, Validated, Terms> : never

type ListedIn<Declared, Validated, Terms extends { readonly read: unknown; readonly text: unknown }> = {
  [Status in keyof Declared & number]: Answer<
    Status,
    Declared[Status] extends KindLike ? Read<Declared[Status], Validated, Terms['read']> : Terms['text']
  >
}[keyof Declared & number] &
  unknown

type Read<Declared, Validated, D> = Validated extends true
  ? OutputOf<Declared>
  : D extends
        | { readonly excludeNone: true }
        | { readonly excludeUnset: true }
        | { readonly excludeDefaults: true }
    ? SparseJsonOf<OutputOf<Declared>, InputOf<Declared>, D>
    : JsonOf<OutputOf<Declared>>

type Reading =
  | { readonly params: object }
  | { readonly query: object }
  | { readonly headers: object }
  | { readonly cookies: object }
  | { readonly body: { readonly declared: object } }

type Method = (...input: never) => unknown
