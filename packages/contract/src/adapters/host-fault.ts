import type { Unreadable } from '../incoming.ts'

/**
 * Returns what is wrong with the Host lines of a request. It must have exactly one, or none if it is older than
 * HTTP/1.1. The value is a host with or without a port, or empty (RFC 9112 §3.2).
 */
export function hostFault(lines: readonly string[], isOptional: boolean): Unreadable | undefined {
  const [host] = lines
  if (host === undefined) return isOptional ? undefined : HOSTLESS
  if (lines.length > 1) return SEVERAL
  return HOST.test(host) ? undefined : NO_HOST
}

/**
 * The same for lines that come joined. No host contains a space, so a joined value is not one. A missing line is not a
 * fault: a request of HTTP/1.0, and one created in this process, cannot be distinguished from others.
 */
export function joinedHostFault(value: string | undefined): Unreadable | undefined {
  if (value === undefined || HOST.test(value)) return undefined
  return value.includes(', ') ? SEVERAL : NO_HOST
}

/** The characters of `uri-host` and its port (RFC 3986 §3.2.2). */
const HOST = /^[\w.~!$&'()*+,;=%:[\]-]*$/
const HOSTLESS: Unreadable = { status: 400, detail: 'The request has no Host header' }
const SEVERAL: Unreadable = { status: 400, detail: 'The request has more than one Host header' }
const NO_HOST: Unreadable = { status: 400, detail: 'The Host header has a character that no host has' }
