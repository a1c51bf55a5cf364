import type { ValidationCase } from './cases.ts'

/** What the peers are installed as. */
export const PACKAGES = ['zod', 'typebox', 'ajv', 'valibot', 'arktype', 'fast-json-stringify']

/** What a peer made of an input, to be compared with what the case expects. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly messages: readonly string[] }

/** A library in its own idiom, at its best: one function a case, none of which throws for bad data. */
export interface ValidationPeer<Result = unknown> {
  readonly name: string
  /** What it leaves undone, where it does; then only its verdict is compared. */
  readonly lacks?: string
  /** What else the reader of the table should know. */
  readonly remark?: string
  readonly validate: Readonly<Partial<Record<Exclude<ValidationCase, 'invalid'>, (input: unknown) => Result>>>
  /** The result with every message written, as an answer to a client needs them. */
  outcome(result: Result): Outcome
}

/** A way to write records as JSON text. */
export interface SerializationPeer {
  readonly name: string
  readonly lacks?: string
  readonly one: (record: unknown) => string
  readonly list: (records: unknown) => string
}

/** A refusal with the messages of its errors. */
export function refused<E>(errors: readonly E[], messageOf: (error: E) => string): Outcome {
  return { ok: false, messages: errors.map(messageOf) }
}
