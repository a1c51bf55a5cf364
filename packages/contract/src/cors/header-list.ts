import { isTokenCode } from './token.ts'

/** Why a list of header names is refused: it is longer than {@link MOST_CHARACTERS}, or not a list of names. */
export type HeaderListFault = 'too_long' | 'malformed'

/** The most characters of a list of header names. */
export const MOST_CHARACTERS = 4096
const MOST_EMPTY_ITEMS = 16
const COMMA = 44
const SPACE = 32
const TAB = 9

/**
 * Reads a comma-separated list of header names (RFC 9110 §5.6.1) in one pass and passes each name, in lower case, to
 * `visit`. White space around items and up to 16 empty items are accepted; anything else is a fault.
 */
export function readHeaderList(list: string, visit: (name: string) => void): HeaderListFault | undefined {
  if (list.length > MOST_CHARACTERS) return 'too_long'
  // Where the current name begins and ends; -1 if it has not begun, or no white space has ended it.
  let start = -1
  let end = -1
  let empty = 0
  for (let index = 0; index <= list.length; index += 1) {
    const code = index < list.length ? list.charCodeAt(index) : COMMA
    if (isTokenCode(code)) {
      if (end >= 0) return 'malformed'
      if (start < 0) start = index
    } else if (code === COMMA) {
      if (start >= 0) visit(list.slice(start, end < 0 ? index : end).toLowerCase())
      else empty += 1
      if (empty > MOST_EMPTY_ITEMS) return 'malformed'
      start = -1
      end = -1
    } else if (code !== SPACE && code !== TAB) return 'malformed'
    else if (start >= 0 && end < 0) end = index
  }
  return undefined
}
