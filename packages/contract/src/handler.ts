import type { InputOf, KindLike, OutputOf } from '@postern/model'
import type { Conditions } from './bind/conditions.ts'
import type { Incoming } from './incoming.ts'
import type { Reply } from './reply/reply.ts'
import type { StreamEvent } from './reply/stream-event.ts'
import type { Body } from './route/body.ts'
import type { Concurrency, Declaration, Operation } from './route/operation.ts'
import type { Security } from './route/security.ts'
import type { Stream } from './route/stream.ts'
import type { ByStatus } from './status.ts'

/** What a handler is given: only validated data (spec §1, stage 2). */
export interface HandlerInput<D extends Declaration, User> {
  readonly params: ParametersOf<D['params']>
  readonly query: ParametersOf<D['query']>
  readonly headers: ParametersOf<D['headers']>
  readonly cookies: ParametersOf<D['cookies']>
  /** The typed body; its bytes where it is declared `raw`, undefined where none is declared. */
  readonly body: BodyOf<D['body']>
  /** The user of the request's token; null where the declaration lets requests without one pass. */
  readonly user: UserOf<D['security'], User>
  /** The request as it came, for what is not declared: its headers, its `signal`. */
  readonly request: Incoming
  /** A failure with a declared status, to be returned or thrown: what its model takes, or a `detail` that defaults to the declared text. */
  readonly fail: <const Status extends keyof DeclaredIn<D, 'errors'>>(
    status: Status,
    ...rest: FailureTerms<DeclaredIn<D, 'errors'>[Status]>
  ) => Reply
  /** An answer with a status, headers and cookies of its own, to be returned or thrown. */
  readonly reply: <const Status extends StatusOf<D>>(
    status: Status,
    body: ResponseOf<D, Status>,
    options?: ReplyOptions,
  ) => Reply
}

type FailureTerms<Declared> = Declared extends KindLike
  ? [detail: InputOf<Declared>, headers?: Readonly<Record<string, string>>]
  : [detail?: unknown, headers?: Readonly<Record<string, string>>]

/** What an answer carries beside its body. */
export interface ReplyOptions {
  /** Beside those of the answer itself; a `content-type` among them holds. Default none. */
  readonly headers?: Readonly<Record<string, string>>
  /** Finished `Set-Cookie` values, one a cookie. */
  readonly cookies?: readonly string[]
}

/** The function behind an operation: it answers what the response model takes, or a reply. */
export type Handler<O extends Operation, User = never> =
  O extends Operation<infer D>
    ? (input: HandlerInput<D, User> & ConditionsOf<D> & FieldsSetOf<D>) => Answer<D> | Promise<Answer<D>>
    : never

/** What refuses requests of an operation whose body need not be looked at for it, as FastAPI's dependencies do: it is called once the user
 *  is known and the parameters are valid, before the body is read. A reply is the answer, `return fail(…)` as a rule; without one the
 *  request goes on: a `fail(…)` that is only called refuses nothing. */
export type Guard<O extends Operation, User = never> =
  O extends Operation<infer D>
    ? (
        input: Omit<HandlerInput<D, User>, 'body'> & ConditionsOf<D>,
      ) => Reply | null | undefined | void | Promise<Reply | null | undefined> | Promise<void>
    : never

/** Guards of operations, under their names; without a `User`, of operations that know none. */
export type Guards<O extends Readonly<Record<string, Operation>>, User = never> = {
  readonly [Name in keyof O]?: Guard<O[Name], User>
}

/** A handler for every operation: none missing, none too many; without a `User`, of operations that know none. */
export type Handlers<O extends Readonly<Record<string, Operation>>, User = never> = {
  readonly [Name in keyof O]: Handler<O[Name], User>
}

type Answer<D extends Declaration> = Reply | Success<D, null | undefined>

/** What the response model takes; `Nothing` where none is declared, nor a media type of raw replies. */
type Success<D extends Declaration, Nothing> = D['response'] extends KindLike
  ? InputOf<D['response']>
  : D['response'] extends Stream<infer Item, infer Framing>
    ? Items<Item, Framing>
    : D['mediaType'] extends string
      ? never
      : Nothing

/** A text is an iterable of texts as well, and was not meant. */
type Items<Item, Framing> = object &
  (Iterable<Yielded<InputOf<Item>, Framing>> | AsyncIterable<Yielded<InputOf<Item>, Framing>>)

type Yielded<In, Framing> = Framing extends 'server-sent-events' ? In | StreamEvent<In> : In

/** Where none is declared, what a handler reads of them is a compile error. */
type ParametersOf<P> = P extends KindLike
  ? OutputOf<P>
  : P extends Readonly<Record<string, KindLike>>
    ? { readonly [Name in keyof P]: OutputOf<P[Name]> }
    : Readonly<Record<never, never>>

type BodyOf<B> =
  B extends Body<infer Declared, boolean, infer Binding>
    ? Declared extends undefined
      ? Binding extends 'stream'
        ? ReadableStream<Uint8Array>
        : Uint8Array
      : ParametersOf<Declared>
    : undefined

/** What the request makes itself depend on, where conditional requests are declared. */
type ConditionsOf<D extends Declaration> = D extends { readonly concurrency: Concurrency }
  ? { readonly conditions: Conditions }
  : unknown

/** Which fields of the body's model were sent, where the body is declared to tell. */
type FieldsSetOf<D extends Declaration> = D extends { readonly body: Body<infer Declared, true> }
  ? { readonly fieldsSet: FieldsSet<FieldName<Declared>> }
  : unknown

/** The names of a body's own fields that were sent, whatever their values; none of a body that is no model. */
export interface FieldsSet<Name extends string = string> extends ReadonlySet<Name> {
  /** The same of a model in the body: `fieldsSet.of(body.address)`. Empty for what was not made of the object that was sent in its
   *  place, as where a default or a `before` made it. */
  of<Within extends object>(model: Within): ReadonlySet<SentName<Within>>
}

type SentName<Within> = Exclude<keyof Within, '~wireNames'> & string

type FieldName<Declared> = Declared extends { readonly fields: infer F } ? keyof F & string : never

type UserOf<S, User> = S extends Security
  ? S extends { readonly required: false }
    ? User | null
    : User
  : null

type StatusOf<D extends Declaration> =
  | (D['status'] extends number ? D['status'] : 200)
  | keyof DeclaredIn<D, 'responses'>

/** The failures or further answers that are declared, under their statuses. */
type DeclaredIn<D extends Declaration, Key extends 'errors' | 'responses'> = ByStatus<NonNullable<D[Key]>>

type ResponseOf<D extends Declaration, Status> = Status extends keyof DeclaredIn<D, 'responses'>
  ? DeclaredIn<D, 'responses'>[Status] extends KindLike
    ? InputOf<DeclaredIn<D, 'responses'>[Status]>
    : null
  : Success<D, null>
