import type { Unreadable } from '../incoming.ts'

/** What is wrong with a `Transfer-Encoding` that ends in chunks: nothing else is undone, and a body in another coding would
 *  be taken for what it is not (RFC 9112 §6.1). One that does not end so is refused by the runtimes. */
export function codingFault(value: string | undefined): Unreadable | undefined {
  return value === undefined || !/,\s*chunked$/i.test(value) ? undefined : UNKNOWN
}

const UNKNOWN: Unreadable = { status: 501, detail: 'Only chunked is understood as a transfer coding' }
