import { declaredAt, type Place, parametersAt } from '../route/fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import type { UntypedInput } from './call-input.ts'
import { compileNamedTexts, type Reading } from './parameter-text.ts'
import { compileRequestBody } from './request-body.ts'
import { compileTarget } from './request-target.ts'
import { compileUndeclaredTexts } from './undeclared-texts.ts'

/** Where requests go, and the headers that each has. */
export interface RequestTerms {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** Compiles the requests of an operation from its declaration. Throws a TypeError for a path that cannot be written. */
export function compileRequest(
  { method, path: declared, declaration }: Operation,
  { baseUrl, headers: common }: RequestTerms,
): (input: UntypedInput) => Request {
  const target = compileTarget(declared, declaration)
  const query = compilePlace('query', declaration)
  const named = compilePlace('header', declaration)
  const cookies = compilePlace('cookie', declaration, { isOne: true })
  const write = declaration.body === undefined ? undefined : compileRequestBody(declaration.body)
  // In a page, a path that begins with two slashes would mean another host (URL Standard, special authority slashes
  // state).
  const base = baseUrl.replace(/\/+$/, '') || '/.'
  const redirect = answersRedirect(declaration) ? 'manual' : 'follow'
  return (input) => {
    const headers = new Headers(common)
    const own = single('header', named(input.headers))
    for (const [name, value] of own) headers.set(name, headerText(name, value))
    // Browsers send their own cookies and ignore these (Fetch, forbidden request-header).
    const jar = single('cookie', cookies(input.cookies)).map(cookiePair)
    if (jar.length > 0) headers.set('cookie', [headers.get('cookie') ?? [], jar].flat().join('; '))
    const { body = null, contentType } = write?.(input.body) ?? {}
    if (contentType !== undefined && !isTyped(own, contentType)) headers.set('content-type', contentType)
    const search = new URLSearchParams(query(input.query)).toString()
    const url = `${base}${target(input.params)}${search === '' ? '' : `?${search}`}`
    return new Request(url, {
      method,
      headers,
      body,
      redirect,
      ...(input.signal && { signal: input.signal }),
    })
  }
}

/** Compiles the names and values of a place: first those that its model declares, then the others. */
function compilePlace(
  place: Place,
  declaration: Declaration,
  reading?: Reading,
): (values: UntypedInput['query']) => [string, string][] {
  const fields = parametersAt(place, declaration)
  const textsOf = compileNamedTexts(fields, reading)
  const others = compileUndeclaredTexts(declaredAt(place, declaration), fields)
  return (values) => [...textsOf(values), ...others(values)]
}

/** Whether the operation declares a redirect: following it would return the response of another operation. */
function answersRedirect({ status, responses = {} }: Declaration): boolean {
  const statuses = [status, ...Object.keys(responses)].map(Number)
  return statuses.some((one) => [301, 302, 303, 307, 308].includes(one))
}

/**
 * Whether the call sets the content type itself: JSON and bytes have many types. For a multipart form it cannot know
 * the boundary.
 */
function isTyped(own: readonly NamedText[], contentType: string): boolean {
  return !contentType.startsWith('multipart/') && own.some(([name]) => /^content-type$/i.test(name))
}

type NamedText = readonly [name: string, value: string]

/** fetch joins the values of a header (Fetch, Headers), and of several cookies of one name only one is read. */
function single(place: 'header' | 'cookie', given: readonly NamedText[]): readonly NamedText[] {
  const names = given.map(([name]) => (place === 'header' ? name.toLowerCase() : name))
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice === undefined) return given
  throw new TypeError(`The ${place} ${twice} cannot hold several values; declare it as one string`)
}

/**
 * White space around a value is not part of it, nor are line ends (RFC 9110 §5.5; Fetch, normalize). Inside a value,
 * platforms refuse control characters and what is not Latin-1, each in its own way, some as if the server could not be
 * reached.
 */
function headerText(name: string, value: string): string {
  if (/^[\t\n\r ]|[\t\n\r ]$/.test(value))
    throw new TypeError(`The header ${name} cannot begin or end with white space; encode it`)
  if (/^[\t -~\x80-\xff]*$/.test(value)) return value
  throw new TypeError(`The header ${name} cannot hold this value; encode it`)
}

/** RFC 6265 §4.1.1: a value is sent as it is, so it must not contain what would end it. */
function cookiePair([name, value]: NamedText): string {
  if (/^[!#-+\--:<-[\]-~]*$/.test(value)) return `${name}=${value}`
  throw new TypeError(`The cookie ${name} cannot hold this value; encode it`)
}
