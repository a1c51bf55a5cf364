/** The length of the longest http(s) origin: `https://`, a host of 253 characters, `:65535`. */
export const LONGEST_ORIGIN = 267

const LONGEST_HOST = 253
const LONGEST_LABEL = 63
const COLON = 58
const DOT = 46
const BRACKET = 91

/**
 * Whether the string is what a browser writes in `Origin` for an http or https page: scheme, lower-case host or
 * bracketed IPv6 address, and the port unless it is the scheme's default. `null` is not. Checks the length first, then
 * takes one pass.
 */
export function isSerializedOrigin(text: string): boolean {
  if (text.length > LONGEST_ORIGIN) return false
  const secure = text.startsWith('https://')
  if (!secure && !text.startsWith('http://')) return false
  const start = secure ? 8 : 7
  const end = text.charCodeAt(start) === BRACKET ? endOfAddress(text, start) : endOfName(text, start)
  if (end < 0) return false
  if (end !== text.length && !isPort(text.slice(end), secure ? ':443' : ':80')) return false
  return !JUDGED_WHOLE.test(text.slice(start, end)) || URL.parse(text)?.origin === text
}

/** An address, or a name in Punycode: only the URL parser can tell which of these are valid (URL, host parsing). */
const JUDGED_WHOLE = /^\[|(?:^|\.)xn--|(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/

function endOfAddress(text: string, start: number): number {
  const close = text.indexOf(']', start)
  return close > 0 && /^[0-9a-f:]{2,39}$/.test(text.slice(start + 1, close)) ? close + 1 : -1
}

function endOfName(text: string, start: number): number {
  let label = 0
  let index = start
  for (; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === COLON) break
    if (code === DOT) {
      if (label === 0) return -1
      label = 0
    } else if (isNameCode(code)) {
      label += 1
      if (label > LONGEST_LABEL) return -1
    } else return -1
  }
  return index > start && index - start <= LONGEST_HOST ? index : -1
}

function isNameCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95
}

function isPort(text: string, implied: string): boolean {
  return /^:[1-9][0-9]{0,4}$/.test(text) && text !== implied && Number(text.slice(1)) <= 65535
}
