import type { InputOf, Issue, JsonSchema, KindLike } from '@postern/model'
import type { Incoming } from './incoming.ts'

/**
 * The dialect of failures, on the wire and in the document: FastAPI's `{"detail": …}`, problem details (RFC 9457),
 * whichever of the two a request's `Accept` prefers (RFC 9110 §12.5.1), or a dialect of your own.
 */
export type ErrorDialect = 'fastapi' | 'problem' | 'negotiated' | CustomDialect

/** What an issue shows of the invalid value: the value, `"***"` in its place, or nothing. */
export type ErrorInput = 'full' | 'redacted' | 'none'

/** A dialect of your own; see {@link errorDialect}. */
export interface CustomDialect<Schema extends ErrorSchema = ErrorSchema> {
  /**
   * Returns the body of a failure, synchronously, for the request that it answers. If it throws, or its result does not
   * fit the model, a safe body is sent and `onError` receives the reason.
   */
  readonly render: (failure: ReportedFailure, incoming: Incoming) => Rendered<Schema>
  /**
   * The schema of what `render` returns. A model is enforced on the wire. A JSON Schema, without `$ref`, only appears
   * in the document.
   */
  readonly schema: Schema
  /** `application/json`, or a type that ends in `+json`, without parameters. Default `application/json`. */
  readonly mediaType?: string
}

/** The schema of a dialect's bodies. */
export type ErrorSchema = KindLike | JsonSchema

/** A failure as a dialect of your own receives it. */
export interface ReportedFailure {
  /** The status of the response. */
  readonly status: number
  /** The reason phrase of the status (RFC 9110 §15). */
  readonly title: string
  /** What there is to say beside the title: what a handler gave to `fail`, or the built-in words. */
  readonly detail?: unknown
  /** Everything wrong with the request. Only in the built-in 422, instead of a detail. */
  readonly issues?: readonly ReportedIssue[]
}

/** An issue as it is sent: without its `input` if `errorInput` is `none`. */
export interface ReportedIssue extends Omit<Issue, 'input'> {
  /** The invalid value, with secrets as `"***"`. Absent if `errorInput` is `none`. */
  readonly input?: unknown
}

type Rendered<Schema> = Schema extends KindLike ? InputOf<Schema> : unknown

/** Declares a dialect for the `errors` option. TypeScript checks its `render` against its `schema`. */
export function errorDialect<const Schema extends ErrorSchema>(
  dialect: CustomDialect<Schema>,
): CustomDialect<Schema> {
  return dialect
}
