import { DEFAULT_OPTIONS } from './options.ts'
import { type Review, readList, repeatedEntry, reviewStar } from './review.ts'
import { isToken } from './token.ts'

/** The allowMethods option after its review. With `any`, `methods` has the seven that are always named. */
export interface MethodList {
  readonly any: boolean
  readonly methods: readonly string[]
}

const STANDARD: ReadonlySet<string> = new Set(DEFAULT_OPTIONS.allowMethods)
const FORBIDDEN: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** Whether no browser sends the method, whatever the policy (Fetch, forbidden method). */
export function isForbiddenMethod(method: string): boolean {
  return FORBIDDEN.has(method.toUpperCase())
}

/** Whether a string is the name of one method, of a length that a preflight may request. */
export function isMethodName(text: string): boolean {
  return text.length <= LONGEST_METHOD && isToken(text)
}

const LONGEST_METHOD = 64

/** Reviews allowMethods (spec §4.4 rule 2). GET includes HEAD; standard names are converted to upper case. */
export function compileMethodList(review: Review): MethodList {
  const entries = readList(review, 'allowMethods', DEFAULT_OPTIONS.allowMethods)
  if (entries.includes('*')) {
    reviewStar(review, 'allowMethods', entries)
    return { any: true, methods: DEFAULT_OPTIONS.allowMethods }
  }
  const methods = new Set<string>()
  for (const entry of entries) {
    const method = STANDARD.has(entry.toUpperCase()) ? entry.toUpperCase() : entry
    reviewMethod(review, entry, method)
    if (methods.has(method)) review.add('notes', 'allowMethods', repeatedEntry(entry))
    methods.add(method)
  }
  if (methods.has('GET')) methods.add('HEAD')
  reviewCoverage(review, methods)
  return { any: false, methods: [...methods] }
}

function reviewMethod(review: Review, entry: string, method: string): void {
  if (!isToken(entry)) {
    const parts = entry.split(/[\s,;]+/).filter(isToken)
    const correction = parts.join(' and ') || 'remove the entry'
    review.add('errors', 'allowMethods', {
      code: 'method_invalid',
      value: entry,
      reason: 'is not one method name',
      correction,
    })
  } else if (isForbiddenMethod(entry)) {
    const reason = 'is a method that no browser ever sends for a page'
    review.add('errors', 'allowMethods', {
      code: 'method_forbidden',
      value: entry,
      reason,
      correction: 'remove the entry',
    })
  } else if (entry !== method) {
    const reason = 'is not in upper case; methods are case-sensitive, so it is read as the upper-case method'
    review.add('warnings', 'allowMethods', { code: 'method_case', value: entry, reason, correction: method })
  }
}

function reviewCoverage(review: Review, methods: ReadonlySet<string>): void {
  const value = [...methods]
  if (!methods.has('OPTIONS')) {
    const reason =
      'does not cover OPTIONS: EVERY preflight will fail, so no page can send JSON, PUT, PATCH or DELETE'
    const correction = review.lineFor('allowMethods', [...value, 'OPTIONS'])
    review.add('warnings', 'allowMethods', { code: 'options_not_allowed', value, reason, correction })
  }
  const missing = ['GET', 'HEAD', 'POST'].filter((method) => !methods.has(method))
  if (missing.length === 0) return
  const reason = `leaves out ${missing.join(', ')}, but simple requests are sent without a preflight: the list does not stop them`
  const correction = review.lineFor('allowMethods', [...value, ...missing])
  review.add('notes', 'allowMethods', { code: 'simple_method_not_listed', value, reason, correction })
}
