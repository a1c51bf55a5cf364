import type { InputOf, KindLike, OutputOf } from '@postern/model'
import type { Conditions } from './bind/conditions.ts'
import type { HandlerRequest } from './incoming.ts'
import type { ReplyOptions } from './reply/header-pairs.ts'
import type { Reply } from './reply/reply.ts'
import type { StreamEvent } from './reply/stream-event.ts'
import type { Body } from './route/body.ts'
import type { Concurrency, Declaration, NothingDeclared, Operation } from './route/operation.ts'
import type { Security } from './route/security.ts'
import type { Stream } from './route/stream.ts'
import type { ByStatus } from './status.ts'

/** The user of operations with `security` where `authenticate` does not give its type. No value has this type. */
export interface UnknownUser {
  readonly 'add the option authenticate, and annotate its parameters': never
}

/** What a handler receives: only validated data (spec §1, stage 2). */
export interface HandlerInput<D extends Declaration, User> {
  /** The typed path parameters, under their names in the declaration. */
  readonly params: ParametersOf<D['params']>
  /** The typed query parameters; an instance if a model was declared. */
  readonly query: ParametersOf<D['query']>
  /** The typed headers that were declared, under their names there; all others are in `request`. */
  readonly headers: ParametersOf<D['headers']>
  /** The typed cookies that were declared. */
  readonly cookies: ParametersOf<D['cookies']>
  /**
   * The typed body. One declared `raw` is its bytes, one declared `stream` a stream of them; without a declaration it
   * is undefined.
   */
  readonly body: BodyOf<D['body']>
  /** The user of the request's token; null where the declaration accepts requests without one. */
  readonly user: UserOf<D['security'], User>
  /** The request as it came, for what is not declared: its headers, its `signal`. */
  readonly request: HandlerRequest
  /**
   * Makes a failure with a status declared in `errors`, to return or throw. It takes what the status's model takes, or
   * a `detail` that defaults to the declared text.
   */
  readonly fail: <const Status extends FailureStatusOf<D>>(
    status: Status,
    ...rest: FailureTerms<DeclaredIn<D, 'errors'>[Status & number]>
  ) => Reply
  /** Makes a response with a status, headers and cookies of your choice, to return or throw. */
  readonly reply: <const Status extends StatusOf<D>>(
    status: Status,
    body: ResponseOf<D, Status>,
    options?: ReplyOptions,
  ) => Reply
}

type FailureStatusOf<D extends Declaration> = [keyof DeclaredIn<D, 'errors'>] extends [never]
  ? NoErrorsDeclared
  : keyof DeclaredIn<D, 'errors'>

/** What `fail` takes where no `errors` are declared. No value has this type: its name is what the compiler shows. */
interface NoErrorsDeclared {
  readonly 'declare the status: errors: { 404: "No such post" }': never
}

type FailureTerms<Declared> = Declared extends KindLike
  ? [detail: InputOf<Declared>, headers?: Readonly<Record<string, string>>]
  : [detail?: unknown, headers?: Readonly<Record<string, string>>]

/** The function behind an operation. It returns what the response model takes, or a reply. */
export type Handler<O extends Operation, User = never> =
  O extends Operation<infer D>
    ? (input: HandlerInput<D, User> & ConditionsOf<D> & FieldsSetOf<D>) => Answer<D> | Promise<Answer<D>>
    : never

/**
 * Refuses requests of an operation without looking at their bodies, like FastAPI's dependencies. It is called when the
 * user is known and the parameters are valid, before the body is read. If it returns a reply, usually `return fail(…)`,
 * that is the response. Otherwise the request continues: calling `fail(…)` without returning it refuses nothing.
 */
export type Guard<O extends Operation, User = never> =
  O extends Operation<infer D>
    ? (
        input: Omit<HandlerInput<D, User>, 'body'> & ConditionsOf<D>,
      ) => Reply | null | undefined | void | Promise<Reply | null | undefined> | Promise<void>
    : never

/** Guards of operations under the operations' names. Without a `User`: of operations that know no user. */
export type Guards<O extends Readonly<Record<string, Operation>>, User = never> = {
  readonly [Name in keyof O]?: Guard<O[Name], User>
}

