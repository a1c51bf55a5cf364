import type { Incoming } from '../incoming.ts'
import { parseCookies } from './cookies.ts'

/** What a request gives under names, in one of its places. */
export interface NamedValues {
  /** The value that counts where only one is wanted: a query's, form's or cookie's last, a header's first. */
  one(name: string): unknown
  all(name: string): readonly unknown[]
  /** Every name given. */
  names(): Iterable<string>
}

/** Values and their names, one after the other; URLSearchParams are such. */
export interface Pairs {
  forEach(take: (value: unknown, name: string) => void): void
}

/** The values of a query or of a form. */
export function pairedValues(pairs: Pairs): NamedValues {
  const values = new Map<string, unknown[]>()
  pairs.forEach((value, name) => {
    const earlier = values.get(name)
    if (earlier === undefined) values.set(name, [value])
    else earlier.push(value)
  })
  return gatheredValues(values)
}

/** Values that are gathered under their names already. */
export function gatheredValues(values: ReadonlyMap<string, readonly unknown[]>): NamedValues {
  return {
    one: (name) => values.get(name)?.at(-1),
    all: (name) => values.get(name) ?? [],
    names: () => values.keys(),
  }
}

/** The values of a path's parameters, in its order. */
export function pathValues(names: readonly string[], values: readonly string[]): NamedValues {
  const one = (name: string) => values[names.indexOf(name)]
  return { one, all: (name) => [one(name)], names: () => names }
}

/** The values of a query as it was sent, without `?`. */
export function queryValues(incoming: Incoming): NamedValues {
  if (incoming.query === '') return NOTHING
  // A constructor of URLs would take a leading question mark away.
  const query = incoming.query.startsWith('?') ? `&${incoming.query}` : incoming.query
  return pairedValues(new URLSearchParams(query))
}

/** The values of the request's headers, by names in upper or lower case. */
export function headerValues(incoming: Incoming): NamedValues {
  return {
    one: (name) => incoming.headerLines(name)[0],
    all: (name) => incoming.headerLines(name),
    names: () => incoming.headerNames(),
  }
}

/** The values of the request's cookies. */
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

/** No values at all. */
export const NOTHING: NamedValues = Object.freeze({ one: () => undefined, all: () => [], names: () => [] })
