import { once } from '../compile/once.ts'

/** A pattern in RE2's syntax, or why it cannot be translated and at which index. */
export type Translation = { readonly source: string } | { readonly mistake: string; readonly at: number }

/**
 * Translates a pattern from the syntax of Rust's `regex` (pydantic's) to that of RE2: `\d`, `\w` and `\s` match
 * Unicode, `\u` and `\U` escapes become `\x`. Syntax that RE2 would read differently (class arithmetic, `\<`) is a
 * mistake. `\b` knows ASCII words only.
 */
export function translatePattern(pattern: string): Translation {
  let source = ''
  let inClass = false
  let at = 0
  while (at < pattern.length) {
    const token = nextToken(pattern.slice(at), inClass)
    if ('mistake' in token) return { mistake: token.mistake, at }
    source += token.written
    at += token.length
    inClass = token.inClass ?? inClass
  }
  return { source }
}

type Token =
  | { readonly written: string; readonly length: number; readonly inClass?: boolean }
  | { readonly mistake: string }

function nextToken(rest: string, inClass: boolean): Token {
  const character = rest.charAt(0)
  const unsupported = UNSUPPORTED.find(([form, where]) => where === inClass && form.test(rest))
  if (unsupported !== undefined) return { mistake: unsupported[2] }
  if (character === '\\') return escapeToken(rest, inClass)
  if (character === '[') return inClass ? copied(/^\[:\^?\w+:\]/, rest) : openClass(rest)
  if (character === ']') return { written: ']', length: 1, inClass: false }
  return { written: character, length: 1 }
}

/** Syntax that RE2 lacks or reads differently: the form, whether it applies inside a class, and the message. */
const UNSUPPORTED: readonly (readonly [RegExp, boolean, string])[] = [
  [/^\(\?<?[=!]/, false, 'look-around is not supported'],
  [
    /^\(\?[imsU-]*\)[*+?{]/,
    false,
    'flags cannot be repeated; write the repetition right after what it repeats',
  ],
  [
    /^\(\?(?!P?<|[imsU-]*[:)])/,
    false,
    'unknown group or flag; write (…), (?:…) or (?<name>…), or the flags i, m, s and U, as in (?i)',
  ],
  [/^\{(?!\d+(?:,\d*)?\})/, false, 'a repetition needs numbers, as in {2,5}; write \\{ for the character'],
  [
    /^(?:&&|--|~~)/,
    true,
    'class arithmetic is not supported; write \\&, \\- and \\~ for the characters, as in [+-\\-]',
  ],
  [/^\[(?!:\^?\w+:\])/, true, 'a class in a class is not supported; write \\[ for the character'],
  [
    /^\\(?:[dDwWsS]|[pP](?:\{[^}]*\}|.))-[^\]-]/,
    true,
    'a class cannot begin a range; write \\- for the character',
  ],
]

/**
 * Reads `[` or `[^`, and a `]` directly after it, which is a character of the class and begins no range. A `-` after
 * that `]` is a character too.
 */
function openClass(rest: string): Token {
  const [opened = '', opening = '', characters = ''] = /^(\[\^?)(\](?:-(?!-))?)?/.exec(rest) ?? []
  return {
    written: opening + characters.replace(/./g, '\\$&'),
    length: opened.length,
    inClass: true,
  }
}

function copied(form: RegExp, rest: string): Token {
  const written = form.exec(rest)?.[0] ?? ''
  return { written, length: written.length }
}

function escapeToken(rest: string, inClass: boolean): Token {
  const letter = rest.charAt(1)
  if (letter === '') return { mistake: 'the pattern ends with a \\; write \\\\ for the character' }
  const members = classMembers(letter, inClass)
  if (members !== undefined) return { written: inClass ? members : `[${members}]`, length: 2 }
  const codePoint = /^\\(?:[uUx]\{([\da-fA-F]+)\}|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(rest)
  if (codePoint !== null) {
    const digits = codePoint[1] ?? codePoint[2] ?? codePoint[3] ?? ''
    if (SURROGATE.test(digits)) return { mistake: HALF_OF_A_PAIR }
    return { written: `\\x{${digits}}`, length: codePoint[0].length }
  }
  if (/^\\b\{|^\\[<>QEC\d]/.test(rest)) return { mistake: `\\${letter} is not supported here` }
  return copied(/^\\(?:[pPx]\{[^}]*\}|.)/s, rest)
}

const SURROGATE = /^0*[dD][89a-fA-F][\da-fA-F]{2}$/
const HALF_OF_A_PAIR =
  'half of a surrogate pair is not a character; write the code point of the pair, as in \\u{1F600}'

const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\x{200C}\\x{200D}'
const SPACE =
  '\\t-\\r\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}'

function classMembers(letter: string, inClass: boolean): string | undefined {
  if (letter === 'd') return '\\p{Nd}'
  if (letter === 'D') return '\\P{Nd}'
  if (letter === 'w') return WORD
  if (letter === 's') return SPACE
  if (letter === 'W') return inClass ? noWord() : `^${WORD}`
  if (letter === 'S') return inClass ? noSpace() : `^${SPACE}`
  return undefined
}

// Each takes a tenth of a second.
const noWord = once(() => complement(/[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]/u))
const noSpace = once(() => complement(/\p{White_Space}/u))

/** Returns the code points that `members` does not match, as ranges of a class: RE2 cannot negate a part of a class. */
function complement(members: RegExp): string {
  let ranges = ''
  let first = -1
  for (let point = 0; point <= 0x110000; point++) {
    const outside = point < 0x110000 && !members.test(String.fromCodePoint(point))
    if (outside && first < 0) first = point
    if (!outside && first >= 0) {
      ranges += `\\x{${first.toString(16)}}-\\x{${(point - 1).toString(16)}}`
      first = -1
    }
  }
  return ranges
}