/** One handler for each operation: none missing, none extra. Without a `User`: of operations that know no user. */
export type Handlers<O extends Readonly<Record<string, Operation>>, User = never> = {
  readonly [Name in keyof O]: Handler<O[Name], User>
}

type Answer<D extends Declaration> = D['response'] extends KindLike | Stream
  ? Reply | Success<D, never>
  : D['mediaType'] extends string
    ? Reply
    : NoResponseDeclared

/**
 * What a handler returns if neither a `response` nor a `mediaType` is declared: the response is `null`, and any other
 * value a 500. Compile errors show this name.
 */
type NoResponseDeclared = Reply | null | undefined

/** What the response model takes; `Nothing` if neither a response nor a media type of raw replies is declared. */
type Success<D extends Declaration, Nothing> = D['response'] extends KindLike
  ? InputOf<D['response']>
  : D['response'] extends Stream<infer Item, infer Framing>
    ? Items<Item, Framing>
    : D['mediaType'] extends string
      ? never
      : Nothing

/** Excludes strings, which are iterables of strings and not intended here. */
type Items<Item, Framing> = object &
  (Iterable<Yielded<InputOf<Item>, Framing>> | AsyncIterable<Yielded<InputOf<Item>, Framing>>)

type Yielded<In, Framing> = Framing extends 'server-sent-events' ? In | StreamEvent<In> : In

/** If no parameters are declared, reading one in a handler is a compile error. */
type ParametersOf<P> = P extends KindLike
  ? OutputOf<P>
  : P extends Readonly<Record<string, KindLike>>
    ? { readonly [Name in keyof P]: OutputOf<P[Name]> }
    : NothingDeclared

type BodyOf<B> =
  B extends Body<infer Declared, boolean, infer Binding>
    ? Declared extends undefined
      ? Binding extends 'stream'
        ? ReadableStream<Uint8Array>
        : Uint8Array
      : ParametersOf<Declared>
    : undefined

/** The conditions of the request, if conditional requests are declared. */
type ConditionsOf<D extends Declaration> = D extends { readonly concurrency: Concurrency }
  ? {
      /** The conditions of the request, to check against the ETag of what is stored. */
      readonly conditions: Conditions
    }
  : unknown

/** Which fields of the body's model were sent, if the body is declared with `fieldsSet`. */
type FieldsSetOf<D extends Declaration> = D extends { readonly body: Body<infer Declared, true> }
  ? {
      /** The names of the body's own fields that were sent, whatever their values. */
      readonly fieldsSet: FieldsSet<FieldName<Declared>>
    }
  : unknown

/** The names of the body's own fields that were sent, whatever their values. Empty for a body that is not a model. */
export interface FieldsSet<Name extends string = string> extends ReadonlySet<Name> {
  /**
   * Returns the same for a model in the body: `fieldsSet.of(body.address)`. Empty for a value that was not built from
   * the object sent in its place, for example one built from a default or by a `before`.
   */
  of<Within extends object>(model: Within): ReadonlySet<SentName<Within>>
  /**
   * Returns an object with those fields of the body, or of a model in it, that were sent, as pydantic's
   * `model_dump(exclude_unset=True)`: `fieldsSet.pick(body)`. Models in it are whole.
   */
  pick<Within extends object>(model: Within): { [Name in SentName<Within>]?: Within[Name] }
}

type SentName<Within> = Exclude<keyof Within, '~wireNames'> & string

type FieldName<Declared> = Declared extends KindLike & { readonly fields: infer F } ? keyof F & string : never

type UserOf<S, User> = S extends Security
  ? S extends { readonly required: false }
    ? User | null
    : User
  : null

type StatusOf<D extends Declaration> =
  | (D['status'] extends number ? D['status'] : 200)
  | keyof DeclaredIn<D, 'responses'>

/** The declared failures or further responses, under their statuses. */
type DeclaredIn<D extends Declaration, Key extends 'errors' | 'responses'> = ByStatus<NonNullable<D[Key]>>

type ResponseOf<D extends Declaration, Status> = Status extends keyof DeclaredIn<D, 'responses'>
  ? DeclaredIn<D, 'responses'>[Status] extends KindLike
    ? InputOf<DeclaredIn<D, 'responses'>[Status]>
    : null
  : Success<D, null>
