import type { KindLike } from '@postern/model'
import type { Body, Members } from './body.ts'
import type { Security } from './security.ts'
import type { Stream } from './stream.ts'

/**
 * How an operation takes part in conditional requests: it evaluates conditions (`etag`), or also requires one for a
 * change (`required`).
 */
export type Concurrency = 'etag' | 'required'

/** The methods that an operation may be declared for. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The declaration of one operation. Every part of it appears in the OpenAPI document. */
export interface Declaration {
  /** Path parameters, one for each `{name}` of the path. */
  readonly params?: Members
  /** Query parameters, one by one or as a model. A list kind receives every value of its name. */
  readonly query?: Members | KindLike
  /** Request headers; `_` in a name stands for `-` unless the kind has an alias. */
  readonly headers?: Members | KindLike
  /** Cookies under their names, one by one or as a model. */
  readonly cookies?: Members | KindLike
  /** What the body is and how it is read: `json(…)`, `form(…)` and so on. Default: it is not read. */
  readonly body?: MadeBy<'json(…), form(…), multipart(…), jsonOrForm(…), raw() or stream()'> & Body
  /**
   * The response model of the success status. What the handler returns is filtered through it; for a stream, each item
   * is.
   */
  readonly response?: KindLike | Stream
  /**
   * Leaves null fields out of success responses, at every depth of the response model, of the models in `responses` and
   * of the items of a stream: FastAPI's `response_model_exclude_none`. Items of lists and values of records stay, and
   * so does everything in `errors`. The document shows none of these fields as required. Default false.
   */
  readonly excludeNone?: boolean
  /**
   * Leaves out of the same responses the fields that the handler does not give, for which their default would be used:
   * FastAPI's `response_model_exclude_unset`. An instance of a model has all of its fields. Default false.
   */
  readonly excludeUnset?: boolean
  /**
   * Leaves out of the same responses the fields whose value equals their default: FastAPI's
   * `response_model_exclude_defaults`. That includes a tag with a default, so nothing then shows which model of a
   * `discriminated` a response is. Default false.
   */
  readonly excludeDefaults?: boolean
  /**
   * The media type of raw replies, such as `text/csv`. The document shows it at the success status. It is also the
   * `content-type` of every raw reply that has a body and no content type of its own, with `charset=utf-8` if it is
   * `text/…`. Declare it instead of a response, or beside one that is not a stream if the handler chooses between them.
   * Default: the document shows JSON, and nothing is added.
   */
  readonly mediaType?: string
  /** The success status. Default 200. */
  readonly status?: number
  /**
   * Further declared responses: a description, or a model for `reply(status, body)`. The document describes a model by
   * its kind's description. Default: the reason phrase of the status, as in FastAPI.
   */
  readonly responses?: Readonly<Record<number, string | KindLike>>
  /** Declared failures: a text (the body is `{"detail": text}`), or a model. `fail(status)` accepts no other status. */
  readonly errors?: Readonly<Record<number, string | KindLike>>
  /**
   * Conditional requests (RFC 9110 §13). Declares If-Match and If-None-Match, the ETag of responses, the 304 of a GET
   * and the 412, each unless it is declared here. The handler receives `conditions`, whose `check` returns the response
   * for an ETag. With `required`, a change without If-Match is a 428 (RFC 6585 §3). Default: conditions are ignored.
   */
  readonly concurrency?: Concurrency
  /** Who may call the operation, by `tokenFrom(…)`. Default: anybody, and the handler's `user` is null. */
  readonly security?: Security
  /** The tags under which the pages show it. Default: the tags of its `routes`. */
  readonly tags?: readonly string[]
  /**
   * The name that generated clients give it; unique among all operations. As in FastAPI, the schema of a body's members
   * is named after it (`Body_login`). Default: its name in the contract.
   */
  readonly operationId?: string
  /** One line. Default: made from its name in the contract, `Create Post` from `createPost`. */
  readonly summary?: string
  /** Markdown. Default none. */
  readonly description?: string
  /** Marks the operation as deprecated in the document. It is still served. Default false. */
  readonly deprecated?: boolean
  /** The description of the success response, for the document. Default `Successful Response`. */
  readonly responseDescription?: string
  /**
   * Headers of responses, for the document: name → description for the success response, and under a status for any
   * other response of the operation: `{ ETag: 'Its state', 429: { 'Retry-After': 'Seconds to wait' } }`. The 401 of
   * `security` has its `WWW-Authenticate` without this.
   */
  readonly responseHeaders?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Named examples of success responses as they are sent, for the document. Each must fit the response model. */
  readonly responseExamples?: Readonly<Record<string, unknown>>
  /** Leaves the operation out of the document. Default false. */
  readonly hidden?: boolean
}

/** Stands beside a type that refuses a value. Any value has this type: its name is what the compiler shows. */
interface MadeBy<Words> {
  readonly '~madeBy'?: Words
}

/** The type of an empty declaration, and of parameters that are not declared: reading one is a compile error. */
export type NothingDeclared = { readonly [Name in never]: never }

/**
 * One declared operation: a method, a path and a declaration. A plain constant, so that type-checking cost stays flat.
 */
export interface Operation<D extends Declaration = Declaration, Path extends string = string> {
  /** In upper case. */
  readonly method: Method
  /**
   * The whole path including its prefix, in OpenAPI's syntax: `/posts/{post_id}`. Served with and without a trailing
   * slash.
   */
  readonly path: Path
  /**
   * Further paths of the same operation. In the document each is an operation of its own, whose `operationId` has a
   * number appended: `list2`.
   */
  readonly aliases: readonly string[]
  /** What was declared, with what its `routes` share. */
  readonly declaration: D
  /**
   * What is wrong with the options of the `routes` that declared it. Reported with all other mistakes, once for all
   * operations of that `routes`. Default none.
   */
  readonly mistakes?: readonly string[]
}

/**
 * Whether a response without a model has no content either, because it only points elsewhere (RFC 9110 §15.4). Other
 * responses without a model are `null`.
 */
export function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399
}

/** Whether a method may change something (RFC 9110 §9.2.1). */
export function isUnsafe(method: Method): boolean {
  return method !== 'GET'
}
