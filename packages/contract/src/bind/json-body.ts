import type { Issue } from '@postern/model'
import { malformedIssue } from './issues.ts'
import { DEEPEST, readJson } from './json-reading.ts'
import { decodeJsonText } from './text-encoding.ts'

/** The value of a JSON body, an issue where it is malformed, or `unreadable` where it is no text or beyond a limit. Where
 *  `isWellFormed`, no text in the value has half of a surrogate pair. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly isWellFormed: boolean }
  | { readonly ok: false; readonly issue: Issue | undefined }

/** Parses a JSON body with the meaning of Python's `json.loads`; integers beyond ±(2^53−1) keep their digits. */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeJsonText(bytes)
  if (text === undefined) return UNREADABLE
  try {
    const value: unknown = JSON.parse(text)
    const isRead = isFaithful(value, 0) && !(text.includes('\\') && hasDoubtfulName(value))
    if (isRead) return { ok: true, value, isWellFormed: isWellFormed(text) }
  } catch {
    // The slower reader knows more (NaN) and says what is wrong as Python says it.
  }
  const reading = readJson(text)
  if (reading.ok) return { ...reading, isWellFormed: isWellFormed(text) }
  return reading.cause === 'limit'
    ? UNREADABLE
    : { ok: false, issue: malformedIssue(reading.position, reading.error) }
}

const UNREADABLE: JsonBody = { ok: false, issue: undefined }

/** Whether neither a text nor an escape in it, as far as one look tells, is half of a surrogate pair. */
function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !(text.includes('\\u') && SURROGATE_ESCAPE.test(text))
}

const SURROGATE_ESCAPE = /\\u[dD]/

/** Whether the engine's own parser lost nothing of a value: no number that may be an integer it rounded, no nesting beyond
 *  the limit. Values are looked at and not the text, which may be full of digits and brackets that mean nothing; what a later
 *  member of the same name replaced is not seen. */
function isFaithful(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  if (depth === DEEPEST) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isFaithful(value[at], depth + 1)) return false
    return true
  }
  // JSON.parse makes lists and plain records, whose members are their own.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (!isFaithful(members[name], depth + 1)) return false
  return true
}

/** Whether an object has a name with a backslash. V8 may give one in the place of another name that was sent with an escape, once
 *  any body has had it (nodejs/node#63785): `{"gr\\u0":1}` let it read `{"gr\u00f6\u00dfe":1}` as the same. A walk of its own, for
 *  most bodies have no escape. */
function hasDoubtfulName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasDoubtfulName)
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (name.includes('\\') || hasDoubtfulName(members[name])) return true
  return false
}
