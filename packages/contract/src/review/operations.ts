import { shownGiven } from '@postern/model'
import type { Operations } from '../contract.ts'
import { fieldsOf } from '../route/fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import { documentedPath, type ParsedPath, parsePath } from '../route/path.ts'
import { reviewDeclaration } from './declaration.ts'
import type { GivenFunctions } from './given-functions.ts'
import { placed } from './kinds.ts'

/** What the operations are to be served with. */
export interface Served {
  readonly handlers: GivenFunctions
  readonly guards: GivenFunctions
  readonly authenticate: unknown
}

/**
 * Returns every mistake in the operations, between them, and in what they are served with, each with what to write
 * instead.
 */
export function reviewOperations(operations: Operations, served: Served): string[] {
  const unserved = Object.entries(operations).flatMap(([name, operation]) =>
    placed(name, operation, reviewServing(name, operation, served)),
  )
  const unknown = (given: object) => Object.keys(given).filter((name) => !Object.hasOwn(operations, name))
  return [
    ...reviewDeclared(operations),
    ...unserved,
    ...unknown(served.handlers.own).map((name) => `${name}: a handler ${WITHOUT_OPERATION}`),
    ...unknown(served.guards.own).map((name) => `${name}: a guard ${WITHOUT_OPERATION}`),
  ]
}

const WITHOUT_OPERATION = 'without an operation; declare it or remove it'

/** Returns every mistake in the declarations of operations and between them, each with what to write instead. */
export function reviewDeclared(operations: Operations): string[] {
  const taken = new Map<string, string>()
  const identified = new Map<string, string>()
  const reported = new Set<unknown>()
  return Object.entries(operations).flatMap(([name, operation]) => {
    const { mistakes = [] } = operation
    const ofRoutes = reported.has(mistakes) ? [] : mistakes
    reported.add(mistakes)
    return placed(name, operation, [
      ...reviewPaths(operation, (key) => claim(taken, key, name)),
      ...ofRoutes,
      ...reviewOperationId(name, operation.declaration, identified),
      ...reviewDeclaration(operation),
    ])
  })
}

function claim(taken: Map<string, string>, key: string, name: string): string | undefined {
  const other = taken.get(key)
  taken.set(key, name)
  return other
}

/** OpenAPI 3.1 §4.8.10.1: every operation has its own. */
function reviewOperationId(
  name: string,
  { operationId = name }: Declaration,
  identified: Map<string, string>,
): string[] {
  if (operationId === '') return ['operationId is empty; write a string, or leave it out']
  const other = claim(identified, operationId, name)
  if (other === undefined) return []
  return [`the operationId ${operationId} is also that of ${other}; give one of them another operationId`]
}

function reviewPaths(operation: Operation, claimed: (key: string) => string | undefined): string[] {
  return [operation.path, ...operation.aliases].flatMap((path) => {
    const parsed = parsePath(path)
    if (!parsed.ok) return [parsed.mistake]
    const same = claimed(`${operation.method} ${parsed.pattern.replace(/(.)\/$/, '$1')}`)
    const written = claimed(`document ${operation.method} ${documentedPath(path)}`)
    return [...clashes(path, { same, written }), ...reviewParameters(parsed, operation.declaration, path)]
  })
}

function clashes(
  path: string,
  others: { readonly same: string | undefined; readonly written: string | undefined },
): string[] {
  const { same, written } = others
  if (same !== undefined) return [`${path} answers the same requests as ${same}; keep one`]
  return written === undefined
    ? []
    : [`${path} is the same path as ${written} in the document; rename its last parameter`]
}

function reviewParameters({ names }: ParsedPath, declaration: Declaration, path: string): string[] {
  const fields = fieldsOf(declaration.params ?? {})
  const declared = fields.map((field) => field.wireName)
  return [
    ...fields
      .filter((field) => !field.required)
      .map(
        ({ wireName }) =>
          `the parameter ${wireName} of ${path} has a default, but a path always has its parameters; remove the default`,
      ),
    ...names
      .filter((name) => !declared.includes(name))
      .map((name) => `{${name}} of ${path} has no kind; add params: { ${name}: … }`),
    ...declared
      .filter((name) => !names.includes(name))
      .map((name) => {
        const isColoned = path.split('/').includes(`:${name}`)
        return `the parameter ${name} is not in ${path}; ${isColoned ? `write {${name}} for :${name}` : `add {${name}} or remove it`}`
      }),
  ]
}

function reviewServing(
  name: string,
  { declaration }: Operation,
  { handlers, guards, authenticate }: Served,
): string[] {
  return [
    ...reviewFunction('handler', name, handlers),
    ...reviewFunction('guard', name, guards),
    ...(declaration.security !== undefined && authenticate === undefined
      ? ['declares security; add the option authenticate']
      : []),
  ]
}

function reviewFunction(
  what: 'handler' | 'guard',
  name: string,
  { own, inherits }: GivenFunctions,
): string[] {
  const isOwn = Object.hasOwn(own, name)
  const given = isOwn ? own[name] : undefined
  if (!isOwn && inherits(name))
    return [
      `its ${what} is inherited, as a method of a class is; add ${name}: (input) => ${what}s.${name}(input)`,
    ]
  if (given === undefined) return what === 'guard' ? [] : [`has no handler; add ${name}: (input) => …`]
  if (typeof given === 'function') return []
  return [`its ${what} is ${shownGiven(given)}; write a function: ${name}: (input) => …`]
}
