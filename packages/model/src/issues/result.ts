import type { Issue } from './issue.ts'

/** The outcome of a conversion: the typed value, or every issue found. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Returned by a conversion in place of a value when it refused its input. The issues say why. */
export const INVALID: unique symbol = Symbol('invalid')

/** The type of {@link INVALID}. */
export type Invalid = typeof INVALID
