import { type HttpAnswer, type HttpCase, isMultipart, type RecordedAnswer } from './http-case.ts'
import { differenceFrom } from './http-comparison.ts'
import type { Runtime } from './http-runtime.ts'
import type { Request } from './http-socket.ts'
import { reportsUnsafeInteger } from './unsafe-integer.ts'

/** Sends another request to the application under test. */
export type Ask = (request: Request) => Promise<HttpAnswer>

/** A rule by which this project differs from the reference on purpose. */
export interface Deviation {
  readonly reason: string
  readonly holdsFor: (recorded: HttpCase) => boolean
  /** Returns what is wrong with the response under this rule; undefined where nothing is. */
  readonly judge: (
    recorded: HttpCase,
    answer: HttpAnswer,
    ask: Ask,
  ) => Promise<string | undefined> | string | undefined
}

/** Returns the deviations on a runtime; the first that applies to a case judges it (README sections 4 and 5). */
export function deviationsOn(runtime: Runtime): readonly Deviation[] {
  return [...ownDeviations[runtime], ...(runtime === 'node' ? [] : ofPlatforms), ...everywhere]
}

/** What a runtime does before the request reaches this library. */
const ownDeviations: Readonly<Record<Runtime, readonly Deviation[]>> = {
  node: [],
  deno: [],
  bun: [
    {
      reason: 'a method that is not known ends the connection',
      holdsFor: ({ method }) => isUnknownMethod(method),
      judge: (_, { status }) => (Number.isNaN(status) ? undefined : `status ${status} instead of no answer`),
    },
  ],
  workerd: [
    {
      reason: 'a method that is not known is a 501',
      holdsFor: ({ method }) => isUnknownMethod(method),
      judge: (_, { status }) => (status === 501 ? undefined : `status ${status} instead of 501`),
    },
    {
      reason: 'an empty Authorization is none',
      holdsFor: ({ headers }) =>
        headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === ''),
      judge: async (recorded, answer, ask) => {
        const headers = recorded.headers.filter(([, value]) => value !== '')
        return difference(answer, await ask({ ...recorded, headers }))
      },
    },
    {
      reason: 'headers are read as UTF-8',
      holdsFor: ({ headers }) => headers.some(([, value]) => /[^\0-\x7f]/.test(value)),
      judge: ({ response }, answer) => differenceFrom(readAsUtf8(response), answer),
    },
  ],
}

/** Where Fetch's `Request` no longer shows what was sent: the response is the recorded one, or the response to what it shows. */
const ofPlatforms: readonly Deviation[] = [
  {
    reason: 'a URL is resolved: dot segments and what follows a # are gone',
    holdsFor: ({ path }) => path.includes('#') || /\/(?:\.|%2e){1,2}$/i.test(path),
    judge: async (recorded, answer, ask) => {
      const { pathname, search } = new URL(recorded.path, 'http://api.example')
      return (
        differenceFrom(recorded.response, answer) &&
        difference(answer, await ask({ ...recorded, path: pathname + search }))
      )
    },
  },
  {
    reason: 'the lines of a header come joined',
    holdsFor: ({ headers }) => new Set(headers.map(([name]) => name)).size < headers.length,
    judge: async (recorded, answer, ask) =>
      differenceFrom(recorded.response, answer) &&
      difference(answer, await ask({ ...recorded, headers: joined(recorded.headers) })),
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
    reason: 'what the reference crashes of is refused, or taken where any value is',
    holdsFor: ({ response }) => response.status === 500,
    judge: ({ path, body_base64 }, { status }) =>
      status === 422 ||
      (status === 400 && body_base64 !== undefined) ||
      (status === 200 && path === '/anything')
        ? undefined
        : `status ${status}`,
  },
  {
    reason: 'an integer beyond ±(2^53−1) is refused, never rounded',
    holdsFor: ({ unsafe_in_js, response }) => unsafe_in_js === true && response.status === 200,
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) && (isRefusedAsUnsafe(answer) ? undefined : answer.text),
  },
  {
    reason: 'an integer beyond ±(2^53−1) is refused beside what else is wrong',
    holdsFor: (recorded) =>
      recorded.response.status === 422 && /\d{16}/.test(`${recorded.path} ${recorded.body_text}`),
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) && differenceFrom(response, withoutUnsafe(answer)),
  },
  {
    reason:
      'a whole number with a fraction or an exponent is an integer, where the reference tells them apart',
    holdsFor: ({ body_text: text }) => Number.isInteger(Number(text)) && !Number.isSafeInteger(Number(text)),
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) && (isRefusedAsUnsafe(answer) ? undefined : answer.text),
  },
  {
    reason: 'every fault of a multipart form has one message',
    holdsFor: (recorded) => isMultipart(recorded) && recorded.response.status === 400,
    judge: ({ response }, answer) =>
      differenceFrom(response, answer) &&
      differenceFrom({ ...response, json: { detail: 'Invalid multipart data.' } }, answer),
  },
]

/** Returns the application variant a case is replayed against: multipart forms need a binding that accepts them. */
export function variantOf(recorded: HttpCase): string {
  return isMultipart(recorded) ? recorded.variant.replace(/^form-/, 'multipart-') : recorded.variant
}

function isUnknownMethod(method: string): boolean {
  return method === 'FOO' || method === 'get'
}

function isRefusedAsUnsafe({ status, text }: HttpAnswer): boolean {
  return status === 422 && issuesIn(text).some(reportsUnsafeInteger)
}

/** Joins header lines as Fetch does: one per name. */
function joined(headers: HttpCase['headers']): HttpCase['headers'] {
  const lines = Map.groupBy(headers, ([name]) => name)
  return [...lines].map(([name, same]) => [name, same.map(([, value]) => value).join(', ')])
}

/** Returns the response with its strings, which were bytes read as Latin-1, read as UTF-8 instead. */
function readAsUtf8(answer: RecordedAnswer): RecordedAnswer {
  const json = JSON.stringify(answer.json, (_, value: unknown) =>
    typeof value === 'string' ? Buffer.from(value, 'latin1').toString() : value,
  )
  return { ...answer, json: JSON.parse(json) }
}

function difference(answer: HttpAnswer, expected: HttpAnswer): string | undefined {
  const headers = { 'content-type': expected.headers['content-type'] ?? '' }
  return differenceFrom(
    { status: expected.status, headers, text: expected.text },
    { ...answer, headers: { 'content-type': '', ...answer.headers } },
  )
}

function withoutUnsafe(answer: HttpAnswer): HttpAnswer {
  const detail = issuesIn(answer.text).filter((issue) => !reportsUnsafeInteger(issue))
  return { ...answer, text: JSON.stringify({ detail }) }
}

function issuesIn(text: string): readonly { readonly type: string }[] {
  return (JSON.parse(text) as { readonly detail: readonly { readonly type: string }[] }).detail
}
