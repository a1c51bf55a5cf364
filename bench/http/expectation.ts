import type { Answer } from './answer.ts'

/** Returns what is wrong with a response; undefined where nothing is. */
export type Expectation = (answer: Answer) => string | undefined

/** Expects a post with exactly the declared fields and these values. */
export function post(
  status: number,
  texts: { readonly title?: string; readonly content?: string },
): Expectation {
  return (answer) => wrongStatus(answer, [status]) ?? unaskedHeader(answer) ?? wrongPost(parse(answer), texts)
}

/** Expects the first 50 posts by id, each with exactly the declared fields. */
export const fiftyPosts: Expectation = (answer) => {
  const posts = parse(answer)
  if (answer.status !== 200 || !Array.isArray(posts)) return `a list with 200 expected, not ${show(answer)}`
  if (posts.length !== 50) return `50 posts expected, not ${posts.length}`
  for (const [index, one] of posts.entries()) {
    const complaint = wrongPost(one, {}) ?? (one.id === index + 1 ? undefined : `id ${one.id} at ${index}`)
    if (complaint !== undefined) return complaint
  }
  return undefined
}

/** Expects `{"accepted": count}`. */
export function accepted(count: number): Expectation {
  return (answer) => {
    const body = parse(answer)
    return answer.status === 200 && isObject(body) && body['accepted'] === count
      ? undefined
      : `accepted ${count} expected, not ${show(answer)}`
  }
}

/** Expects one of these statuses, with any body. */
export function status(...allowed: readonly number[]): Expectation {
  return (answer) => wrongStatus(answer, allowed)
}

/** Expects a refusal in the peer's own format that mentions each of these; a number stands for an index and must stand alone. */
export function refusal(...names: readonly (string | number)[]): Expectation {
  return (answer) => {
    const words = new Set(answer.text.match(/[a-z_]+|\d+/gi))
    const missing = names.filter((name) => !words.has(String(name)))
    const complaint = missing.length === 0 ? undefined : `errors for ${missing.join(', ')} are missing`
    return wrongStatus(answer, [400, 422]) ?? complaint
  }
}

/** Expects the policy's grants for its one origin, in addition to `other`. */
export function granted(other: Expectation, expected: Readonly<Record<string, string>> = {}): Expectation {
  const grants = {
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-credentials': 'true',
    ...expected,
  }
  return (answer) => other(answer) ?? wrongGrants(answer, grants)
}

/** Expects no grant for the request's origin, which is another one. */
export const notGranted: Expectation = ({ headers }) => {
  const grant = headers['access-control-allow-origin']
  return grant === undefined || grant === ORIGIN ? undefined : `granted to ${grant}`
}

/** The one origin that the policy allows. */
export const ORIGIN = 'http://localhost:3000'

function wrongStatus(answer: Answer, allowed: readonly number[]): string | undefined {
  return allowed.includes(answer.status) ? undefined : `${allowed.join(' or ')} expected, not ${show(answer)}`
}

/** Returns a header that takes work and that the application does not declare. */
function unaskedHeader({ headers }: Answer): string | undefined {
  const found = ['etag', 'access-control-expose-headers'].find((name) => (headers[name] ?? '') !== '')
  return found && `${found} ${headers[found]}`
}

function wrongPost(value: unknown, texts: Readonly<Record<string, string>>): string | undefined {
  if (!isObject(value)) return `a post expected, not ${JSON.stringify(value)}`
  const names = Object.keys(value).toSorted().join()
  if (names !== 'content,created_at,id,title,updated_at') return `a post with the fields ${names}`
  if (!Number.isInteger(value['id'])) return `the id ${value['id']}`
  for (const name of ['created_at', 'updated_at']) {
    if (!TIMESTAMP.test(String(value[name]))) return `${name} ${value[name]}`
  }
  for (const [name, text] of Object.entries(texts)) {
    if (value[name] !== text) return `${name} ${JSON.stringify(value[name])}, not ${JSON.stringify(text)}`
  }
  return undefined
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A list of names must contain the expected ones; any other header must be equal. */
function wrongGrants({ headers }: Answer, expected: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const given = String(headers[name] ?? '')
    const names = given.toLowerCase().split(/\s*,\s*/)
    if (given !== value && !names.includes(value.toLowerCase())) return `${name}: ${given}, not ${value}`
  }
  return undefined
}

function parse({ text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function show({ status: code, text }: Answer): string {
  return `${code} ${text.slice(0, 200)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
