import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEmail } from './email.ts'

const LONGEST = `é${'a'.repeat(55)}`

// table: labels that a domain may contain, in Unicode
const allowed: readonly string[] = [
  LONGEST,
  'ß',
  'ς',
  'l·l',
  '\u0375α',
  'א\u05f3',
  'カ・',
  'ا\u0660\u0661',
  'ا\u06f0\u06f1',
  'א1',
  'א\u05c7',
]

test('§2.5 a label that IDNA allows is kept as it is', () => {
  for (const label of allowed)
    assert.deepEqual(parseEmail(`a@${label}.com`), { ok: true, value: `a@${label}.com` })
})

const LONG = 'Label too long'
const MIXED = 'Can not mix numeral types in a right-to-left label'

// table: labels that no domain may contain, and the reason that Python's idna gives
const refused: readonly (readonly [label: string, reason: string])[] = [
  [`${LONGEST}a`, LONG],
  ['xn--é', 'Label has disallowed hyphens in 3rd and 4th position'],
  ['b.\u0301a', 'Label begins with an illegal combining character'],
  ['l·', "Codepoint U+00B7 not allowed at position 2 in 'l·'"],
  ['l·a', "Codepoint U+00B7 not allowed at position 2 in 'l·a'"],
  ['a·l', "Codepoint U+00B7 not allowed at position 2 in 'a·l'"],
  ['α\u0375a', "Codepoint U+0375 not allowed at position 2 in 'α\u0375a'"],
  ['a\u05f3', "Codepoint U+05F3 not allowed at position 2 in 'a\u05f3'"],
  ['a・b', "Codepoint U+30FB not allowed at position 2 in 'a・b'"],
  ['ا\u0660\u06f0', "Codepoint U+0660 not allowed at position 2 in 'ا\u0660\u06f0'"],
  ['ا\u06f0\u0660', "Codepoint U+06F0 not allowed at position 2 in 'ا\u06f0\u0660'"],
  ['\u1100', "Codepoint U+1100 at position 1 of '\u1100' not allowed"],
  ['\u0640', "Codepoint U+0640 at position 1 of '\u0640' not allowed"],
  ['1א', "First codepoint in label '1א' must be directionality L, R or AL"],
  ['aא', 'Invalid direction for codepoint at position 2 in a left-to-right label'],
  ['b\u0660', 'Invalid direction for codepoint at position 2 in a left-to-right label'],
  ['אb', 'Invalid direction for codepoint at position 2 in a right-to-left label'],
  ['אb\u06601', 'Invalid direction for codepoint at position 2 in a right-to-left label'],
  ['א\u0660b1', 'Invalid direction for codepoint at position 3 in a right-to-left label'],
  ['א\u06601b', MIXED],
  ['א1\u0660', MIXED],
  ['א\u02b9', 'Label ends with illegal codepoint directionality'],
]

test('§2.5 a label that IDNA does not allow is refused with its reason', () => {
  for (const [label, why] of refused) {
    const reason = `The part after the @-sign is invalid (${why}).`
    assert.deepEqual(parseEmail(`a@${label}.com`), { ok: false, reason })
  }
})

// table: the same for labels in Punycode, in which nothing is mapped
const refusedInPunycode: readonly (readonly [label: string, reason: string])[] = [
  ['xn---9ca', 'A-label is not the canonical Punycode encoding of its U-label'],
  ['xn--9ca9', 'Invalid A-label'],
  ['xn--e-xbb', 'Label must be in Normalization Form C'],
  ['xn--aa---epa', 'Label has disallowed hyphens in 3rd and 4th position'],
  ['xn----a-qh33b', "Codepoint U+1F600 at position 1 of '😀--a' not allowed"],
  ['xn----bga', 'Label must not start or end with a hyphen'],
  ['xn----9fa', 'Label must not start or end with a hyphen'],
  ['xn--a-wbb', 'Label begins with an illegal combining character'],
  ['xn--dca', "Codepoint U+00C9 at position 1 of 'É' not allowed"],
  ['xn--mi7c', "Codepoint U+FF41 at position 1 of 'ａ' not allowed"],
  ['xn--hsg', "Codepoint U+1FB3 at position 1 of 'ᾳ' not allowed"],
  ['xn--b1a855j', "Codepoint U+1C80 at position 2 of 'вᲀ' not allowed"],
  ['xn--ab-m1t', "Joiner U+200D not allowed at position 2 in 'a\\u200db'"],
  ['xn--mgbc799q', "Joiner U+200C not allowed at position 2 in 'ا\\u200cب'"],
]

test('§2.5 a label in Punycode that IDNA does not allow is refused with its reason', () => {
  for (const [label, why] of refusedInPunycode) {
    const reason = `The part after the @-sign is not valid IDNA (${why}).`
    assert.deepEqual(parseEmail(`a@${label}.com`), { ok: false, reason })
  }
})
