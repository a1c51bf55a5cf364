import type { Operations } from '../contract.ts'
import { isModel } from '../route/fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'

/**
 * What stands where a kind must, and is none, by the operation's name: each mistake with what to write instead. Nothing else can be
 * made of such an operation. Types tell most of it; code without them, a name that is not exported and imports that go round do not.
 */
export function reviewKinds(operations: Operations): ReadonlyMap<string, readonly string[]> {
  const reviewed = Object.entries(operations).map(([name, operation]): [string, string[]] => [
    name,
    reviewOperationKinds(operation).map(
      (mistake) => `${name} (${operation.method} ${operation.path}): ${mistake}`,
    ),
  ])
  return new Map(reviewed.filter(([, mistakes]) => mistakes.length > 0))
}

function reviewOperationKinds({ declaration }: Operation): string[] {
  const { params, query, headers, cookies, body, response, responses, errors } = declaration
  return [
    ...Object.entries({ params, query, headers, cookies }).flatMap(([place, declared]) =>
      reviewMembers(place, declared),
    ),
    ...reviewBody(body),
    ...(response === undefined ? [] : reviewKind('response', isStream(response) ? response.item : response)),
    ...Object.entries({ responses, errors }).flatMap(([place, answers]) => reviewAnswers(place, answers)),
  ]
}

function reviewBody(body: Declaration['body']): string[] {
  if (body === undefined || body.binding === 'raw') return []
  if (body.binding !== undefined) return reviewMembers('body', body.declared)
  return [
    `body is ${shown(body)}; say how it is bound: json(…), form(…), multipart(…), jsonOrForm(…) or raw()`,
  ]
}

/** Members one by one, or one kind for all of them. */
function reviewMembers(place: string, declared: unknown): string[] {
  if (declared === undefined || isKind(declared)) return []
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared))
    return reviewKind(place, declared)
  return Object.entries(declared).flatMap(([name, kind]) => reviewKind(`${place}.${name}`, kind))
}

function reviewAnswers(place: string, answers: Declaration['responses']): string[] {
  return Object.entries(answers ?? {}).flatMap(([status, answer]) =>
    typeof answer === 'string' ? [] : reviewKind(`${place}[${status}]`, answer),
  )
}

function reviewKind(place: string, declared: unknown): string[] {
  if (isKind(declared)) return []
  return [`${place} is ${shown(declared)}, which is no kind; give ${insteadOf(declared)}`]
}

function insteadOf(declared: unknown): string {
  if (Array.isArray(declared)) return 'list(…) of a model or kind'
  const isForeign = typeof declared === 'object' && declared !== null && '~standard' in declared
  return isForeign ? 'foreign(…) of it, from @postern/model' : 'a model, or a kind like string()'
}

function isKind(declared: unknown): boolean {
  if (typeof declared === 'function') return isModel(declared)
  return typeof declared === 'object' && declared !== null && 'convert' in declared && 'describe' in declared
}

function shown(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}
