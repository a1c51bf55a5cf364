import { type HttpAnswer, type HttpCase, isMultipart } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import type { Runtime } from './http-runtime.ts'
import type { Request } from './http-socket.ts'

/** Asks the application under test once more. */
export type Ask = (request: Request) => Promise<HttpAnswer>

/** A rule by which this project answers otherwise than the reference, on purpose. */
export interface Deviation {
  readonly reason: string
  readonly holdsFor: (recorded: HttpCase) => boolean
  /** What is wrong with the answer under this rule; undefined where nothing is. */
  readonly judge: (
    recorded: HttpCase,
    answer: HttpAnswer,
    ask: Ask,
  ) => Promise<string | undefined> | string | undefined
}

/** The deviations on a runtime; the first that holds for a case judges it (README sections 4 and 5). */
export function deviationsOn(runtime: Runtime): readonly Deviation[] {
  if (runtime === 'node') return everywhere
  return [...(runtime === 'workerd' ? ofWorkers : []), ...ofPlatforms, ...everywhere]
}

/** What workerd does before a worker is asked. */
const ofWorkers: readonly Deviation[] = [
  {
    reason: 'a method that is not known is a 501',
    holdsFor: ({ method }) => isUnknownMethod(method),
    judge: (_, { status }) => (status === 501 ? undefined : `status ${status} instead of 501`),
  },
  {
    reason: 'headers are read as UTF-8, and an empty one is none',
    holdsFor: ({ headers }) => headers.some(([, value]) => value === '' || /[^\0-\x7f]/.test(value)),
    judge: ({ response }, answer) =>
      answer.status === response.status ? undefined : `status ${answer.status} instead of ${response.status}`,
  },
]

/** Where Fetch's `Request` no longer tells what was sent. */
const ofPlatforms: readonly Deviation[] = [
  {
    reason: 'a method that is not known ends the connection on Bun',
    holdsFor: ({ method, response }) => isUnknownMethod(method) && response.status >= 404,
    judge: (_, { status }) => (Number.isNaN(status) || status < 500 ? undefined : `status ${status}`),
  },
  {
    reason: 'a URL is resolved: dot segments and what follows a # are gone',
    holdsFor: ({ path }) => path.includes('#') || /\/(?:\.|%2e){1,2}$/i.test(path),
    judge: (_, { status }) => (status < 500 ? undefined : `status ${status}`),
  },
  {
    reason: 'the lines of a header come joined',
    holdsFor: ({ headers }) => new Set(headers.map(([name]) => name)).size < headers.length,
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) && (answer.text.includes(', ') ? undefined : answer.text),
  },
]

const everywhere: readonly Deviation[] = [
  {
    reason: 'both slash forms are served, where the reference redirects',
    holdsFor: ({ response }) => response.status === 307,
    judge: async (recorded, answer, ask) => {
      const path = (recorded.response.headers['location'] ?? '').replace('http://api.example', '')
      return difference(answer, await ask({ ...recorded, path }))
    },
  },
  {
    reason: 'HEAD follows GET, where the reference answers 405',
    holdsFor: ({ method, response }) => method === 'HEAD' && response.status === 405,
    judge: async (recorded, answer, ask) => {
      const followed = await ask({ ...recorded, method: 'GET' })
      return difference(answer, { ...followed, text: '' })
    },
  },
  {
    reason: 'sign-in by the password form needs no redirect, so there is no page for one',
    holdsFor: ({ path }) => path === '/docs/oauth2-redirect',
    judge: (_, { status }) => (status === 404 ? undefined : `status ${status} instead of 404`),
  },
  {
    reason: 'where the reference crashes, no answer is a 500',
    holdsFor: ({ response }) => response.status === 500,
    judge: (_, { status }) => (status < 500 ? undefined : `status ${status}`),
  },
  {
    reason: 'an integer beyond ±(2^53−1) is refused, never rounded',
    holdsFor: ({ unsafe_in_js, response }) => unsafe_in_js === true && response.status === 200,
    judge: ({ response }, answer) => (answer.status === 422 ? undefined : differenceFrom(response, answer)),
  },
  {
    reason: 'an integer beyond ±(2^53−1) is refused beside what else is wrong',
    holdsFor: (recorded) =>
      recorded.response.status === 422 && /\d{16}/.test(`${recorded.path} ${recorded.body_text}`),
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) &&
      differenceFrom(response, withoutItems(answer, /^(int_parsing_size|number_unsafe)$/)),
  },
  {
    reason:
      'a whole number with a fraction or an exponent is an integer, where the reference tells them apart',
    holdsFor: ({ body_text: text }) => Number.isInteger(Number(text)) && !Number.isSafeInteger(Number(text)),
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) &&
      (answer.status === 422 && answer.text.includes('number_unsafe') ? undefined : answer.text),
  },
  {
    reason: 'every fault of a multipart form has one message',
    holdsFor: (recorded) => isMultipart(recorded) && recorded.response.status === 400,
    judge: ({ response }, { status }) => (status === response.status ? undefined : `status ${status}`),
  },
]

/** The application variant a case is replayed against: multipart forms need the binding that takes them. */
export function variantOf(recorded: HttpCase): string {
  return isMultipart(recorded) ? recorded.variant.replace(/^form-/, 'multipart-') : recorded.variant
}

function isUnknownMethod(method: string): boolean {
  return method === 'FOO' || method === 'get'
}

function difference(answer: HttpAnswer, expected: HttpAnswer): string | undefined {
  const headers = { 'content-type': expected.headers['content-type'] ?? '' }
  return differenceFrom(
    { status: expected.status, headers, text: expected.text },
    { ...answer, headers: { 'content-type': '', ...answer.headers } },
  )
}

function withoutItems(answer: HttpAnswer, types: RegExp): HttpAnswer {
  const { detail } = JSON.parse(answer.text) as { detail: unknown }
  if (!Array.isArray(detail)) return answer
  return { ...answer, text: JSON.stringify({ detail: detail.filter(({ type }) => !types.test(type)) }) }
}
