import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseHttpUrl } from './http-url.ts'

interface RecordedCase {
  readonly id: string
  readonly input_json?: string
  readonly result: {
    readonly ok?: string
    readonly errors?: readonly { readonly type: string; readonly ctx?: object }[]
  }
}

const corpus = readFileSync(new URL('../../../../conformance/fields/url.jsonl', import.meta.url), 'utf8')
const recorded = corpus
  .trim()
  .split('\n')
  .map((line): RecordedCase => JSON.parse(line))
  .filter((item) => item.input_json?.startsWith('"'))

test('§2.5 every recorded text is read or refused as recorded', () => {
  assert.ok(recorded.length > 300)
  for (const { id, input_json = '', result } of recorded) {
    const outcome = parseHttpUrl(JSON.parse(input_json))
    const error = result.errors?.[0]
    const expected =
      error === undefined
        ? { ok: true, value: result.ok }
        : { ok: false, type: error.type, ...(error.ctx && { context: error.ctx }) }
    assert.deepEqual(outcome, expected, id)
  }
})

const beyondTheCorpus: readonly (readonly [string, string])[] = [
  ['http://example.com/a^b', 'http://example.com/a^b'],
  ['http://example.com/~%5Ea^b~', 'http://example.com/~%5Ea^b~'],
  ['http://example.com/caret^0ca\tret^^', 'http://example.com/caret^0caret^^'],
  ['http://a^b@example.com/?a^b#a^b', 'http://a%5Eb@example.com/?a^b#a^b'],
  ['http://\u05d0.1a/', 'invalid international domain name'],
  ['http://\u05d0.com/', 'http://xn--4db.com/'],
  ['http://xn--a.example/', 'invalid international domain name'],
  ['http://xn--abc-/', 'invalid international domain name'],
  ['ftp://1.2.3.4.5/', 'invalid IPv4 address'],
  ['file://1.2.3.256/', 'invalid IPv4 address'],
  ['file://[::1]:80/', 'invalid IPv6 address'],
  ['foo://a b/', 'invalid domain character'],
  ['foo://a:99999/', 'invalid port number'],
  ['ws://\u00ad/', 'empty host'],
]

for (const [text, expected] of beyondTheCorpus) {
  test(`${JSON.stringify(text)} gives ${expected}`, () => {
    const outcome = parseHttpUrl(text)
    if (outcome.ok) assert.equal(outcome.value, expected)
    else assert.deepEqual(outcome, { ok: false, type: 'url_parsing', context: { error: expected } })
  })
}

test('§8 the 2083 are counted in bytes of the text as given', () => {
  const start = 'http://e.com/'
  assert.ok(parseHttpUrl(start + 'a'.repeat(2083 - start.length)).ok)
  assert.equal(parseHttpUrl(start + 'a'.repeat(2084 - start.length)).ok, false)
  assert.ok(parseHttpUrl(`${start}${'é'.repeat(1035)}`).ok)
  assert.deepEqual(parseHttpUrl(`${start}${'é'.repeat(1036)}`), {
    ok: false,
    type: 'url_too_long',
    context: { max_length: 2083 },
  })
})

test('no text makes it throw, and what it answers it would answer again', () => {
  const parts = fc.constantFrom(
    'http://',
    'https:',
    'foo://',
    '/',
    '\\',
    '@',
    '[',
    ']',
    ':',
    '?',
    '#',
    'xn--',
    '.',
    'é',
    '1',
    '^',
  )
  const texts = fc.array(fc.oneof(parts, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 8 })
  fc.assert(
    fc.property(texts, (given) => {
      const outcome = parseHttpUrl(given.join(''))
      if (outcome.ok) assert.deepEqual(parseHttpUrl(outcome.value), outcome)
    }),
    { numRuns: 20_000 },
  )
})
