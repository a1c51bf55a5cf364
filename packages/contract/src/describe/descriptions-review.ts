import { isShown, list } from '@postern/model'
import { parametersAt } from '../route/fields.ts'
import type { Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { reviewExamples } from './named-examples.ts'
import { reviewResponseHeaders } from './response-headers.ts'
import { describeSecurity, type NamedScheme } from './security-schemes.ts'

/**
 * Returns what a document would say wrongly about the operations, apart from the names of models, each mistake with
 * what to write instead.
 */
export function reviewDescriptions(operations: readonly (readonly [string, Operation])[]): string[] {
  return [...reviewSchemes(operations), ...operations.flatMap(reviewOperation)]
}

function reviewSchemes(operations: readonly (readonly [string, Operation])[]): string[] {
  const first = new Map<string, { readonly scheme: string; readonly user: string }>()
  return operations.flatMap(([user, { declaration }]) =>
    schemesOf(declaration).flatMap(([name, described]) => {
      const scheme = JSON.stringify(described)
      const other = first.get(name) ?? { scheme, user }
      first.set(name, other)
      return other.scheme === scheme ? [] : [schemeClash(name, other.user, user)]
    }),
  )
}

/** Without scopes, which may differ between operations. */
function schemesOf({ security }: Operation['declaration']): readonly NamedScheme[] {
  return security === undefined ? [] : describeSecurity({ ...security, scopes: {} })
}

function schemeClash(name: string, one: string, other: string): string {
  const what =
    one === other
      ? `${one} declares two security schemes named ${name}`
      : `${one} and ${other} declare the security scheme ${name} differently`
  return `${what}; declare it identically in both, or give one another name: tokenFrom({ schemes: { bearer: { name: 'Staff' } } })`
}

function reviewOperation([name, operation]: readonly [string, Operation]): string[] {
  const { body, response, responseExamples, excludeNone } = operation.declaration
  const ofBody = reviewExamples(body?.examples, body?.declared)
  const options = excludeNone === true ? { written: true, excludeNone } : {}
  const ofAnswer = reviewExamples(
    responseExamples,
    isStream(response) ? list(response.item) : response,
    options,
  )
  return [...reviewHidden(operation), ...ofBody, ...ofAnswer, ...reviewResponseHeaders(operation)].map(
    (mistake) => `${name}: ${mistake}`,
  )
}

/** OpenAPI 3.1 §4.8.12.1: each name in a path must be described. */
function reviewHidden({ declaration }: Operation): string[] {
  return parametersAt('path', declaration)
    .filter((field) => !isShown(field))
    .map(({ name }) => `params.${name} is hidden, but the path shows it; remove hidden`)
}
