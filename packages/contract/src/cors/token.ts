const TOKEN_MARKS = "!#$%&'*+-.^_`|~"
const TOKEN_CODES = Uint8Array.from({ length: 128 }, (_, code) =>
  Number(isTokenCharacter(String.fromCharCode(code))),
)

/** Whether the code unit may be in a token (RFC 9110 §5.6.2, tchar). */
export function isTokenCode(code: number): boolean {
  return TOKEN_CODES[code] === 1
}

/** Whether the whole string is one token: a method, or the name of a header (RFC 9110 §5.6.2). */
export function isToken(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (!isTokenCode(text.charCodeAt(index))) return false
  }
  return text.length > 0
}

function isTokenCharacter(character: string): boolean {
  return /[0-9A-Za-z]/.test(character) || TOKEN_MARKS.includes(character)
}
