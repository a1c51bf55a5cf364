import type { KindLike } from '@postern/model'
import type { Body, Members } from './body.ts'
import type { Security } from './security.ts'
import type { Stream } from './stream.ts'

/** How an operation takes part in conditional requests: it judges what they ask for, or wants changes to ask for something. */
export type Concurrency = 'etag' | 'required'

/** The methods that an operation may be declared for. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What is declared of one operation; every part of it shows in the OpenAPI document. */
export interface Declaration {
  /** Path parameters, one for each `{name}` of the path. */
  readonly params?: Members
  /** Query parameters, one by one or as a model. A list kind takes every value of its name. */
  readonly query?: Members | KindLike
  /** Request headers; `_` in a name stands for `-` unless the kind has an alias. */
  readonly headers?: Members | KindLike
  /** Cookies under their names, one by one or as a model. */
  readonly cookies?: Members | KindLike
  /** What the body is and how it is read: `json(…)`, `form(…)` and so on. Default: it is not read. */
  readonly body?: Body
  /** The response model of the success status; what the handler returns is filtered through it. A stream's items are, each. */
  readonly response?: KindLike | Stream
  /**
   * Leaves out of success answers the fields that are null, in whatever the response model holds, and in the models of `responses`
   * and the items of a stream as well: FastAPI's `response_model_exclude_none`. Items of lists and values of records stay, and so do
   * `errors`. In the document none of these fields is required. Default false.
   */
  readonly excludeNone?: boolean
  /**
   * Leaves out of the same answers the fields that the handler does not give, for which their default would stand: FastAPI's
   * `response_model_exclude_unset`. An instance of a model has all of its fields. Default false.
   */
  readonly excludeUnset?: boolean
  /**
   * Leaves out of the same answers the fields that are what their default is: FastAPI's `response_model_exclude_defaults`. So is a
   * tag that has a default, and nothing tells then which model of a `discriminated` an answer is. Default false.
   */
  readonly excludeDefaults?: boolean
  /**
   * What raw replies are, such as `text/csv`: told in the document of the success status, and the `content-type` of every one that
   * has a body and none of its own, with `charset=utf-8` for a text. In place of a response, or beside one that is no stream, where
   * the handler chooses. Default: the document tells of JSON, and nothing is added.
   */
  readonly mediaType?: string
  /** The success status. Default 200. */
  readonly status?: number
  /** Further declared answers: a text, or a model for `reply(status, body)`. */
  readonly responses?: Readonly<Record<number, string | KindLike>>
  /** Declared failures: a text (the body is `{"detail": text}`), or a model. `fail(status)` takes no others. */
  readonly errors?: Readonly<Record<number, string | KindLike>>
  /**
   * Conditional requests (RFC 9110 §13): declares If-Match and If-None-Match, the ETag of answers, 304 to a GET and 412, each unless it
   * is declared here, and gives the handler `conditions`, which tells one of them from an ETag. With `required` a change that comes
   * without If-Match is a 428 (RFC 6585 §3). Default: they are not looked at.
   */
  readonly concurrency?: Concurrency
  /** Who may ask, by `tokenFrom(…)`. Default: anybody, and the handler's `user` is null. */
  readonly security?: Security
  /** What the pages show it under. Default: the tags of its `routes`. */
  readonly tags?: readonly string[]
  /** What clients that are generated from the document call it; no two operations have the same. Default: its name in the contract. */
  readonly operationId?: string
  /** A line. Default: its name in the contract, `createPost` as `Create Post`. */
  readonly summary?: string
  /** Markdown. Default none. */
  readonly description?: string
  /** Tells clients to leave it; it is served as ever. Default false. */
  readonly deprecated?: boolean
  /** What the success answer is, for the document. Default `Successful Response`. */
  readonly responseDescription?: string
  /**
   * Headers that answers carry, for the document: name → description for the success, and for any other answer of the operation
   * under its status: `{ ETag: 'Its state', 429: { 'Retry-After': 'Seconds to wait' } }`. The 401 of `security` has its
   * `WWW-Authenticate` by itself.
   */
  readonly responseHeaders?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  /** Success answers as they are sent, under their names, for the document; each must fit the response model. */
  readonly responseExamples?: Readonly<Record<string, unknown>>
  /** Leaves the operation out of the document. Default false. */
  readonly hidden?: boolean
}

/** One declared operation: a method, a path and a declaration. A plain constant, so that type cost stays flat. */
export interface Operation<D extends Declaration = Declaration, Path extends string = string> {
  readonly method: Method
  /** The whole path with its prefix, in OpenAPI's syntax: `/posts/{post_id}`. Served with and without a trailing slash. */
  readonly path: Path
  /** Further paths that the same operation answers; in the document each is one of its own, whose `operationId` has a number behind: `list2`. */
  readonly aliases: readonly string[]
  readonly declaration: D
  /** What is wrong with the options of the `routes` that it was declared by; reported with everything else that is,
   *  once for all that they declare. Default none. */
  readonly mistakes?: readonly string[]
}

/** Whether an answer without a model has no content either, for it only points elsewhere (RFC 9110 §15.4); others are `null`. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status <= 399
}

/** Whether a method may change something (RFC 9110 §9.2.1). */
export function isUnsafe(method: Method): boolean {
  return method !== 'GET'
}
