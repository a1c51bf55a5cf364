import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSimpleMethod, normalizeMethod, unsafeHeaderNames } from './page-request.ts'

const HEADERS: readonly (readonly [headers: Readonly<Record<string, string>>, unsafe: string])[] = [
  [{}, ''],
  [{ Accept: 'application/json', 'Accept-Language': 'de-CH, en;q=0.5', 'Content-Language': 'en' }, ''],
  [{ 'Content-Type': 'text/plain;charset=UTF-8' }, ''],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, ''],
  [{ 'content-type': 'Multipart/Form-Data; boundary=x' }, ''],
  [{ 'content-type': 'text/plain ; charset=UTF-8' }, ''],
  [{ 'content-type': 'application/json' }, 'content-type'],
  [{ 'content-type': '' }, 'content-type'],
  [{ 'content-type': 'text/plain; x="y"' }, 'content-type'],
  [{ accept: 'a'.repeat(129) }, 'accept'],
  [{ accept: 'a'.repeat(128) }, ''],
  [{ accept: ` ${'a'.repeat(128)} ` }, ''],
  [{ accept: 'text/html\x01' }, 'accept'],
  [{ accept: 'text/html\tx' }, ''],
  [{ 'accept-language': 'en_US' }, 'accept-language'],
  [{ Range: 'bytes=0-99' }, ''],
  [{ Range: 'bytes=-99' }, 'range'],
  [{ Range: 'bytes=5-2' }, 'range'],
  [{ Range: 'bytes=5-5' }, ''],
  [{ Range: 'kilobytes=0-9' }, 'range'],
  [{ Range: 'bytes=0-9,20-' }, 'range'],
  [{ Range: 'bytes=0-' }, ''],
  [{ 'X-HTTP-Method-Override': 'get, TRACE' }, ''],
  [{ 'X-HTTP-Method-Override': 'PUT' }, 'x-http-method-override'],
  [{ 'X-HTTP-Method': 'TRACK', 'X-Method-Override': 'connect' }, ''],
  [{ 'X-Two': '2', Authorization: 'Bearer x', 'x-one': '1' }, 'authorization,x-one,x-two'],
  [{ Cookie: 'a=1', Origin: 'x', 'Sec-Fetch-Mode': 'x', 'Proxy-X': 'y' }, ''],
]

test('§4.4 custom headers and a JSON content type need a preflight, the safelisted ones do not', () => {
  for (const [headers, unsafe] of HEADERS)
    assert.equal(unsafeHeaderNames(headers).join(), unsafe, JSON.stringify(headers))
})

/** The forbidden request-headers of Fetch. */
const WRITTEN_BY_BROWSERS =
  'Accept-Charset Accept-Encoding Access-Control-Request-Headers Access-Control-Request-Method Connection ' +
  'Content-Length Cookie Cookie2 Date DNT Expect Host Keep-Alive Origin Referer Set-Cookie TE Trailer ' +
  'Transfer-Encoding Upgrade Via'

test('a preflight does not ask for headers that browsers write themselves', () => {
  for (const name of WRITTEN_BY_BROWSERS.split(' ')) assert.deepEqual(unsafeHeaderNames({ [name]: '1' }), [])
})

const METHODS: readonly (readonly [method: string, sent: string, simple: boolean])[] = [
  ['get', 'GET', true],
  ['Head', 'HEAD', true],
  ['post', 'POST', true],
  ['put', 'PUT', false],
  ['delete', 'DELETE', false],
  ['options', 'OPTIONS', false],
  ['patch', 'patch', false],
  ['PATCH', 'PATCH', false],
  ['purge', 'purge', false],
]

test('§4.4 GET, POST and HEAD are simple; browsers convert six methods to upper case, but not patch', () => {
  for (const [method, sent, simple] of METHODS) {
    assert.equal(normalizeMethod(method), sent)
    assert.equal(isSimpleMethod(sent), simple, method)
  }
})
