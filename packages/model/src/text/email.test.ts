import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { readJsonLines } from '../../../../scripts/json-lines.ts'
import { parseEmail } from './email.ts'
import { parseEmailAddress, unwrapEmail } from './email-address.ts'
import { parseEmailLocalPart } from './email-local-part.ts'

interface RecordedCase {
  readonly id: string
  readonly input_json?: string
  readonly result: {
    readonly ok?: string
    readonly errors?: readonly { readonly ctx?: { readonly reason: string } }[]
  }
}

const corpus = readJsonLines<RecordedCase>(
  new URL('../../../../conformance/fields/email.jsonl', import.meta.url),
)

test('§2.5 every recorded e-mail address is accepted or refused as recorded', () => {
  const texts = corpus.filter((item) => item.input_json?.startsWith('"'))
  assert.ok(texts.length > 180)
  for (const { id, input_json = '', result } of texts) {
    const reason = result.errors?.[0]?.ctx?.reason
    const expected = reason === undefined ? { ok: true, value: result.ok } : { ok: false, reason }
    assert.deepEqual(parseEmail(JSON.parse(input_json)), expected, id)
  }
})

/** Recorded from pydantic 2.13 with email-validator 2.3: [text, {ok} | {reason}]. */
const recorded = readJsonLines<[string, { readonly ok?: string; readonly reason?: string }]>(
  new URL('./email.cases.jsonl', import.meta.url),
)

test('strings made of parts of addresses are accepted or refused as recorded', () => {
  for (const [text, { ok, reason }] of recorded) {
    const expected = reason === undefined ? { ok: true, value: ok } : { ok: false, reason }
    assert.deepEqual(parseEmail(text), expected, JSON.stringify(text))
  }
})

const SIGNS = "!#$%&'*+-/=?^_`{|}~"

const normalised: readonly (readonly [string, string])[] = [
  ['InFo@example.com', 'info@example.com'],
  ['Informer@example.com', 'Informer@example.com'],
  ['u@ΣΑΣ.gr', 'u@σασ.gr'],
  ['u@ﬁne.com', 'u@fine.com'],
  ['u@XN--BCHER-KVA.example', 'u@bücher.example'],
  ['u@אב.com', 'u@אב.com'],
  ['u@\uab70\uab71.com', 'u@\u13a0\u13a1.com'],
  ['u@\u13f8\u13f9.com', 'u@\u13f0\u13f1.com'],
  ['"A <B" <u@example.com>', 'u@example.com'],
  ['u@\u1c80\u1c81.com', 'u@\u0432\u0434.com'],
  ['u@\u1f80\u03b1.gr', 'u@\u1f00\u03b9\u03b1.gr'],
  ['u@\u1e9e.com', 'u@ß.com'],
  ['u@b\u{e0100}c.com', 'u@bc.com'],
  ['u@mail.test.com', 'u@mail.test.com'],
  [`é${SIGNS} <u@e.com>`, 'u@e.com'],
  [`${SIGNS}.${SIGNS}@e.com`, `${SIGNS}.${SIGNS}@e.com`],
  [`é${SIGNS}.${SIGNS}😀@e.com`, `é${SIGNS}.${SIGNS}😀@e.com`],
  ...'INFO MARKETING SALES SUPPORT ABUSE NOC SECURITY POSTMASTER HOSTMASTER USENET NEWS WEBMASTER WWW UUCP FTP'
    .split(' ')
    .map((mailbox) => [`${mailbox}@e.com`, `${mailbox.toLowerCase()}@e.com`] as const),
]

const BRACKETS = 'A display name and angle brackets around the email address are not permitted here.'
const NO_ADDRESS =
  'The address in brackets after the @-sign is not valid: It is not an IPv4 address or is missing an address literal tag.'
const labels = (count: number) => Array(count).fill('b'.repeat(50)).join('.')

for (const [text, expected] of normalised) {
  test(`§2.5 ${text} is ${expected}`, () => assert.deepEqual(parseEmail(text), { ok: true, value: expected }))
}

