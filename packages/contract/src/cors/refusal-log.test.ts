import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePolicy } from './policy.ts'
import { createRefusalLog } from './refusal-log.ts'

const POLICY = compilePolicy({ allowOrigins: ['http://localhost:3000'] })
const PATTERN = compilePolicy({ allowOriginRegex: 'https://[a-z]+\\.example\\.com' })
const NOBODY = compilePolicy({})

type Headers = Readonly<Record<string, string>>

function requestWith(headers: Headers) {
  return { header: (name: string) => headers[name] }
}

function linesFor(requests: readonly Headers[], policy = POLICY, most = 100): readonly string[] {
  const lines: string[] = []
  const report = createRefusalLog(policy, (line) => lines.push(line), { most })
  for (const headers of requests) report(requestWith(headers))
  return lines
}

const LINES: readonly (readonly [origin: string, line: string | undefined])[] = [
  [
    'http://127.0.0.1:3000',
    'http://127.0.0.1:3000 refused; http://localhost:3000 is allowed: different host. ' +
      'To allow it: ALLOWED_ORIGINS=http://localhost:3000,http://127.0.0.1:3000',
  ],
  [
    'http://localhost:5173',
    'http://localhost:5173 refused; http://localhost:3000 is allowed: different port. ' +
      'To allow it: ALLOWED_ORIGINS=http://localhost:3000,http://localhost:5173',
  ],
  [
    'null',
    'null refused; a local file or a sandboxed frame has no origin that could be allowed. Serve the page over http',
  ],
  ['capacitor://localhost', 'capacitor://localhost refused; only http and https origins can be allowed'],
  ['http://localhost:3000', undefined],
  ['http://localhost:3000/', undefined],
  ['', undefined],
  ['http://a.test\nlevel=error', undefined],
  [`app://${'a'.repeat(5000)}`, undefined],
  [`${'a'.repeat(5000)}://app`, undefined],
  ['level=error capacitor://localhost', undefined],
  ['1app://localhost', undefined],
  ['https://a..test', undefined],
]

test('a refused origin is logged with the nearest allowed one, the part that differs and the line to set', () => {
  for (const [origin, line] of LINES) {
    assert.deepEqual(linesFor([{ origin }]), line === undefined ? [] : [line], origin)
  }
  assert.deepEqual(linesFor([{}]), [])
})

test('no origin is logged if every origin is allowed', () => {
  const everybody = compilePolicy({ allowOrigins: ['*'] })
  const origins = ['null', 'capacitor://localhost', 'https://a.test']
  assert.deepEqual(
    linesFor(
      origins.map((origin) => ({ origin })),
      everybody,
    ),
    [],
  )
})

test('the logged line says what to set with a pattern, and with no origins at all', () => {
  const [pattern] = linesFor([{ origin: 'https://a.test' }], PATTERN)
  assert.match(
    pattern ?? '',
    /refused; it does not match the pattern\. To allow it: ALLOWED_ORIGIN_REGEX='https:\/\/\[a-z\]\+\\\.example\\\.com\|https:\/\/a\\\.test'$/,
  )
  const [nobody] = linesFor([{ origin: 'https://a.test' }], NOBODY)
  assert.match(nobody ?? '', /no origin is listed\. To allow it: ALLOWED_ORIGINS=https:\/\/a\.test$/)
})

test('each origin is logged once', () => {
  const requests = ['http://a.test', 'http://b.test', 'http://a.test', 'http://a.test'].map((origin) => ({
    origin,
  }))
  assert.equal(linesFor(requests).length, 2)
})

test('the number of logged origins is limited, and a last line says that no more are logged', () => {
  const requests = Array.from({ length: 50 }, (_, index) => ({ origin: `https://t${index}.test` }))
  const lines = linesFor([...requests, ...requests], POLICY, 3)
  assert.equal(lines.length, 4)
  assert.match(lines[2] ?? '', /^https:\/\/t2\.test refused/)
  assert.equal(lines[3], 'more than 3 refusals; further ones are not logged')
})

