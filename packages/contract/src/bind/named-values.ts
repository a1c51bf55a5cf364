import type { Incoming } from '../incoming.ts'
import { parseCookies } from './cookies.ts'

/** The values that a request gives under names, in one of its places. */
export interface NamedValues {
  /**
   * Returns the value that counts if only one is wanted: the last of a query, form or cookie, the first of a header.
   */
  one(name: string): unknown
  all(name: string): readonly unknown[]
  /** Every name given. */
  names(): Iterable<string>
}

/** Values and their names, one after the other, like URLSearchParams. */
export interface Pairs {
  forEach(take: (value: unknown, name: string) => void): void
}

/** Returns the values of a query or a form. */
export function pairedValues(pairs: Pairs): NamedValues {
  const values = new Map<string, unknown[]>()
  pairs.forEach((value, name) => {
    const earlier = values.get(name)
    if (earlier === undefined) values.set(name, [value])
    else earlier.push(value)
  })
  return gatheredValues(values)
}

/** Returns values that are already grouped by name. */
export function gatheredValues(values: ReadonlyMap<string, readonly unknown[]>): NamedValues {
  return {
    one: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    names: () => values.keys(),
  }
}

/** Returns the values of a path's parameters, in order. Each is one string under a declared name: no more is looked up. */
export function pathValues(names: readonly string[], values: readonly string[]): NamedValues {
  return { one: (name) => values[names.indexOf(name)], all: NOTHING.all, names: NOTHING.names }
}

/** Returns the values of a query as sent, without `?`. */
export function queryValues(incoming: Incoming): NamedValues {
  if (incoming.query === '') return NOTHING
  // The URLSearchParams constructor would remove a leading question mark.
  const query = incoming.query.startsWith('?') ? `&${incoming.query}` : incoming.query
  return pairedValues(new URLSearchParams(query))
}

/** Returns the values of the request's headers, by names in upper or lower case. */
export function headerValues(incoming: Incoming): NamedValues {
  return {
    one: (name) => incoming.headerLines(name)[0],
    all: (name) => incoming.headerLines(name),
    names: () => incoming.headerNames(),
  }
}

/** Returns the values of the request's cookies. */
export function cookieValues(incoming: Incoming): NamedValues {
  const header = incoming.header('cookie')
  if (header === undefined) return NOTHING
  const cookies = parseCookies(header)
  const one = (name: string) => cookies.get(name)
  return {
    one,
    all: (name) => [one(name)].filter((value) => value !== undefined),
    names: () => cookies.keys(),
  }
}

export const NOTHING: NamedValues = Object.freeze({ one: () => undefined, all: () => [], names: () => [] })
