import type { Unreadable } from '../incoming.ts'

/** What is wrong with the Host lines of a request: it has one, or none where it is older than HTTP/1.1, and what stands
 *  there is a host, with or without a port, or nothing (RFC 9112 §3.2). */
export function hostFault(lines: readonly string[], isOptional: boolean): Unreadable | undefined {
  const [host] = lines
  if (host === undefined) return isOptional ? undefined : HOSTLESS
  if (lines.length > 1) return SEVERAL
  return HOST.test(host) ? undefined : NO_HOST
}

/** The same where several lines come joined. No host has a space, so a joined text is none. A missing line is no fault:
 *  a request of HTTP/1.0, and one that was made in this process, cannot be told from others. */
export function joinedHostFault(value: string | undefined): Unreadable | undefined {
  if (value === undefined || HOST.test(value)) return undefined
  return value.includes(', ') ? SEVERAL : NO_HOST
}

/** The characters of `uri-host` and its port (RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/
const HOSTLESS: Unreadable = { status: 400, detail: 'The request has no Host header' }
const SEVERAL: Unreadable = { status: 400, detail: 'The request has more than one Host header' }
const NO_HOST: Unreadable = { status: 400, detail: 'The Host header has a character that no host has' }
