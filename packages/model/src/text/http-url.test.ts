import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readJsonLines } from '../../../../scripts/json-lines.ts'
import { parseHttpUrl } from './http-url.ts'

interface RecordedCase {
  readonly id: string
  readonly input_json?: string
  readonly result: {
    readonly ok?: string
    readonly errors?: readonly { readonly type: string; readonly ctx?: object }[]
  }
}

const corpus = new URL('../../../../conformance/fields/url.jsonl', import.meta.url)
const recorded = readJsonLines<RecordedCase>(corpus).filter((item) => item.input_json?.startsWith('"'))

test('§2.5 every recorded URL is accepted or refused as recorded', () => {
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
  ['http://CARET.com/a^b', 'http://caret.com/a^b'],
  ['http://%63aret.com/?a^b', 'http://caret.com/?a^b'],
  ['\0http:/\\u^\t@caret.com\\a^b', 'http://u%5E@caret.com/a^b'],
  ['http://\u05d0.1a/', 'invalid international domain name'],
  ['http://\u05d0.com/', 'http://xn--4db.com/'],
  ['http://\u05d0.\u{1f600}/', 'invalid international domain name'],
  ['http://\u05d0.\u02b9a/', 'invalid international domain name'],
  ['http://\u05d0.\u30a2\u30fb/', 'invalid international domain name'],
  ['http://\u05d0.a\u30fbb/', 'http://xn--4db.xn--ab-3n4a/'],
  ['http://\u05d0.\u0915\u094d/', 'http://xn--4db.xn--11b6i/'],
  ['http://1.\u0663/', 'invalid international domain name'],
  ['http://1.\u06f0/', 'http://1.xn--dmb/'],
  ['http://xn--a.example/', 'invalid international domain name'],
  ['http://xn--abc-/', 'invalid international domain name'],
  ['ftp://1.2.3.4.5/', 'invalid IPv4 address'],
  ['file://1.2.3.256/', 'invalid IPv4 address'],
  ['file://[::1]:80/', 'invalid IPv6 address'],
  ['foo://a b/', 'invalid domain character'],
  ['\0foo://a b/', 'invalid domain character'],
  ['foo://a:99999/', 'invalid port number'],
  ['ws://\u00ad/', 'empty host'],
  ['foo://a@/', 'empty host'],
  ['hTTps://a%8/', 'invalid international domain name'],
  ['file://u:p@/', 'invalid international domain name'],
  ['http://ab.\u05d0/', 'http://ab.xn--4db/'],
  ['http://abcd.\u05d0/', 'http://abcd.xn--4db/'],
  ['http://\u05d0../', 'http://xn--4db../'],
  ['http:[::g]/', 'invalid IPv6 address'],
  ['http://u@v@[::g]/', 'invalid IPv6 address'],
  ['foo://[::g]/', 'invalid IPv6 address'],
  ['http://[::1]:-1/', 'invalid port number'],
  ['a+b://x:y/', 'invalid port number'],
]

for (const [text, expected] of beyondTheCorpus) {
  test(`${JSON.stringify(text)} gives ${expected}`, () => {
    const outcome = parseHttpUrl(text)
    if (outcome.ok) assert.equal(outcome.value, expected)
    else assert.deepEqual(outcome, { ok: false, type: 'url_parsing', context: { error: expected } })
  })
}

const EDGES = 'leading or trailing control or space character are ignored in URLs'
const TABS = 'tabs or newlines are ignored in URLs'
const CODE_POINT = 'non-URL code point'
const PERCENT = 'expected 2 hex digits after %'

// table: a URL that lax mode accepts, and its error in pydantic's strict mode (none: accepted); of several, the last.
const strictly: readonly (readonly [string, string?])[] = [
  ['HTTP://u:p@\u00fc.example:80/../\u00fc%2e?a?/#\u{e1000}'],
  [' http://e.com', EDGES],
  ['\t http://e.com', EDGES],
  ['http://e.com \n', EDGES],
  ['\0http://e.com\0', EDGES],
  ['\0http://e.com', EDGES],
  ['http://e.com/#\0', EDGES],
  ['ht\ttp://e.com', TABS],
  ['ht\ttp:/\t/e.com', TABS],
  [' http://e.com/\n#', TABS],
  ['http:e.com', 'expected //'],
  ['http:///\te.com', 'expected //'],
  ['http:\\\\e.com', 'expected //'],
  ['ftp:e.com', 'expected //'],
  ['HTTP:////e.com', 'expected //'],
  ['ws:e.com', 'expected //'],
  ['http://@@e.com', 'unencoded @ sign in username or password'],
  ['http:a<@b@e.com', CODE_POINT],
  ['http://a@%@e.com', PERCENT],
  ['http://<%@e.com', PERCENT],
  ['http://e.com\\', 'backslash'],
  ['http://%@e.com/ \\', 'backslash'],
  ['http://e.com/%4', PERCENT],
  ['http://e.com/%7F%fF'],
  ['http://@e.com?|', CODE_POINT],
  ['http://e.com/^', CODE_POINT],
  ['http://e.com/%4\t1', TABS],
  ['http://e.com/\\|', CODE_POINT],
  ['http://e.com/?%#a', PERCENT],
  ['http://e.com/%?\\', CODE_POINT],
  ['http://e.com/?%#a\\', CODE_POINT],
  ['http://e.com/#a#%2', PERCENT],
  ['http://e.com/#%\0 \0.', 'NULL characters are ignored in URL fragment identifiers'],
  ['http://e.com/\ufdd0', CODE_POINT],
  ['http://e.com/\u{1ffff}', CODE_POINT],
  ['http://e.com/\u{e0001}', CODE_POINT],
  ['http://e.com/\x7f', CODE_POINT],
  ['http://e.com/\xa0'],
]

test('a strict URL is refused for its last syntax violation', () => {
  for (const [text, error] of strictly) {
    const outcome = parseHttpUrl(text, true)
    const refusal = { ok: false, type: 'url_syntax_violation', context: { error } }
    assert.deepEqual(outcome.ok || outcome, error === undefined || refusal, text)
  }
})

test('a URL with another scheme is refused for its scheme, whatever its host', () => {
  for (const [text, strict] of [
    ['x://xn--a/', false],
    ['x://xn--ZCA/', false],
    ['x://e.com/', true],
  ] as const) {
    const context = { expected_schemes: "'http' or 'https'" }
    assert.deepEqual(parseHttpUrl(text, strict), { ok: false, type: 'url_scheme', context })
  }
})

test('§8 the limit of 2083 counts the bytes of the URL as given', () => {
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

test('parseHttpUrl throws for no string, and accepts its own result unchanged', () => {
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
