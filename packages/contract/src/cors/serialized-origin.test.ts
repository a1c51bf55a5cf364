import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSerializedOrigin, LONGEST_ORIGIN } from './serialized-origin.ts'

const label = 'a'.repeat(63)
const longestHost = `${label}.${label}.${label}.${'a'.repeat(61)}`

const ORIGINS: readonly (readonly [text: string, serialized: boolean])[] = [
  ['https://app.example.com', true],
  ['http://localhost:3000', true],
  ['http://127.0.0.1:5173', true],
  ['http://[::1]:5173', true],
  ['https://xn--rsum-bpad.com', true],
  ['https://my_app.example', true],
  ['https://example.com.', true],
  [`https://${longestHost}:65535`, true],
  ['', false],
  ['null', false],
  ['https://', false],
  ['https://:80', false],
  ['https://app.example.com/', false],
  ['https://app.example.com/path', false],
  ['https://App.example.com', false],
  ['HTTPS://app.example.com', false],
  ['https://app.example.com:443', false],
  ['http://app.example.com:80', false],
  ['http://app.example.com:443', true],
  ['https://app.example.com:0', false],
  ['https://app.example.com:080', false],
  ['https://app.example.com:65536', false],
  ['https://app.example.com:', false],
  ['https://a..example', false],
  ['https://.example', false],
  ['https://user@example.com', false],
  ['https://app.example.com, https://evil.example', false],
  ['https://app.example.com\t', false],
  [' https://app.example.com', false],
  ['https://résumé.com', false],
  ['http://[::1', false],
  ['http://[::g]', false],
  ['http://[g::]', false],
  ['http://[]', false],
  ['http://[:::]', false],
  ['http://[0:0:0:0:0:0:0:1]', false],
  ['http://192.168.1.20', true],
  ['http://1.2.3.4.5', false],
  ['http://1.2.3', false],
  ['http://1.2.3.4.', false],
  ['http://192.168.1.888', false],
  ['http://09.1.1.1', false],
  ['http://app.0x7f', false],
  ['http://app.1a', true],
  [`http://[${'1:'.repeat(20)}]`, false],
  ['https://a{.test', false],
  ['ftp://example.com', false],
  ['capacitor://localhost', false],
  [`https://${label}a.example`, false],
  [`https://${longestHost}a`, false],
  [`https://${'a'.repeat(12_000)}.example.com`, false],
]

test('an origin must be scheme, host and port, exactly as a browser writes them', () => {
  for (const [text, serialized] of ORIGINS) assert.equal(isSerializedOrigin(text), serialized, text)
})

test('every origin that the URL parser writes is accepted', () => {
  const host = fc.domain()
  const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined })
  fc.assert(
    fc.property(fc.constantFrom('http', 'https'), host, port, (scheme, name, number) => {
      const { origin } = new URL(`${scheme}://${name}${number === undefined ? '' : `:${number}`}`)
      assert.ok(isSerializedOrigin(origin), origin)
    }),
  )
})

test('every accepted origin is one that the URL parser writes', () => {
  const label = fc.oneof(
    fc.constantFrom(
      'a',
      'app',
      '1',
      '09',
      '256',
      '0x7f',
      'xn--a',
      'xn--rsum-bpad',
      '',
      '-',
      '_',
      '[::1]',
      '[::]',
      '::',
    ),
    fc.string({ unit: fc.constantFrom(...'0189afx-_.:[]') }),
  )
  fc.assert(
    fc.property(fc.constantFrom('http', 'https'), fc.array(label, { minLength: 1 }), (scheme, labels) => {
      const text = `${scheme}://${labels.join('.')}`
      if (isSerializedOrigin(text)) assert.equal(new URL(text).origin, text)
    }),
    { numRuns: 5000 },
  )
})

test('an accepted origin has no byte that could end a header or separate a list', () => {
  const origin = fc.webUrl().map((url) => new URL(url).origin)
  const piece = fc.constantFrom(...'\0\t\n\r ,;"\x7f\x80a1-.:')
  const disturbed = fc
    .tuple(origin, fc.nat({ max: 40 }), piece)
    .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at))
  fc.assert(
    fc.property(fc.oneof(disturbed, fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (text) => {
      if (isSerializedOrigin(text)) assert.match(text, /^https?:\/\/[a-z0-9._:[\]-]+$/)
    }),
    { numRuns: 2000 },
  )
})

test('the longest origin has 267 characters', () => {
  assert.equal(`https://${longestHost}:65535`.length, LONGEST_ORIGIN)
})