/** As `recorded`. */
const refused: readonly (readonly [text: string, reason: string])[] = [
  ['A <\na@b.cc>', 'The email address contains invalid characters before the @-sign: U+000A.'],
  ['a@[127.0.0.255]', 'A bracketed IP address after the @-sign is not allowed here.'],
  [`a@${'\u05d0'.repeat(300)}a.com`, 'The part after the @-sign is invalid (Label too long).'],
  ['a\u2028\u200bb@c.dd', 'The email address contains unsafe characters: ZERO WIDTH SPACE, LINE SEPARATOR.'],
  ['Ann（😀）<a@b.cc>', "The display name contains invalid characters when not quoted: '（', '）', '😀'."],
  ['a@b🄀﹒cc', "The part after the @-sign contains invalid characters: '﹒', '🄀'."],
  ['a@[1.2.3.4', "The part after the @-sign contains invalid characters: '['."],
  ['a@b]', "The part after the @-sign contains invalid characters: ']'."],
  ['a@[]', 'The part after the @-sign in brackets is not an IPv4 address and has no address literal tag.'],
  ['a@[256.0.0.1]', NO_ADDRESS],
  ['a@[01.2.3.4]', NO_ADDRESS],
  ['a@[1.2.3]', NO_ADDRESS],
  ['a@[1.2.3.4.]', NO_ADDRESS],
  ['a@[IPv6:1]', 'The IPv6 address in brackets after the @-sign is not valid.'],
  [
    'a@1😀--a.com',
    'An email address cannot have two letters followed by two dashes immediately after the @-sign or after a period, except Punycode.',
  ],
  [`a@${labels(5)}.com`, 'The email address is too long after the @-sign (5 characters too many).'],
  [
    `a@B${labels(5)}.com`,
    'The email address is too long after the @-sign (6 bytes too many after IDNA encoding).',
  ],
  [
    `a@é${labels(5)}.com`,
    'The email address is too long after the @-sign (13 bytes too many after IDNA encoding).',
  ],
  ['é <>', "The display name contains invalid characters when not quoted: 'é'."],
  [`é${SIGNS}(@b.cc`, "The email address contains invalid characters before the @-sign: '('."],
  ['a@x.1-.com', 'An email address cannot have a period and a hyphen next to each other.'],
  ['a <<u@b.cc>>>', BRACKETS],
  ['a <<u@b.cc> >', BRACKETS],
  ['"a" b <x@y.cc>', "Extra character(s) found after close quote: SPACE, 'b'"],
  [
    '"a" <"b" <>',
    'An open angle bracket at the start of the email address has to be followed by a close angle bracket at the end.',
  ],
  [`${'\ufb2c'.repeat(50)}@ab.de`, 'The email address is too long after normalization (52 bytes too many).'],
  [`${'a'.repeat(250)}@b.cc`, 'The email address is too long (1 character too many).'],
  [`${'a'.repeat(2043)}@b.cc`, 'The email address is too long (1794 characters too many).'],
  [`${'😀'.repeat(2043)}@b.cc`, 'The email address is too long (1980-7923 characters too many).'],
  [`${'a'.repeat(2044)}@b.cc`, 'Length must not exceed 2048 characters'],
  [`${'a'.repeat(244)}\u0958@b.cc`, 'The email address is too long after normalization (1 byte too many).'],
  [
    `${'a'.repeat(243)}@é.com`,
    'The email address is too long when the part after the @-sign is converted to IDNA ASCII (1 byte too many).',
  ],
  ['a@[foo:bar]', 'The part after the @-sign contains an invalid address literal tag in brackets.'],
  ['a@[foo:bĀr]', "The part after the @-sign contains invalid characters in brackets: 'Ā'."],
  [
    // Each of these letters becomes two in Normalization Form C.
    `${'\u0958'.repeat(20)}@${Array(9).fill('a'.repeat(20)).join('.')}.com`,
    'The email address is too long after normalization (59 bytes too many).',
  ],
]

for (const [text, reason] of refused) {
  test(`§2.5 ${text} is refused`, () => assert.deepEqual(parseEmail(text), { ok: false, reason }))
}

test('parseEmail throws for no string, and accepts its own result unchanged', () => {
  const parts = fc.constantFrom(
    '@',
    '.',
    '-',
    '"',
    '<',
    '>',
    'a',
    'com',
    'xn--',
    'É',
    'א',
    '\u0301',
    ' ',
    '\\',
    '[',
    ']',
  )
  const texts = fc.array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 10 })
  fc.assert(
    fc.property(texts, fc.constantFrom('', '@example.com', '>'), (given, end) => {
      const outcome = parseEmail(given.join('') + end)
      if (outcome.ok) assert.deepEqual(parseEmail(outcome.value), outcome)
    }),
    { numRuns: 20_000 },
  )
})

const MILLION = 1_000_000
const hostile: readonly (readonly [text: string, reason: RegExp])[] = [
  [`${' '.repeat(MILLION)}<`, /open angle bracket/],
  [`"${'" <'.repeat(MILLION)}>`, /must have an @-sign/],
  [`"${'"<'.repeat(MILLION)}\n>`, /Extra character|must have an @-sign/],
  ['a '.repeat(MILLION), /must have an @-sign/],
  [`${'a.'.repeat(MILLION)}@`, /immediately before the @-sign/],
  [`a${'\u0301'.repeat(MILLION)}`, /must have an @-sign/],
  [`"\\a${'\u0301'.repeat(MILLION)}`, /must have an @-sign/],
]

test('a string far beyond the length limit is split without backtracking', () => {
  for (const [text, reason] of hostile) {
    const split = () => {
      const address = parseEmailAddress(unwrapEmail(text))
      return address.ok ? parseEmailLocalPart(address.value.local, false) : address
    }
    // The timeout ends a hang: this takes milliseconds, and minutes if the time is quadratic.
    const outcome = runInNewContext('split()', { split }, { timeout: 10_000 })
    assert.match(outcome.reason, reason)
    assert.deepEqual(parseEmail(text), { ok: false, reason: 'Length must not exceed 2048 characters' })
  }
})
