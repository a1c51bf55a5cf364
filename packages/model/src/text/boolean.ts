/** Parses `1 0 true false t f yes no y n on off` in any case; undefined for any other string. */
export function parseBoolean(text: string): boolean | undefined {
  if (text.length > 5) return undefined
  // No character outside ASCII has a lower-case form that is a letter of these words.
  switch (text.toLowerCase()) {
    case 'true':
    case '1':
    case 't':
    case 'y':
    case 'yes':
    case 'on':
      return true
    case 'false':
    case '0':
    case 'f':
    case 'n':
    case 'no':
    case 'off':
      return false
    default:
      return undefined
  }
}
