import type { Operations } from '../contract.ts'
import { fieldsOf } from '../route/fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import { documentedPath, type ParsedPath, parsePath } from '../route/path.ts'
import { shownGiven } from '../shown-given.ts'
import { reviewDeclaration } from './declaration.ts'

/** What the operations are to be served with. */
export interface Served {
  readonly handlers: Readonly<Record<string, unknown>>
  readonly inherits: (name: string) => boolean
  readonly authenticate: unknown
}

/** Every mistake in the operations, between them and in what they are served with, each with what to write instead. */
export function reviewOperations(operations: Operations, served: Served): string[] {
  const unserved = Object.entries(operations).flatMap(([name, operation]) =>
    reviewServing(name, operation, served).map((mistake) => `${place(name, operation)}: ${mistake}`),
  )
  const unknown = Object.keys(served.handlers).filter((name) => !Object.hasOwn(operations, name))
  return [
    ...reviewDeclared(operations),
    ...unserved,
    ...unknown.map((name) => `${name}: a handler without an operation; declare it or remove it`),
  ]
}

/** Every mistake in what is declared of operations and between them, each with what to write instead. */
export function reviewDeclared(operations: Operations): string[] {
  const taken = new Map<string, string>()
  const identified = new Map<string, string>()
  const told = new Set<unknown>()
  return Object.entries(operations).flatMap(([name, operation]) => {
    const { mistakes = [] } = operation
    const ofRoutes = told.has(mistakes) ? [] : mistakes
    told.add(mistakes)
    return [
      ...reviewPaths(operation, (key) => claim(taken, key, name)),
      ...ofRoutes,
      ...reviewOperationId(name, operation.declaration, identified),
      ...reviewDeclaration(operation),
    ].map((mistake) => `${place(name, operation)}: ${mistake}`)
  })
}

function place(name: string, { method, path }: Operation): string {
  return `${name} (${method} ${path})`
}

function claim(taken: Map<string, string>, key: string, name: string): string | undefined {
  const other = taken.get(key)
  taken.set(key, name)
  return other
}

/** OpenAPI 3.1 §4.8.10.1: no two operations have the same. */
function reviewOperationId(
  name: string,
  { operationId = name }: Declaration,
  identified: Map<string, string>,
): string[] {
  if (operationId === '') return ['operationId is empty; give a text, or leave it out']
  const other = claim(identified, operationId, name)
  if (other === undefined) return []
  return [`the operationId ${operationId} is that of ${other} as well; give one of them another operationId`]
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
    : [`${path} is one with the path of ${written} in the document; name its last parameter otherwise`]
}

function reviewParameters({ names }: ParsedPath, declaration: Declaration, path: string): string[] {
  const fields = fieldsOf(declaration.params ?? {})
  const declared = fields.map((field) => field.wireName)
  return [
    ...fields
      .filter((field) => !field.required)
      .map(
        ({ wireName }) =>
          `the parameter ${wireName} of ${path} has a default and is never left out; remove the default`,
      ),
    ...names
      .filter((name) => !declared.includes(name))
      .map((name) => `{${name}} of ${path} has no kind; add params: { ${name}: … }`),
    ...declared
      .filter((name) => !names.includes(name))
      .map((name) => `the parameter ${name} is not in ${path}; add {${name}} or remove it`),
  ]
}

function reviewServing(
  name: string,
  { declaration }: Operation,
  { handlers, inherits, authenticate }: Served,
): string[] {
  const mistakes: string[] = []
  const isOwn = Object.hasOwn(handlers, name)
  const handler = isOwn ? handlers[name] : undefined
  if (!isOwn && inherits(name))
    mistakes.push(
      `its handler is inherited, as a method of a class is; add ${name}: (input) => handlers.${name}(input)`,
    )
  else if (handler === undefined) mistakes.push(`has no handler; add ${name}: (input) => …`)
  else if (typeof handler !== 'function')
    mistakes.push(`its handler is ${shownGiven(handler)}; give a function: ${name}: (input) => …`)
  if (declaration.security !== undefined && authenticate === undefined) {
    mistakes.push('declares security; give the api an authenticate option')
  }
  return mistakes
}
