import { addRoute, createRouter, findRoute } from 'rou3'
import { type CompiledMatch, compileRouter } from 'rou3/compiler'
import { decodePath } from './percent-encoding.ts'

/** One way to a target. */
export interface Entry<Target> {
  readonly method: string
  /** The router's pattern, with parameters `:p0`, `:p1`, …; see `parsePath`. */
  readonly pattern: string
  readonly target: Target
}

/** Where a request leads; `parameters` are decoded, in the path's order. */
export interface Match<Target> {
  readonly target: Target
  readonly parameters: readonly string[]
}

/** Finds the target of a method and a path as it was sent. */
export interface Table<Target> {
  /** Both slash forms are one path; HEAD follows GET. Undefined where nothing is declared for both. */
  find(method: string, path: string): Match<Target> | undefined
  /** Every method that the path answers, for `Allow`; none where the path is unknown (RFC 9110 §10.2.1). */
  methodsOf(path: string): readonly string[]
}

/** Compiles the lookup of every declared path. Paths are compared after decoding, as Starlette compares them. */
export function compileTable<Target>(entries: readonly Entry<Target>[]): Table<Target> {
  const methods = [...new Set(entries.flatMap((entry) => methodsServed(entry.method)))]
  const look = createLookup(entries)
  const find = (method: string, path: string): Match<Target> | undefined => {
    if (/^[!-$&-~]*$/.test(path)) return matched(look(method, path))
    return decoded(look(method, encodeURI(decodePath(path))))
  }
  return { find, methodsOf: (path) => methods.filter((method) => find(method, path) !== undefined) }
}

function createLookup<Target>(entries: readonly Entry<Target>[]): CompiledMatch<Target> {
  const router = createRouter<Target>()
  for (const { method, pattern, target } of entries) {
    for (const served of methodsServed(method)) addRoute(router, served, pattern, target)
  }
  try {
    return compileRouter(router)
  } catch {
    // Where generating code is forbidden the same tree is walked instead.
    return (method, path) => findRoute(router, method, path)
  }
}

function methodsServed(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

type Found<Target> = ReturnType<CompiledMatch<Target>>

function matched<Target>(found: Found<Target>): Match<Target> | undefined {
  if (found === undefined) return undefined
  return { target: found.data, parameters: found.params === undefined ? NONE : Object.values(found.params) }
}

function decoded<Target>(found: Found<Target>): Match<Target> | undefined {
  const match = matched(found)
  if (match === undefined) return undefined
  return { ...match, parameters: match.parameters.map((parameter) => decodeURIComponent(parameter)) }
}

const NONE: readonly string[] = []
