import type { JsonSchema } from '@postern/model'

/** Returns the members that are given. */
export function defined(members: Readonly<Record<string, unknown>>): JsonSchema {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}
