import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { createBreach } from '../issues/catalog.ts'
import { patternRule } from './pattern.ts'
import { translatePattern } from './pattern-syntax.ts'

/** A pattern, a string that contains a match, a string that does not: the meaning in Rust's `regex`. */
const matching: readonly (readonly [string, string, string])[] = [
  ['b', 'abc', 'acd'],
  ['^\\d+$', '٣٤', '1a'],
  ['^\\w+$', 'é\u200d_1', 'a-b'],
  ['^[^\\W\\d_]+$', 'é', 'a1'],
  ['^\\s$', '\u0085', '\ufeff'],
  ['^[\\S]$', 'x', '\u3000'],
  ['^.{3}$', '😀😀😀', '😀'],
  ['^a$', 'a', 'a\n'],
  ['(?i)^straße$', 'STRAßE', 'strasse'],
  ['[]a]', ']', 'b'],
  ['[^]a]', 'b', ']a'],
  ['^\\u{1F600}\\u0041\\U00000042$', '😀AB', 'AB'],
  ['^[]-a]$', '-', '^'],
  ['^[^]-a]$', '^', '-'],
  ['^[]-]$', '-', 'a'],
  ['^[-a]$', '-', ','],
  ['^[\\w-]$', '-', '!'],
  ['^[[:alpha:]-z]$', '-', '!'],
  ['^\\u{D8000}$', '\u{d8000}', '\u{d800}'],
  ['^(?i:a)(?-i)(?sm-U:b)(?<n>c)(?P<m>d)$', 'Abcd', 'ABcd'],
  ['[[:alpha:]]', 'x', '1'],
  ['\\p{Greek}', 'α', 'a'],
  ['\\{\\d{2,3}\\}', '{12}', '{1}'],
  ['^a{2,}$', 'aaa', 'a'],
  ['^a{10}$', 'aaaaaaaaaa', 'aaaaaaaaaaa'],
  ['^a{1,10}$', 'aaaaaaaaaa', 'aaaaaaaaaaa'],
  ['^[a]\\w$', 'ab', 'a-'],
  ['^[a]b$', 'ab', 'a]'],
  ['^a]b$', 'a]b', 'ab'],
  ['^[a]$', 'a', ']'],
  ['^[]\\s]$', ' ', 'a'],
  ['^[^]\\s]$', 'a', ' '],
  ['^[\\[\\]]$', ']', 'a'],
  ['^[[:digit:]\\s]$', ' ', 'x'],
  ['^[[:^digit:]\\d]$', '٣', '1a'],
  ['^\\D$', 'a', '٣'],
  ['^[\\Dx]$', 'a', '٣'],
  ['^\\W$', '½', '_'],
  ['a\\Wb', 'a-b', 'a\u200cb'],
  ['^\\S$', '\u200b', '\u2028'],
  ['^[\\W]$', '½', '_'],
  ['^[\\Wa]$', '\0', 'x'],
  ['^[\\Sa]$', '\0', '\u2028'],
  ['^[\\Sa]$', 'a', ' '],
  ['^[\\S]$', '\u{10ffff}', '\t'],
  ['^\\.\\u00Af\\u{1f6aF}\\U0001F6aF$', '.¯\u{1f6af}\u{1f6af}', '.a\u{1f6af}\u{1f6af}'],
  ['^\\x41\\x{1F600}$', 'A😀', 'a😀'],
  ['^\\U{41}\\U{1F600}$', 'A😀', 'a😀'],
  ['^\\u0041b$', 'Ab', 'Ac'],
  ['^\\P{L}\\pL$', '1é', 'é1'],
  ['^a\\\nb$', 'a\nb', 'a\\b'],
  ['\\bfoo\\b', 'a foo b', 'afoo'],
]

