import type { ValidationCase } from './cases.ts'

/** The package names of the peers. */
export const PACKAGES = ['zod', 'typebox', 'ajv', 'valibot', 'arktype', 'fast-json-stringify']

/** A peer's result for an input, to be compared with what the case expects. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly messages: readonly string[] }

/** A library in its own idiom, at its best: one function per case, none of which throws for invalid data. */
export interface ValidationPeer<Result = unknown> {
  readonly name: string
  /** What it does not do, if anything; then only its verdict is compared. */
  readonly limitation?: string
  /** Anything else that the reader of the table should know. */
  readonly remark?: string
  readonly validate: Readonly<Partial<Record<Exclude<ValidationCase, 'invalid'>, (input: unknown) => Result>>>
  /** Returns the result with every message created, as a response to a client needs them. */
  outcome(result: Result): Outcome
}

/** A way to write records as JSON text. */
export interface SerializationPeer {
  readonly name: string
  readonly limitation?: string
  readonly one: (record: unknown) => string
  readonly list: (records: unknown) => string
}

/** Creates a refusal with the messages of its errors. */
export function refused<E>(errors: readonly E[], messageOf: (error: E) => string): Outcome {
  return { ok: false, messages: errors.map(messageOf) }
}