const ASKED: readonly (readonly [title: string, headers: Headers, lines: readonly string[]])[] = [
  ['no preflight', {}, []],
  ['an allowed method and allowed headers', { method: 'PUT', headers: 'authorization,content-type' }, []],
  [
    'a header',
    { method: 'GET', headers: 'x-trace' },
    ['http://localhost:3000 may not send x-trace. To allow it: ALLOWED_HEADERS=Authorization,x-trace'],
  ],
  [
    'headers, each once',
    { method: 'GET', headers: 'baggage, authorization,x-trace,baggage' },
    [
      'http://localhost:3000 may not send baggage, x-trace. To allow it: ALLOWED_HEADERS=Authorization,baggage,x-trace',
    ],
  ],
  [
    'a method',
    { method: 'PURGE' },
    [
      'http://localhost:3000 may not use PURGE. ' +
        'To allow it: ALLOWED_METHODS=GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS,PURGE',
    ],
  ],
  [
    'a method in lower case',
    { method: 'patch' },
    ['http://localhost:3000 may not use patch: methods are case-sensitive, write PATCH'],
  ],
  [
    'both',
    { method: 'patch', headers: 'x-trace' },
    [
      'http://localhost:3000 may not use patch: methods are case-sensitive, write PATCH',
      'http://localhost:3000 may not send x-trace. To allow it: ALLOWED_HEADERS=Authorization,x-trace',
    ],
  ],
  ['an invalid method', { method: 'GET\nlevel=error' }, []],
  ['a method that no page can use', { method: 'TRACE' }, []],
  ['a method that is far too long', { method: 'A'.repeat(65) }, []],
  ['an invalid list of headers', { method: 'GET', headers: 'x trace' }, []],
  ['headers that are far too long', { method: 'GET', headers: `x-${'a'.repeat(500)}` }, []],
]

for (const [title, { method, headers }, lines] of ASKED) {
  test(`a refused preflight of an allowed origin is logged once: ${title}`, () => {
    const request = {
      origin: 'http://localhost:3000',
      ...(method !== undefined && { 'access-control-request-method': method }),
      ...(headers !== undefined && { 'access-control-request-headers': headers }),
    }
    assert.deepEqual(linesFor([request, request]), lines)
  })
}

test('if every origin is allowed, a refused method is logged only for a valid origin', () => {
  const everybody = compilePolicy({ allowOrigins: ['*'] })
  const asked = { 'access-control-request-method': 'PURGE' }
  const origins = ['https://a.test', 'level=error', `https://${'a'.repeat(5000)}`]
  const lines = linesFor(
    origins.map((origin) => ({ origin, ...asked })),
    everybody,
  )
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^https:\/\/a\.test may not use PURGE/)
})

test('nothing is logged if every method and header is allowed', () => {
  const open = compilePolicy({ allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['*'] })
  const asked = { 'access-control-request-method': 'PURGE', 'access-control-request-headers': 'x-trace' }
  assert.deepEqual(linesFor([{ origin: 'https://a.test', ...asked }], open), [])
})

test('a page of the service itself is not logged, although its origin is not listed', () => {
  const origin = 'http://127.0.0.1:8000'
  assert.deepEqual(linesFor([{ origin, host: '127.0.0.1:8000' }]), [])
  assert.deepEqual(linesFor([{ origin, host: 'proxied', 'sec-fetch-site': 'same-origin' }]), [])
  assert.equal(linesFor([{ origin, host: '127.0.0.1:8001', 'sec-fetch-site': 'same-site' }]).length, 1)
})

test('an any-origin policy logs no origin', () => {
  assert.deepEqual(linesFor([{ origin: 'https://a.test' }], compilePolicy({ allowOrigins: ['*'] })), [])
})
