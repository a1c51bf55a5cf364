import type { InputOf, Issue, JsonSchema, KindLike } from '@postern/model'
import type { Incoming } from './incoming.ts'

/**
 * How failures are written, on the wire and in the document alike: FastAPI's `{"detail": …}`, problem details
 * (RFC 9457), whichever of the two a request's `Accept` prefers (RFC 9110 §12.5.1), or a dialect of one's own.
 */
export type ErrorDialect = 'fastapi' | 'problem' | 'negotiated' | CustomDialect

/** What an issue shows of the value it is about: the value, `"***"` in its place, or nothing. */
export type ErrorInput = 'full' | 'redacted' | 'none'

/** A dialect of one's own; see {@link errorDialect}. */
export interface CustomDialect<Schema extends ErrorSchema = ErrorSchema> {
  /** Makes the body of a failure, at once, for the request that it answers. Where it throws or misses its model, a safe body is sent and
   *  `onError` is told. */
  readonly render: (failure: ToldFailure, incoming: Incoming) => Rendered<Schema>
  /** What `render` makes. A model is held to, on the wire; a JSON Schema, without `$ref`, is only told in the document. */
  readonly schema: Schema
  /** `application/json`, or one that ends in `+json`; without parameters. Default `application/json`. */
  readonly mediaType?: string
}

/** The schema of a dialect's bodies. */
export type ErrorSchema = KindLike | JsonSchema

/** A failure as a dialect of one's own is told of it. */
export interface ToldFailure {
  readonly status: number
  /** The reason phrase of the status (RFC 9110 §15). */
  readonly title: string
  /** What there is to say beside the title: what a handler gave to `fail`, or the gate's own words. */
  readonly detail?: unknown
  /** Everything wrong with the request; of a 422 of the gate's alone, in place of a detail. */
  readonly issues?: readonly ToldIssue[]
}

/** An issue as it is sent: without its `input` where `errorInput` is `none`. */
export interface ToldIssue extends Omit<Issue, 'input'> {
  readonly input?: unknown
}

type Rendered<Schema> = Schema extends KindLike ? InputOf<Schema> : unknown

/** Declares a dialect whose `render` is checked against its `schema`; the `errors` option takes it. */
export function errorDialect<const Schema extends ErrorSchema>(
  dialect: CustomDialect<Schema>,
): CustomDialect<Schema> {
  return dialect
}