const mistaken: readonly (readonly [string, RegExp])[] = [
  ['ab(', /missing closing \), at character 1/],
  ['a(?=b)', /look-around is not supported, at character 2/],
  ['(?<!a)b', /look-around is not supported, at character 1/],
  ['a{,3}', /a repetition needs numbers.*, at character 2/],
  ['a{2}{3}', /nested repetition operator; put the inner repetition in a group, .*, at character 2$/],
  ['a{1001}', /invalid repeat count; write counts in ascending order, at most 1000 .*, at character 2$/],
  ['a(?ims-U)*', /flags cannot be repeated; .*, at character 2$/],
  ['(?s)?', /flags cannot be repeated; .*, at character 1$/],
  ['a(?i){2}', /flags cannot be repeated; .*, at character 2$/],
  ['a(?i)+', /flags cannot be repeated; .*, at character 2$/],
  ['(?x) a', /unknown group or flag; .* the flags i, m, s and U, .*, at character 1$/],
  ['a(?#b)', /unknown group or flag; .*, at character 2$/],
  ['\\p{Letter}', /write a general category or a script, as in .*, at character 1$/],
  ['[z-a]', /: invalid character class range, at character 2$/],
  ['[_\\w-.]', /a class cannot begin a range; write \\- for the character, at character 3$/],
  ['[\\w-😀]', /a class cannot begin a range; .*, at character 2$/],
  ...[...'dDWsS'].map((letter) => [`[\\${letter}-z]`, /a class cannot begin a range/] as const),
  ['[\\pL-z]', /a class cannot begin a range; .*, at character 2$/],
  ['[\\p{L}-z]', /a class cannot begin a range; .*, at character 2$/],
  ['[a-\\d]', /: invalid escape sequence, at character 1$/],
  [
    '\\ud83d\\ude00',
    /half of a surrogate pair is not a character; write .* as in \\u\{1F600\}, at character 1$/,
  ],
  ['a[\\U0000DE00]', /half of a surrogate pair is not a character; .*, at character 3$/],
  ['\\x{0DFFF}', /half of a surrogate pair is not a character; .*, at character 1$/],
  ['[]--a]', /class arithmetic is not supported; .*, at character 3$/],
  ['[--a]', /class arithmetic is not supported; .*, at character 2$/],
  ['[a&&b]', /class arithmetic is not supported; write .*, at character 3/],
  ['[a[b]]', /a class in a class is not supported.*, at character 3/],
  ['(a)\\1', /\\1 is not supported here, at character 4/],
  ['\\Qa\\E', /\\Q is not supported here, at character 1/],
  ['\\Ca\\E', /\\C is not supported here, at character 1/],
  ['a\\E', /\\E is not supported here, at character 2/],
  ['\\.\\1', /\\1 is not supported here, at character 3/],
  ['\\.\\b{start}', /\\b is not supported here, at character 3/],
  ['a\\', /: the pattern ends with a \\; write \\\\ for the character, at character 2$/],
  ['x{2,1}', /invalid repeat count; write counts in ascending order, .*, at character 2/],
  ['a**b**', /: invalid nested repetition operator; .*, at character 2$/],
  ['[\\d', /: missing closing \], at character 1$/],
  ['a\n(', /: missing closing \), at character 1$/],
  [`${'('.repeat(1001)}${')'.repeat(1001)}`, /: expression nests too deeply, at character 1$/],
]

test('§2.7 a pattern is searched as Rust’s regex does', () => {
  for (const [pattern, match, miss] of matching) {
    const rule = patternRule(pattern)
    assert.ok(!('mistake' in rule), pattern)
    assert.equal(rule.check(match), undefined, `${pattern} in ${match}`)
    assert.deepEqual(
      rule.check(miss),
      createBreach('string_pattern_mismatch', { pattern }),
      `${pattern} in ${miss}`,
    )
    assert.deepEqual(rule.schema, { pattern })
  }
})

test('an invalid pattern is a mistake with its position', () => {
  for (const [pattern, message] of mistaken) {
    const rule = patternRule(pattern)
    assert.match('mistake' in rule ? rule.mistake : '', message, pattern)
  }
})

test('what is no word is looked up once for all patterns', () => {
  const translate = () => {
    for (let count = 0; count < 1000; count++) assert.ok(!('mistake' in translatePattern('[^\\W_]')))
  }
  // The timeout ends a hang: this takes milliseconds, and minutes if each pattern looks up a million characters.
  runInNewContext('translate()', { translate }, { timeout: 10_000 })
})

test('a pattern takes time linear in the length of the string', () => {
  const rule = patternRule('^(a+)+$')
  assert.ok(!('mistake' in rule))
  const check = () => rule.check(`${'a'.repeat(100_000)}!`)
  // The timeout ends a hang: this takes milliseconds, and 2^100000 steps if the engine backtracks.
  const breach = runInNewContext('check()', { check }, { timeout: 10_000 })
  assert.deepEqual(breach, createBreach('string_pattern_mismatch', { pattern: '^(a+)+$' }))
})
