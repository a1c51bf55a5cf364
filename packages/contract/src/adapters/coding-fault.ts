import type { Unreadable } from '../incoming.ts'

/**
 * Returns what is wrong with a `Transfer-Encoding` that ends in chunked: no other coding is decoded, so a body in
 * another coding would be read wrongly (RFC 9112 §6.1). Runtimes refuse one that does not end in chunked.
 */
export function codingFault(value: string | undefined): Unreadable | undefined {
  return value === undefined || !/,\s*chunked$/i.test(value) ? undefined : UNKNOWN
}

const UNKNOWN: Unreadable = { status: 501, detail: 'Only the transfer coding chunked is supported' }
