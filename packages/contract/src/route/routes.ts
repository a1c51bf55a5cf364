import { isNamed } from '../named-object.ts'
import { mistakenOptions, type OptionType } from '../option-mistakes.ts'
import type { AnswersBeneath } from './answers-beneath.ts'
import { type Concurrent, withConcurrency } from './concurrency.ts'
import type { Declaration, Method, Operation } from './operation.ts'
import type { Security } from './security.ts'

/** What the operations of one area have in common, beneath what each declares itself. */
export interface RoutesOptions<
  Prefix extends string = string,
  SharedSecurity extends Declaration['security'] = Security,
  SharedErrors extends Declaration['errors'] = NonNullable<Declaration['errors']>,
> {
  /** Put before every path. Default `''`. */
  readonly prefix?: Prefix
  /** Those of every operation that has none of its own. Default none. */
  readonly tags?: readonly string[]
  /** Who may ask for any of them, unless an operation has a security of its own. One that is open to anybody belongs to other `routes`.
   *  Default: anybody. */
  readonly security?: SharedSecurity
  /** Failures that every operation declares, besides its own; of the same status its own counts. Default none. */
  readonly errors?: SharedErrors
  /** Tells clients to leave those that do not say so themselves; they are served as ever. Default false. */
  readonly deprecated?: boolean
  /** Leaves those that do not say so themselves out of the document. Default false. */
  readonly hidden?: boolean
}

/** Declares operations: one function a method, each answering a constant of its own. `aliases` are further paths, each whole: the prefix
 *  is not put before them. */
export type Routes<
  Prefix extends string,
  SharedSecurity extends Declaration['security'] = undefined,
  SharedErrors extends Declaration['errors'] = undefined,
> = {
  readonly [M in Method as Lowercase<M>]: <const Path extends string, const D extends Declaration>(
    path: Path,
    declaration: D & ParametersOf<`${Prefix}${Path}`>,
    ...aliases: string[]
  ) => Operation<Concurrent<Beneath<Given<D>, SharedSecurity, SharedErrors>, M>, `${Prefix}${Path}`>
}

type Beneath<D, SharedSecurity, SharedErrors> = D &
  SecurityBeneath<D, SharedSecurity> &
  (SharedErrors extends undefined ? unknown : AnswersBeneath<D, 'errors', SharedErrors>)

/** As `given` does: compilers without `exactOptionalPropertyTypes` take an undefined part. */
type Given<D> = D extends { readonly security: undefined } | { readonly errors: undefined }
  ? { readonly [Part in keyof D as D[Part] extends undefined ? never : Part]: D[Part] }
  : D

type SecurityBeneath<D, Shared> = D extends { readonly security: Security }
  ? unknown
  : Shared extends Security
    ? { readonly security: Shared }
    : unknown

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
export function routes<
  const Prefix extends string = '',
  const SharedSecurity extends Declaration['security'] = undefined,
  const SharedErrors extends Declaration['errors'] = undefined,
>(
  options: RoutesOptions<Prefix, SharedSecurity, SharedErrors> = {},
): Routes<Prefix, SharedSecurity, SharedErrors> {
  // Code without types may give anything.
  const { prefix = '', tags, security, errors, deprecated, hidden }: RoutesOptions = Object(options)
  const shared = given({ tags, security, errors, deprecated, hidden })
  // What is passed over would be missed: a `responses`, or a `security` that is misspelt and leaves its operations open.
  const mistakes = mistakenOptions('routes', options, OPTIONS)
  const declare =
    (method: Method) =>
    (path: string, declaration: Declaration, ...aliases: string[]): Operation => ({
      method,
      path: joined(prefix, path),
      aliases,
      declaration: isNamed(declaration)
        ? withConcurrency(method, withShared(declaration, shared))
        : declaration,
      ...(mistakes.length > 0 && { mistakes }),
    })
  return {
    get: declare('GET'),
    post: declare('POST'),
    put: declare('PUT'),
    patch: declare('PATCH'),
    delete: declare('DELETE'),
  } as Routes<Prefix, SharedSecurity, SharedErrors>
}

const OPTIONS = {
  prefix: 'string',
  tags: true,
  security: true,
  errors: true,
  deprecated: true,
  hidden: true,
} satisfies Record<keyof RoutesOptions, OptionType>

function withShared(declaration: Declaration, shared: Declaration): Declaration {
  const { errors } = declaration
  return {
    ...shared,
    ...given(declaration),
    ...(isNamed(errors) && { errors: { ...shared.errors, ...errors } }),
  }
}

/** An undefined part is one that is left out: as a `security` it would open what the others keep closed. */
function given(declaration: Partial<Record<keyof Declaration, unknown>>): Declaration {
  return Object.fromEntries(Object.entries(declaration).filter(([, part]) => part !== undefined))
}

/** A path that lacks its slash is left alone, to be told as a mistake: `/ax` is not what `/a` and `x` mean. */
function joined(prefix: string, path: string): string {
  const isApart = /[^/]$/.test(prefix) && /^[^/]/.test(path)
  return isApart ? `${path}` : `${prefix}${path}`
}
