import { isAscii } from './byte-text.ts'
import { foldName } from './case-folding.ts'
import { codePointName } from './character-name.ts'
import { type Parsed, unreadable } from './parsed.ts'
import { decodePunycode, encodePunycode } from './punycode.ts'
import { showPython } from './python-literal.ts'

/** A label of a domain name in both its forms. */
export interface IdnaLabel {
  readonly ascii: string
  readonly unicode: string
}

/**
 * Parses a lower-case, non-empty label in either form, if IDNA 2008 allows it (RFC 5891 §4 and §5; reasons as in
 * Python's `idna`).
 */
export function parseIdnaLabel(label: string): Parsed<IdnaLabel> {
  const isPlain = isAscii(label)
  const decoded: Parsed<string> =
    isPlain && label.startsWith('xn--') ? decodeLabel(label.slice(4)) : { ok: true, value: label }
  if (!decoded.ok) return decoded
  const unicode = decoded.value
  const reason = labelReason(unicode)
  if (reason !== undefined) return unreadable(reason)
  const ascii = isPlain ? label : `xn--${encodePunycode(label)}`
  return ascii.length > 63 ? unreadable('Label too long') : { ok: true, value: { ascii, unicode } }
}

function decodeLabel(encoded: string): Parsed<string> {
  const decoded = decodePunycode(encoded)
  return decoded.ok && encodePunycode(decoded.value) !== encoded
    ? unreadable('A-label is not the canonical Punycode encoding of its U-label')
    : decoded
}

function labelReason(label: string): string | undefined {
  if ([...label].length > 254) return 'Label too long'
  if (label.normalize('NFC') !== label) return 'Label must be in Normalization Form C'
  if (/^..--/su.test(label)) return 'Label has disallowed hyphens in 3rd and 4th position'
  if (/^-|-$/.test(label)) return 'Label must not start or end with a hyphen'
  if (/^\p{M}/u.test(label)) return 'Label begins with an illegal combining character'
  return characterReason(label) ?? directionReason(label)
}

function characterReason(label: string): string | undefined {
  const characters = [...label]
  for (const [index, character] of characters.entries()) {
    const name = codePointName(character)
    const inContext = contextRule(character)
    if (inContext === undefined) {
      if (!isAlwaysAllowed(character)) {
        return `Codepoint ${name} at position ${index + 1} of ${showPython(label)} not allowed`
      }
    } else if (!inContext(characters, index)) {
      const called = JOINER.test(character) ? 'Joiner' : 'Codepoint'
      return `${called} ${name} not allowed at position ${index + 1} in ${showPython(label)}`
    }
  }
  return undefined
}

// The character sets below are inside functions: making one from Unicode properties takes up to a millisecond, and few
// programs ever see such a name.

/** PVALID, derived as in RFC 5892 §3. */
function isAlwaysAllowed(character: string): boolean {
  if (/[a-z\d\-\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]/.test(character)) return true
  const isLetterOrDigit = /^[\p{Ll}\p{Lo}\p{Lm}\p{Lu}\p{Nd}\p{Mn}\p{Mc}]$/u.test(character)
  return isLetterOrDigit && !isNeverAllowed(character) && foldName(character) === character
}

/** RFC 5892: §2.6 exceptions, §2.3 and §2.4 ignorable properties and blocks, §2.9 old Hangul jamo. */
function isNeverAllowed(character: string): boolean {
  return /[\u20d0-\u20ff\u302e-\u302f\u0640\u07fa\u3031-\u3035\u303b\u{1d100}-\u{1d1ff}\u{1d200}-\u{1d24f}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\p{Default_Ignorable_Code_Point}]/u.test(
    character,
  )
}

const JOINER = /[\u200c\u200d]/

type ContextRule = (characters: readonly string[], index: number) => boolean

/** RFC 5892 appendix A, for characters that are allowed only in some contexts. */
function contextRule(character: string): ContextRule | undefined {
  if (JOINER.test(character)) return () => false
  if (character === '\u00b7') return (all, index) => all[index - 1] === 'l' && all[index + 1] === 'l'
  if (character === '\u0375') return (all, index) => /\p{Script=Greek}/u.test(all[index + 1] ?? '')
  if (/[\u05f3\u05f4]/.test(character)) return (all, index) => /\p{Script=Hebrew}/u.test(all[index - 1] ?? '')
  if (character === '\u30fb') return (all) => all.some(isJapanese)
  if (/[\u0660-\u0669]/.test(character)) return (all) => !all.some((other) => /[\u06f0-\u06f9]/.test(other))
  if (/[\u06f0-\u06f9]/.test(character)) return (all) => !all.some((other) => /[\u0660-\u0669]/.test(other))
  return undefined
}

function isJapanese(character: string): boolean {
  return /(?!\u30fb)[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(character)
}

/** The Bidi Rule of RFC 5893 §2, for a label that contains a right-to-left character. */
function directionReason(label: string): string | undefined {
  const directions = directionsOf(label)
  const firstRightToLeft = directions.search(/[RA]/)
  if (firstRightToLeft < 0) return undefined
  if (!/^[RL]/.test(directions)) {
    return `First codepoint in label ${showPython(label)} must be directionality L, R or AL`
  }
  if (directions.startsWith('L')) return strangerReason(firstRightToLeft, 'left-to-right')
  const firstLeftToRight = directions.indexOf('L')
  const numerals = firstLeftToRight < 0 ? directions : directions.slice(0, firstLeftToRight)
  if (numerals.includes('A') && numerals.includes('E')) {
    return 'Can not mix numeral types in a right-to-left label'
  }
  if (firstLeftToRight >= 0) return strangerReason(firstLeftToRight, 'right-to-left')
  return /[REA]N*$/.test(directions) ? undefined : 'Label ends with illegal codepoint directionality'
}

function strangerReason(at: number, side: string): string {
  return `Invalid direction for codepoint at position ${at + 1} in a ${side} label`
}

/** Returns the direction of each character of a label: L, R (also AL), A (AN), E (EN), N (NSM), S (any neutral). */
export function directionsOf(label: string): string {
  return [...label].map(directionOf).join('')
}

function directionOf(character: string): string {
  if (/[\d\u06f0-\u06f9]/.test(character)) return 'E'
  if (/[\u0660-\u0669\u{10d30}-\u{10d39}]/u.test(character)) return 'A'
  if (/[-\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/.test(character))
    return 'S'
  if (/\p{Mn}/u.test(character)) return 'N'
  if (RIGHT_TO_LEFT.test(character)) return 'R'
  return /[\p{L}\p{M}\p{N}]/u.test(character) ? 'L' : 'S'
}

/** A character of a script written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
