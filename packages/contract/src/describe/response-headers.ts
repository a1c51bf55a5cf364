import { isToken } from '../cors/token.ts'
import { misnamed } from '../review/names.ts'
import type { Operation } from '../route/operation.ts'
import { impliedFailures } from './implied-failures.ts'

/** Returns the headers of an operation's responses with a status, each with its description. */
export function responseHeadersOf(
  { declaration }: Operation,
  status: number,
): Readonly<Record<string, string>> {
  const { responseHeaders, security, status: success = 200 } = declaration
  const described = Object.entries(responseHeaders ?? {}).flatMap(([name, words]) => {
    if (typeof words !== 'string') return Number(name) === status ? Object.entries(words) : []
    return status === success ? [[name, words] as const] : []
  })
  const isChallenged = security !== undefined && status === 401
  // Header names are the same in upper and lower case.
  const isDescribed = described.some(([name]) => name.toLowerCase() === 'www-authenticate')
  return { ...(isChallenged && !isDescribed && CHALLENGE), ...Object.fromEntries(described) }
}

const CHALLENGE = { 'WWW-Authenticate': 'How to authenticate (RFC 9110 §11.6.1)' }

/**
 * Returns every header that is declared for a response that does not exist, or under a name that no header can have,
 * each with what to write instead.
 */
export function reviewResponseHeaders(operation: Operation): string[] {
  const { responseHeaders, status = 200, responses, errors } = operation.declaration
  const implied = impliedFailures(operation).map(([code]) => String(code))
  const answered = new Set([String(status), ...Object.keys({ ...responses, ...errors }), ...implied])
  return Object.entries(responseHeaders ?? {}).flatMap(([name, words]) => {
    if (typeof words === 'string') return reviewName(name)
    const names = Object.keys(words).flatMap(reviewName)
    return answered.has(name) ? names : [...names, unanswered(name)]
  })
}

function reviewName(name: string): string[] {
  if (/^\d+$/.test(name))
    return [`responseHeaders has a string under ${name}; write { ${name}: { name: 'What it says' } }`]
  return isToken(name) ? [] : [misnamed(name, 'header')]
}

function unanswered(status: string): string {
  return `responseHeaders has headers of ${status}, which is not one of its responses; declare it in responses or errors`
}
