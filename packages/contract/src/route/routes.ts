import { mistypedOptions, type OptionType } from '../mistyped-options.ts'
import { unknownOptions } from '../unknown-options.ts'
import type { Declaration, Method, Operation } from './operation.ts'

/** What the operations of one area have in common. */
export interface RoutesOptions<Prefix extends string> {
  /** Put before every path. Default `''`. */
  readonly prefix?: Prefix
  /** Those of every operation that has none of its own. Default none. */
  readonly tags?: readonly string[]
}

/** Declares operations: one function a method, each answering a constant of its own. `aliases` are further paths, each whole: the prefix
 *  is not put before them. */
export type Routes<Prefix extends string> = {
  readonly [M in Method as Lowercase<M>]: <const Path extends string, const D extends Declaration>(
    path: Path,
    declaration: D & ParametersOf<`${Prefix}${Path}`>,
    ...aliases: string[]
  ) => Operation<D, `${Prefix}${Path}`>
}

/** The declaration that a path asks for: a kind for each of its parameters, none misspelt. */
export type ParametersOf<Path extends string> = string extends Path
  ? unknown
  : NamesIn<Path> extends never
    ? { readonly params?: Readonly<Record<string, never>> }
    : { readonly params: { readonly [Name in NamesIn<Path>]: unknown } }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Own}:path` ? Own : Name) | NamesIn<Rest>
  : never

/** The declaring functions for one area (spec §4.1). */
export function routes<const Prefix extends string = ''>(
  options: RoutesOptions<Prefix> = {},
): Routes<Prefix> {
  // Code without types may give anything.
  const { prefix = '', tags }: RoutesOptions<string> = Object(options)
  // A `security` that is passed over would leave its operations open.
  const mistakes = [...unknownOptions('routes', options, OPTIONS), ...mistypedOptions(options, OPTIONS)]
  const declare =
    (method: Method) =>
    (path: string, declaration: Declaration, ...aliases: string[]): Operation => ({
      method,
      path: joined(prefix, path),
      aliases,
      declaration: tags === undefined ? declaration : { tags, ...declaration },
      ...(mistakes.length > 0 && { mistakes }),
    })
  return {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  } as Routes<Prefix>
}

const OPTIONS = { prefix: 'string', tags: true } satisfies Record<keyof RoutesOptions<string>, OptionType>

/** A path that lacks its slash is left alone, to be told as a mistake: `/ax` is not what `/a` and `x` mean. */
function joined(prefix: string, path: string): string {
  const isApart = /[^/]$/.test(prefix) && /^[^/]/.test(path)
  return isApart ? `${path}` : `${prefix}${path}`
}
