import { isAscii } from './byte-text.ts'
import { listUnlike, unsafeReason } from './email-character.ts'
import { type Parsed, unreadable } from './parsed.ts'

/**
 * Parses the part of an e-mail address before the @-sign, without its quotes. Returns it in NFC. Quoting is refused.
 */
export function parseEmailLocalPart(given: string, isQuoted: boolean): Parsed<string> {
  const reason = localReason(given, isQuoted)
  if (reason !== undefined) return unreadable(reason)
  const local = given.normalize('NFC')
  const normalReason = local === given ? undefined : localReason(local, isQuoted)
  if (normalReason !== undefined) return unreadable(`After Unicode normalization: ${normalReason}`)
  if (isQuoted) return unreadable('Quoting the part before the @-sign is not allowed here.')
  return { ok: true, value: CASELESS_MAILBOX.test(`${local}@`) ? local.toLowerCase() : local }
}

const DOT_ATOM =
  /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]+(?:\.[\w!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]+)*$/u

function localReason(local: string, isQuoted: boolean): string | undefined {
  if (local === '') return 'There must be something before the @-sign.'
  if (DOT_ATOM.test(local)) return isAscii(local) ? undefined : unsafeReason(local)
  if (isQuoted) {
    const foreign = listUnlike(local, /^[\x20-\x7e\u0080-\u{10ffff}]$/u)
    if (foreign === undefined) return unsafeReason(local, { allowSpace: true })
    return `The email address contains invalid characters in quotes before the @-sign: ${foreign}.`
  }
  const foreign = listUnlike(local, /^[\w.!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]$/u)
  if (foreign !== undefined) {
    return `The email address contains invalid characters before the @-sign: ${foreign}.`
  }
  if (local.endsWith('.')) return 'An email address cannot have a period immediately before the @-sign.'
  if (local.startsWith('.')) return 'An email address cannot start with a period.'
  return 'An email address cannot have two periods in a row.'
}

/** The start of an address whose local part is case-insensitive: the mailboxes of RFC 2142. */
export const CASELESS_MAILBOX =
  /^(?:info|marketing|sales|support|abuse|noc|security|postmaster|hostmaster|usenet|news|webmaster|www|uucp|ftp)@/i
