import type { Issue } from '@postern/model'
import { malformedIssue } from './issues.ts'
import { DEEPEST, readJson } from './json-reading.ts'
import { decodeJsonText } from './text-encoding.ts'

/**
 * The value of a JSON body, or its issue if it is malformed; no issue if its bytes are not text or it exceeds a limit.
 * If `isWellFormed`, no string in the value contains half of a surrogate pair.
 */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly isWellFormed: boolean }
  | { readonly ok: false; readonly issue: Issue | undefined }

/** Parses a JSON body with the meaning of Python's `json.loads`. Integers beyond ±(2^53−1) keep their digits. */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decodeJsonText(bytes)
  if (text === undefined) return UNREADABLE
  try {
    const value: unknown = JSON.parse(text)
    const isRead = isFaithful(value, 0) && !(text.includes('\\') && hasDoubtfulName(value))
    if (isRead) return { ok: true, value, isWellFormed: isWellFormed(text) }
  } catch {
    // The slower reader accepts more (NaN) and reports errors as Python does.
  }
  const reading = readJson(text)
  if (reading.ok) return { ...reading, isWellFormed: isWellFormed(text) }
  return reading.cause === 'limit'
    ? UNREADABLE
    : { ok: false, issue: malformedIssue(reading.position, reading.error) }
}

const UNREADABLE: JsonBody = { ok: false, issue: undefined }

/** Whether neither the text nor any escape in it, as far as one look shows, is half of a surrogate pair. */
function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !(text.includes('\\u') && SURROGATE_ESCAPE.test(text))
}

const SURROGATE_ESCAPE = /\\u[dD]/

/**
 * Whether the engine's parser lost nothing of a value: it rounded no number that may be an integer, and the nesting is
 * within the limit. It examines the value and not the text, which may be full of digits and brackets without meaning.
 * It does not see what a later member of the same name replaced.
 */
function isFaithful(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER
  if (typeof value !== 'object' || value === null) return true
  if (depth === DEEPEST) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) if (!isFaithful(value[at], depth + 1)) return false
    return true
  }
  // JSON.parse creates lists and plain objects, which have only their own members.
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (!isFaithful(members[name], depth + 1)) return false
  return true
}

/**
 * Whether an object has a name with a backslash. V8 may return such a name in place of another name that was sent with
 * an escape, once any body has contained it (nodejs/node#63785): after `{"gr\\u0":1}` it may read
 * `{"gr\u00f6\u00dfe":1}` as the same. This is a separate walk, because most bodies contain no escape.
 */
function hasDoubtfulName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(hasDoubtfulName)
  const members = value as Readonly<Record<string, unknown>>
  for (const name in members) if (name.includes('\\') || hasDoubtfulName(members[name])) return true
  return false
}
