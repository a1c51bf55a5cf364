import { isTokenCode } from './token.ts'

/** Why a list of header names is not read: longer than 4096 characters, or not a list of names. */
export type HeaderListFault = 'too_long' | 'malformed'

const MOST_CHARACTERS = 4096
const MOST_EMPTY_ITEMS = 16
const COMMA = 44
const SPACE = 32
const TAB = 9

/**
 * Reads a comma-separated list of header names (RFC 9110 §5.6.1) in one pass and hands each name, in lower
 * case, to `visit`. White space around items and up to 16 empty items are fine; anything else is a fault.
 */
export function readHeaderList(list: string, visit: (name: string) => void): HeaderListFault | undefined {
  if (list.length > MOST_CHARACTERS) return 'too_long'
  let empty = 0
  for (let index = 0; index <= list.length; index += 1) {
    const start = skipSpace(list, index)
    const end = skipToken(list, start)
    index = skipSpace(list, end)
    if (index < list.length && list.charCodeAt(index) !== COMMA) return 'malformed'
    if (end > start) visit(list.slice(start, end).toLowerCase())
    else empty += 1
    if (empty > MOST_EMPTY_ITEMS) return 'malformed'
  }
  return undefined
}

function skipSpace(text: string, from: number): number {
  let index = from
  while (text.charCodeAt(index) === SPACE || text.charCodeAt(index) === TAB) index += 1
  return index
}

function skipToken(text: string, from: number): number {
  let index = from
  while (isTokenCode(text.charCodeAt(index))) index += 1
  return index
}
