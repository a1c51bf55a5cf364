import { isForbiddenHeader } from './header-names.ts'

/** A request that a page makes with `fetch`. */
export interface PageRequest {
  /** The page's origin as `location.origin` shows it; `null` for a sandboxed frame or a local file. */
  readonly origin: string
  /** The method as the page gives it to `fetch`. */
  readonly method: string
  /**
   * Names and values that the page sets itself. An empty content-type counts as unknown, so the request is not simple.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Fetch, credentials mode. Default `same-origin`, which sends no credentials to another origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** The URL of the service, of which only the origin counts; a page on it needs no permission. */
  readonly target?: string | undefined
}

const UPPER_CASED = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'])
const SIMPLE_METHODS = new Set(['GET', 'HEAD', 'POST'])
const SIMPLE_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
const UNSAFE_MARKS = '"():<>?@[\\]{}\x7f'
const LONGEST_VALUE = 128

/**
 * Returns the method as the browser sends it: six names in upper case, `patch` unchanged (Fetch, normalize a method).
 */
export function normalizeMethod(method: string): string {
  const upper = method.toUpperCase()
  return UPPER_CASED.has(upper) ? upper : method
}

/** Whether the method needs no preflight (spec §4.4; Fetch, CORS-safelisted method). */
export function isSimpleMethod(method: string): boolean {
  return SIMPLE_METHODS.has(method)
}

/**
 * Returns the header names that a preflight requests, in lower case and sorted (Fetch, CORS-unsafe request-header
 * names). Headers that the browser sets itself are left out, because a page cannot set them. Chromium also lets client
 * hints (Save-Data, DPR …) pass without a preflight, which the standard does not.
 */
export function unsafeHeaderNames(headers: Readonly<Record<string, string>>): readonly string[] {
  const given = Object.entries(headers).filter(([name, value]) => !isForbiddenHeader(name, value))
  const unsafe = given.filter(([name, value]) => !isSafelisted(name.toLowerCase(), value.trim()))
  return [...new Set(unsafe.map(([name]) => name.toLowerCase()))].sort()
}

function isSafelisted(name: string, value: string): boolean {
  if (value.length > LONGEST_VALUE) return false
  switch (name) {
    case 'accept':
      return !hasUnsafeByte(value)
    case 'accept-language':
    case 'content-language':
      return /^[0-9A-Za-z *,\-.;=]*$/.test(value)
    case 'content-type':
      return !hasUnsafeByte(value) && SIMPLE_TYPES.has((value.split(';')[0] ?? '').trim().toLowerCase())
    case 'range':
      return isSimpleRange(value)
    default:
      return false
  }
}

// Fetch, parse a single range header value: open-ended, or with an end that is not before its start.
function isSimpleRange(value: string): boolean {
  const [, first = '', last = ''] = /^bytes=([0-9]+)-([0-9]*)$/.exec(value) ?? []
  return first !== '' && (last === '' || Number(first) <= Number(last))
}

// Fetch, CORS-unsafe request-header byte: control characters other than tab, and delimiters.
function hasUnsafeByte(value: string): boolean {
  return [...value].some((character) => {
    return (character < ' ' && character !== '\t') || UNSAFE_MARKS.includes(character)
  })
}
