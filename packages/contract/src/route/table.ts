import { addRoute, createRouter, findRoute } from 'rou3'
import { type CompiledMatch, compileRouter } from 'rou3/compiler'
import { decodePath } from './percent-encoding.ts'

/** One way to a target. */
export interface Entry<Target> {
  readonly method: string
  /** The router's pattern, with parameters `:p0`, `:p1`, … and `/**` for the rest; see `parsePath`. */
  readonly pattern: string
  readonly target: Target
}

/** The target of a request. `parameters` are decoded, in the path's order. */
export interface Match<Target> {
  readonly target: Target
  readonly parameters: readonly string[]
}

/** Finds the target of a method and of a path as sent. */
export interface Table<Target> {
  /**
   * A path with or without a trailing slash is the same path, and HEAD is served as GET. Undefined if nothing is
   * declared for method and path.
   */
  find(method: string, path: string): Match<Target> | undefined
  /** Returns every method of the path, for `Allow`; none if the path is unknown (RFC 9110 §10.2.1). */
  methodsOf(path: string): readonly string[]
}

/** Compiles the lookup of every declared path. Paths are compared after decoding, as in Starlette. */
export function compileTable<Target>(entries: readonly Entry<Target>[]): Table<Target> {
  const methods = [...new Set(entries.flatMap((entry) => methodsServed(entry.method)))]
  const look = createLookup(entries)
  const read = compileReader(entries)
  const find = (method: string, path: string): Match<Target> | undefined => {
    if (/^[!-$&-~]*$/.test(path)) return read(look(method, path), path)
    const encoded = encodeURI(decodePath(path))
    return decoded(read(look(method, encoded), encoded))
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
    // Where generating code is forbidden, the same tree is walked instead.
    return (method, path) => findRoute(router, method, path)
  }
}

function methodsServed(method: string): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

type Found<Target> = ReturnType<CompiledMatch<Target>>

/**
 * Returns a function that reads the parameters of what the router found. It looks for a rest parameter only if some
 * path has one.
 */
function compileReader<Target>(
  entries: readonly Entry<Target>[],
): (found: Found<Target>, path: string) => Match<Target> | undefined {
  const withRest = entries.filter(({ pattern }) => pattern.endsWith('/**'))
  if (withRest.length === 0) return matched
  const depths = new Map(withRest.map(({ target, pattern }) => [target, pattern.split('/').length - 1]))
  return (found, path) => {
    if (found === undefined) return undefined
    const depth = depths.get(found.data)
    if (depth === undefined) return matched(found)
    // The target `*` means the server, not a path (RFC 9112 §3.2.4).
    if (path === '*') return undefined
    const numbered = Object.entries(found.params ?? {}).filter(([name]) => name.startsWith('p'))
    return { target: found.data, parameters: [...numbered.map(([, text]) => text), behindSlash(path, depth)] }
  }
}

/** Returns what follows the slash of this number, counted from 1, as it was sent: the router drops a trailing slash. */
function behindSlash(path: string, number: number): string {
  return path.split('/').slice(number).join('/')
}

function matched<Target>(found: Found<Target>): Match<Target> | undefined {
  if (found === undefined) return undefined
  return { target: found.data, parameters: found.params === undefined ? NONE : Object.values(found.params) }
}

function decoded<Target>(match: Match<Target> | undefined): Match<Target> | undefined {
  if (match === undefined) return undefined
  return { ...match, parameters: match.parameters.map((parameter) => decodeURIComponent(parameter)) }
}

const NONE: readonly string[] = []
