/** The result of parsing a string: its value, or the reason why it has none (pydantic's `ctx.error`). */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: string }

export function unreadable(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason }
}

/** Returns the value parsed from `given`. If there is none, throws a RangeError that says what it is not, and why. */
export function valueOrThrow<Value>(parsed: Parsed<Value>, noun: string, given: unknown): Value {
  if (parsed.ok) return parsed.value
  throw new RangeError(`Not ${noun}: ${String(given)} (${parsed.reason})`)
}
