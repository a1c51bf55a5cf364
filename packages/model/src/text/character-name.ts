// table: Unicode names of the characters that e-mail addresses are most often refused for; others are shown by number
/**
 * Returns the Unicode name of a space, format character or combining mark that occurs in practice; undefined for all
 * others.
 */
export function characterName(character: string): string | undefined {
  const point = character.codePointAt(0) ?? 0
  const run = RUNS.find(([first, names]) => point >= first && point < first + names.length)
  return run?.[1][point - run[0]]
}

/** Code points, each with its name and the names of those that follow it. */
const RUNS: readonly (readonly [number, readonly string[]])[] = [
  [0x0020, ['SPACE']],
  [0x00a0, ['NO-BREAK SPACE']],
  [0x00ad, ['SOFT HYPHEN']],
  [
    0x0300,
    [
      'COMBINING GRAVE ACCENT',
      'COMBINING ACUTE ACCENT',
      'COMBINING CIRCUMFLEX ACCENT',
      'COMBINING TILDE',
      'COMBINING MACRON',
      'COMBINING OVERLINE',
      'COMBINING BREVE',
      'COMBINING DOT ABOVE',
      'COMBINING DIAERESIS',
      'COMBINING HOOK ABOVE',
      'COMBINING RING ABOVE',
      'COMBINING DOUBLE ACUTE ACCENT',
      'COMBINING CARON',
      'COMBINING VERTICAL LINE ABOVE',
      'COMBINING DOUBLE VERTICAL LINE ABOVE',
      'COMBINING DOUBLE GRAVE ACCENT',
      'COMBINING CANDRABINDU',
      'COMBINING INVERTED BREVE',
      'COMBINING TURNED COMMA ABOVE',
      'COMBINING COMMA ABOVE',
      'COMBINING REVERSED COMMA ABOVE',
      'COMBINING COMMA ABOVE RIGHT',
    ],
  ],
  [0x0323, ['COMBINING DOT BELOW']],
  [0x0326, ['COMBINING COMMA BELOW', 'COMBINING CEDILLA', 'COMBINING OGONEK']],
  [0x032d, ['COMBINING CIRCUMFLEX ACCENT BELOW']],
  [0x0330, ['COMBINING TILDE BELOW', 'COMBINING MACRON BELOW']],
  [0x0335, ['COMBINING SHORT STROKE OVERLAY', 'COMBINING LONG STROKE OVERLAY']],
  [0x0338, ['COMBINING LONG SOLIDUS OVERLAY']],
  [0x0345, ['COMBINING GREEK YPOGEGRAMMENI']],
  [0x034f, ['COMBINING GRAPHEME JOINER']],
  [0x061c, ['ARABIC LETTER MARK']],
  [0x1680, ['OGHAM SPACE MARK']],
  [0x180e, ['MONGOLIAN VOWEL SEPARATOR']],
  [
    0x2000,
    [
      'EN QUAD',
      'EM QUAD',
      'EN SPACE',
      'EM SPACE',
      'THREE-PER-EM SPACE',
      'FOUR-PER-EM SPACE',
      'SIX-PER-EM SPACE',
      'FIGURE SPACE',
      'PUNCTUATION SPACE',
      'THIN SPACE',
      'HAIR SPACE',
      'ZERO WIDTH SPACE',
      'ZERO WIDTH NON-JOINER',
      'ZERO WIDTH JOINER',
      'LEFT-TO-RIGHT MARK',
      'RIGHT-TO-LEFT MARK',
    ],
  ],
  [
    0x2028,
    [
      'LINE SEPARATOR',
      'PARAGRAPH SEPARATOR',
      'LEFT-TO-RIGHT EMBEDDING',
      'RIGHT-TO-LEFT EMBEDDING',
      'POP DIRECTIONAL FORMATTING',
      'LEFT-TO-RIGHT OVERRIDE',
      'RIGHT-TO-LEFT OVERRIDE',
      'NARROW NO-BREAK SPACE',
    ],
  ],
  [
    0x205f,
    [
      'MEDIUM MATHEMATICAL SPACE',
      'WORD JOINER',
      'FUNCTION APPLICATION',
      'INVISIBLE TIMES',
      'INVISIBLE SEPARATOR',
      'INVISIBLE PLUS',
    ],
  ],
  [
    0x2066,
    ['LEFT-TO-RIGHT ISOLATE', 'RIGHT-TO-LEFT ISOLATE', 'FIRST STRONG ISOLATE', 'POP DIRECTIONAL ISOLATE'],
  ],
  [0x20dd, ['COMBINING ENCLOSING CIRCLE']],
  [0x20e3, ['COMBINING ENCLOSING KEYCAP']],
  [0x3000, ['IDEOGRAPHIC SPACE']],
  [
    0x3099,
    ['COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK', 'COMBINING KATAKANA-HIRAGANA SEMI-VOICED SOUND MARK'],
  ],
  [0xfe0e, ['VARIATION SELECTOR-15', 'VARIATION SELECTOR-16']],
  [0xfeff, ['ZERO WIDTH NO-BREAK SPACE']],
  [
    0xfff9,
    [
      'INTERLINEAR ANNOTATION ANCHOR',
      'INTERLINEAR ANNOTATION SEPARATOR',
      'INTERLINEAR ANNOTATION TERMINATOR',
    ],
  ],
]

/** Returns a character's number as Unicode writes it, with at least the given number of digits: `U+00E9`. */
export function codePointName(character: string, digits = 4): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(digits, '0')}`
}
