import type { KnownOptions } from '@postern/model'
import { isNamed } from '../named-object.ts'
import { mistakenOptions, type OptionType } from '../option-mistakes.ts'
import type { AnswersBeneath } from './answers-beneath.ts'
import { type Concurrent, withConcurrency } from './concurrency.ts'
import type { Declaration, Method, NothingDeclared, Operation } from './operation.ts'
import type { Security } from './security.ts'

/** What the operations of one area share. What an operation declares itself takes precedence. */
export interface RoutesOptions<
  Prefix extends string = string,
  SharedSecurity extends Declaration['security'] = Security,
  SharedErrors extends Declaration['errors'] = NonNullable<Declaration['errors']>,
> {
  /** Put before every path. Default `''`. */
  readonly prefix?: Prefix
  /** The tags of every operation without tags of its own. Default none. */
  readonly tags?: readonly string[]
  /**
   * Who may call these operations, unless an operation has a security of its own. An operation that is open to anybody
   * belongs in other `routes`. Default: anybody.
   */
  readonly security?: SharedSecurity
  /**
   * Failures that every operation declares in addition to its own. If an operation declares the same status, its own
   * counts. Default none.
   */
  readonly errors?: SharedErrors
  /** Marks operations as deprecated that do not set this themselves. They are still served. Default false. */
  readonly deprecated?: boolean
  /** Leaves operations out of the document that do not set this themselves. Default false. */
  readonly hidden?: boolean
}

/**
 * Declares operations: one function for each method, each returning a constant. `aliases` are further paths, each
 * complete: the prefix is not put before them.
 */
export type Routes<
  Prefix extends string,
  SharedSecurity extends Declaration['security'] = undefined,
  SharedErrors extends Declaration['errors'] = undefined,
> = {
  readonly [Name in keyof Methods]: <
    const Path extends string,
    const D extends KnownOptions<Declaration, D> = NothingDeclared,
  >(
    path: Path,
    declaration: D & Texts & ParametersOf<`${Prefix}${Path}`, D>,
    ...aliases: string[]
  ) => Operation<
    Concurrent<Beneath<Given<D>, SharedSecurity, SharedErrors>, Methods[Name]>,
    `${Prefix}${Path}`
  >
}

// A mapped type keeps these texts for editors.
interface Methods {
  /** Declares an operation that reads: `get('/{id}', { params: { id: integer() }, response: Post })`. HEAD works too. */
  readonly get: 'GET'
  /** Declares an operation for POST: `post('/', { body: json(PostCreate), response: Post, status: 201 })`. */
  readonly post: 'POST'
  /** Declares an operation for PUT: `put('/{id}', { params: { id: integer() }, body: json(Post), response: Post })`. */
  readonly put: 'PUT'
  /** Declares an operation for PATCH: `patch('/', { body: json(PostChange, { fieldsSet: true }), response: Post })`. */
  readonly patch: 'PATCH'
  /** Declares an operation for DELETE: `routes().delete('/{id}', { params: { id: integer() }, status: 204 })`. */
  readonly delete: 'DELETE'
}

/** Adds nothing to a declaration's type. Because of it, editors show the text of a part where a declaration has it. */
type Texts = { readonly [Part in keyof Declaration]?: unknown }

type Beneath<D, SharedSecurity, SharedErrors> = D &
  SecurityBeneath<D, SharedSecurity> &
  (SharedErrors extends undefined ? unknown : AnswersBeneath<D, 'errors', SharedErrors>)

/** Does in types what `given` does: compilers without `exactOptionalPropertyTypes` accept an undefined part. */
type Given<D> = D extends { readonly security: undefined } | { readonly errors: undefined }
  ? { readonly [Part in keyof D as D[Part] extends undefined ? never : Part]: D[Part] }
  : D

type SecurityBeneath<D, Shared> = D extends { readonly security: Security }
  ? unknown
  : Shared extends Security
    ? { readonly security: Shared }
    : unknown

/** What a path requires of its declaration: a kind for each of its parameters, and for no others. */
type ParametersOf<Path extends string, D extends Declaration> = string extends Path
  ? unknown
  : RequiredNames<NamesIn<Path>> & {
      readonly params?: {
        readonly [Name in Exclude<keyof D['params'], NamesIn<Path>>]: `${Path} has no {${Name & string}}`
      }
    }

type RequiredNames<Name extends string> = [Name] extends [never]
  ? unknown
  : { readonly params: { readonly [Each in Name]: unknown } }

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Own}:path` ? Own : Name) | NamesIn<Rest>
  : never

/** Returns the declaring functions for one area (spec §4.1). */
export function routes<
  const Prefix extends string = '',
  const SharedSecurity extends Declaration['security'] = undefined,
  const SharedErrors extends Declaration['errors'] = undefined,
>(
  options: RoutesOptions<Prefix, SharedSecurity, SharedErrors> = {},
): Routes<Prefix, SharedSecurity, SharedErrors> {
  // Untyped code may give anything.
  const { prefix = '', tags, security, errors, deprecated, hidden }: RoutesOptions = Object(options)
  const shared = given({ tags, security, errors, deprecated, hidden })
  // An ignored option would be missed: a `responses`, or a misspelt `security` that leaves its operations open.
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

/** An undefined part counts as left out: as a `security` it would open what the shared security keeps closed. */
function given(declaration: Partial<Record<keyof Declaration, unknown>>): Declaration {
  return Object.fromEntries(Object.entries(declaration).filter(([, part]) => part !== undefined))
}

/** A path that lacks its slash is left as it is and reported as a mistake: `/ax` is not what `/a` and `x` mean. */
function joined(prefix: string, path: string): string {
  const isApart = /[^/]$/.test(prefix) && /^[^/]/.test(path)
  return isApart ? `${path}` : `${prefix}${path}`
}
