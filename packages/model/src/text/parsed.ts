/** The outcome of reading a text: its value, or the reason it has none (what pydantic puts in `ctx.error`). */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string }

/** A reading that failed for `reason`. */
export function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}

/** The value that was read of `given`; throws RangeError, with what that is not and why, where there is none. */
export function valueOrThrow<Value>(parsed: Parsed<Value>, noun: string, given: unknown): Value {
  if (parsed.ok) return parsed.value
  throw new RangeError(`Not ${noun}: ${String(given)} (${parsed.reason})`)
}
