import { listUnlike, showCharacter, unsafeReason } from './email-character.ts'
import { type Parsed, unreadable } from './parsed.ts'
import { stripPython } from './white-space.ts'

/** The parts of an e-mail address as written. */
export interface EmailAddress {
  readonly local: string
  readonly domain: string
  /** Whether the local part was quoted; `local` is without the quotes. */
  readonly isQuoted: boolean
  /** Whether the address was in angle brackets. */
  readonly isNamed: boolean
}

/**
 * Splits a trimmed string at its first @-sign outside quotes (RFC 5321 §4.1.2), after a display name if there is one.
 */
export function parseEmailAddress(text: string): Parsed<EmailAddress> {
  const split = splitAt(text, '@<')
  if (!split.ok) return split
  const { before, rest } = split.value
  if (!rest.startsWith('<')) return readParts(before, rest, false)
  const reason = displayNameReason(before) ?? bracketReason(rest)
  if (reason !== undefined) return unreadable(reason)
  const inner = splitAt(rest.slice(1).replace(/>+$/, ''), '@')
  return inner.ok ? readParts(inner.value.before, inner.value.rest, true) : inner
}

/**
 * Returns the address in angle brackets at the end of the string, if only a name precedes them; otherwise the string
 * (pydantic's pattern of a pretty address).
 */
export function unwrapEmail(text: string): string {
  const wrapped = stripPython(text)
  if (!wrapped.endsWith('>')) return text
  const start = wrapped.startsWith('"') ? quotedNameEnd(wrapped) : unquotedNameEnd(wrapped)
  const inner = wrapped.slice(start + 1, -1)
  return start < 0 || inner === '' || inner.includes('\n') ? text : inner
}

/** Returns the index of the angle bracket after a name of words, or -1. */
function unquotedNameEnd(wrapped: string): number {
  const end = wrapped.indexOf('<')
  const isName = [...wrapped.slice(0, end)].every(
    (character) => /[\p{L}\p{N}_!#$%&'*+\-/=?^`{|}~]/u.test(character) || stripPython(character) === '',
  )
  return isName ? end : -1
}

/** Returns the index of the angle bracket after the last quote that can end a quoted name, or -1. */
function quotedNameEnd(wrapped: string): number {
  for (let quote = wrapped.lastIndexOf('"'); quote > 1; quote = wrapped.lastIndexOf('"', quote - 1)) {
    const address = stripPython(wrapped.slice(quote + 1))
    if (address.startsWith('<') && address.length > 2) return wrapped.length - address.length
  }
  return -1
}

function readParts(before: string, rest: string, isNamed: boolean): Parsed<EmailAddress> {
  const local = unquote(before)
  if (!local.ok) return local
  return {
    ok: true,
    value: { local: local.value.text, domain: rest.slice(1), isQuoted: local.value.isQuoted, isNamed },
  }
}

/** Splits before the first of `specials` that is neither quoted nor part of a combined character. */
function splitAt(text: string, specials: string): Parsed<{ readonly before: string; readonly rest: string }> {
  const signs = `"\\${specials}`
  let isQuoted = false
  let isEscaped = false
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    // Only signs are examined further: a text may be all combining marks, and each examination reads them again.
    if (!isEscaped && !signs.includes(character)) continue
    if (isCombined(text, at)) continue
    if (isQuoted) {
      if (character === '"' && !isEscaped) isQuoted = false
      isEscaped = character === '\\' && !isEscaped
    } else if (character === '"') isQuoted = true
    else if (specials.includes(character)) {
      return { ok: true, value: { before: text.slice(0, at), rest: text.slice(at) } }
    }
  }
  return unreadable(missingSignReason(text))
}

function isCombined(text: string, at: number): boolean {
  // Nothing below U+0300 combines with the character before it.
  if (!(text.charCodeAt(at + 1) >= 0x300)) return false
  const mark = /^.\p{M}+/su.exec(text.slice(at))?.[0]
  return mark !== undefined && !mark.normalize('NFC').startsWith(text.charAt(at))
}

function missingSignReason(text: string): string {
  if (text.includes('＠')) {
    return 'The email address has the "full-width" at-sign (@) character instead of a regular at-sign.'
  }
  if (text.includes('﹫')) {
    return 'The email address has the "small commercial at" character instead of a regular at-sign.'
  }
  return 'An email address must have an @-sign.'
}

function displayNameReason(before: string): string | undefined {
  const name = unquote(stripPython(`.${before}`).slice(1))
  if (!name.ok) return name.reason
  const invalid = name.value.isQuoted ? undefined : listUnlike(name.value.text, /^[\w!#$%&'*+\-/=?^`{|}~ ]$/)
  if (invalid !== undefined) {
    return `The display name contains invalid characters when not quoted: ${invalid}.`
  }
  return unsafeReason(name.value.text, { allowSpace: true })
}

function bracketReason(rest: string): string | undefined {
  if (!rest.includes('>')) {
    return 'An open angle bracket at the start of the email address has to be followed by a close angle bracket at the end.'
  }
  return rest.endsWith('>') ? undefined : "There can't be anything after the email address."
}

function unquote(text: string): Parsed<{ readonly text: string; readonly isQuoted: boolean }> {
  if (!text.startsWith('"')) return { ok: true, value: { text, isQuoted: false } }
  const [, body = '', extra = ''] = /^"((?:[^"\\]|\\.)*)"(.*)/su.exec(text) ?? []
  if (extra !== '') {
    return unreadable(
      `Extra character(s) found after close quote: ${[...extra].map(showCharacter).join(', ')}`,
    )
  }
  return { ok: true, value: { text: body.replace(/\\(.)/gsu, '$1'), isQuoted: true } }
}
