import { type KindLike, shownGiven } from '@postern/model'
import type { Operations } from '../contract.ts'
import { isNamed } from '../named-object.ts'
import type { Body } from '../route/body.ts'
import { hasFields, isKindLike, isModel } from '../route/fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { mistypedSecurity } from './security.ts'

/**
 * Returns what is used as an operation or a kind without being one, by the operation's name, each mistake with what to
 * write instead. Nothing else can be made of such an operation. Types catch most such mistakes, but not in untyped
 * code, and not those of a name that is not exported or of circular imports.
 */
export function reviewKinds(operations: Operations): ReadonlyMap<string, readonly string[]> {
  const reviewed = Object.entries(operations).map(([name, operation]): [string, string[]] => [
    name,
    isOperation(operation)
      ? placed(name, operation, reviewOperationKinds(operation))
      : [`${name} is ${shownGiven(operation)}, which is not an operation; ${insteadOfOperation(operation)}`],
  ])
  return new Map(reviewed.filter(([, mistakes]) => mistakes.length > 0))
}

/** Returns the values of all names except the given ones, such as operations that cannot be used. */
export function without<Value>(
  names: ReadonlyMap<string, unknown>,
  values: { readonly [name: string]: Value },
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}

/** Returns the mistakes of an operation, each after its name, method and path. */
export function placed(name: string, { method, path }: Operation, mistakes: readonly string[]): string[] {
  return mistakes.map((mistake) => `${name} (${method} ${path}): ${mistake}`)
}

function isOperation(given: unknown): boolean {
  return isObject(given) && 'declaration' in given
}

function insteadOfOperation(given: unknown): string {
  const isArea = isObject(given) && Object.values(given).some(isOperation)
  return isArea ? 'spread it: { ...area }' : "declare it: routes().get('/…', { response: … })"
}

function reviewOperationKinds({ declaration, method, aliases }: Operation): string[] {
  if (!isObject(declaration)) {
    const call = `${method.toLowerCase()}('/…', { response: … })`
    return [`its declaration is ${shownGiven(declaration)}; write ${call}, and its handler in implement(…)`]
  }
  const { params, query, headers, cookies, body, response, responses, errors, security } = declaration
  return [
    ...aliases.filter((path) => typeof path !== 'string').map(mistakenAlias),
    ...Object.entries({ params, query, headers, cookies }).flatMap(([place, declared]) =>
      reviewNamed(place, declared),
    ),
    ...reviewBody(body),
    ...(response === undefined ? [] : reviewKind('response', isStream(response) ? response.item : response)),
    ...Object.entries({ responses, errors }).flatMap(([place, answers]) => reviewAnswers(place, answers)),
    ...mistypedSecurity(security),
  ]
}

function mistakenAlias(path: unknown): string {
  return `an alias is ${shownGiven(path)}; write each path as an argument: '/…', '/…'`
}

function reviewBody(body: Declaration['body']): string[] {
  const { binding, declared }: Partial<Body> = Object(body)
  if (body === undefined || binding === 'raw' || binding === 'stream') return []
  if (binding !== undefined) {
    if (declared === undefined) return reviewKind('body', undefined)
    return binding === 'json' ? reviewMembers('body', declared) : reviewNamed('body', declared)
  }
  return [
    `body is ${shownGiven(body)}; write how it is bound: json(…), form(…), multipart(…), jsonOrForm(…), raw() or stream()`,
  ]
}

/** Reviews what takes values by name, of parameters or of a form: only a kind with fields can take all of them. */
function reviewNamed(place: string, declared: unknown): string[] {
  if (!isKind(declared) || hasFields(declared)) return reviewMembers(place, declared)
  return [
    `${place} is a kind without fields, but its values have names; write a model, or a kind for each name: { name: string() }. A schema of another library needs a JSON Schema of an object`,
  ]
}

/** Reviews members one by one, or one kind for all of them. */
function reviewMembers(place: string, declared: unknown): string[] {
  if (declared === undefined || isKind(declared)) return []
  if (!isNamed(declared) || isForeign(declared)) return reviewKind(place, declared)
  return Object.entries(declared).flatMap(([name, kind]) => reviewKind(`${place}.${name}`, kind))
}

function reviewAnswers(place: string, answers: Declaration['responses']): string[] {
  if (answers === undefined) return []
  if (!isNamed(answers))
    return [`${place} is ${shownGiven(answers)}; write the response of each status, as a string or a model`]
  return Object.entries(answers).flatMap(([status, answer]) =>
    typeof answer === 'string' ? [] : reviewKind(`${place}[${status}]`, answer),
  )
}

function reviewKind(place: string, declared: unknown): string[] {
  if (isKind(declared)) return []
  return [`${place} is ${shownGiven(declared)}, which is not a kind; write ${insteadOf(declared)}`]
}

function insteadOf(declared: unknown): string {
  if (Array.isArray(declared)) return 'list(…) of a model or kind'
  return isForeign(declared) ? 'foreign(…) of it, from @postern/model' : 'a model, or a kind like string()'
}

/** Whether it is a schema of another library; some of those are functions (Standard Schema). */
function isForeign(declared: unknown): boolean {
  return '~standard' in Object(declared)
}

function isKind(declared: unknown): declared is KindLike {
  if (typeof declared === 'function') return isModel(declared)
  return isKindLike(Object(declared))
}

function isObject(given: unknown): given is object {
  return typeof given === 'object' && given !== null
}
