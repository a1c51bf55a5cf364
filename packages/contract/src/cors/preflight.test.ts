import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { CorsOptions } from './options.ts'
import { compilePolicy } from './policy.ts'
import { answerPreflight, type PreflightAnswer } from './preflight.ts'

const APP = 'https://app.example.com'
const LISTED: CorsOptions = {
  allowOrigins: [APP, 'http://localhost:3000'],
  allowMethods: ['GET', 'POST', 'PUT', 'OPTIONS'],
  allowHeaders: ['X-Request-Id', 'Authorization'],
  allowCredentials: true,
  exposeHeaders: ['X-Total-Count'],
  maxAge: 600,
}
const ANY: CorsOptions = { allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['*'] }
const ANY_BUT_ORIGIN: CorsOptions = { ...ANY, allowOrigins: [APP], allowCredentials: true, maxAge: 0 }
const NO_OPTIONS: CorsOptions = { ...LISTED, allowMethods: ['GET', 'PUT'] }
const PATTERN: CorsOptions = {
  ...LISTED,
  allowOrigins: [],
  allowOriginRegex: 'https://[a-z]+\\.example\\.com',
}

const VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
const SIX = /^access-control-/

type Ask = readonly [method?: string, headers?: string | undefined, origin?: string]
type Verdict = 'ok' | `${400 | 403} ${string}`

const ROWS: readonly (readonly [why: string, options: CorsOptions, ask: Ask, verdict: Verdict])[] = [
  ['a listed method', LISTED, ['PUT'], 'ok'],
  ['the second listed origin', LISTED, ['PUT', undefined, 'http://localhost:3000'], 'ok'],
  ['an origin by pattern', PATTERN, ['PUT', undefined, 'https://team.example.com'], 'ok'],
  [
    'an origin beside the pattern',
    PATTERN,
    ['PUT', undefined, 'https://team.example.com.evil.example'],
    '403 cors_origin',
  ],
  ['content-type of a JSON body', LISTED, ['POST', 'content-type'], 'ok'],
  ['all four standard names', LISTED, ['POST', 'accept,accept-language,content-language,content-type'], 'ok'],
  ['mixed case and white space', LISTED, ['PUT', 'X-REQUEST-ID ,\tauthorization'], 'ok'],
  ['unsorted and repeated', LISTED, ['PUT', 'x-request-id,authorization,x-request-id'], 'ok'],
  ['an empty list', LISTED, ['PUT', ''], 'ok'],
  ['empty items', LISTED, ['PUT', ',x-request-id,,'], 'ok'],
  ['sixteen empty items', LISTED, ['PUT', ','.repeat(15)], 'ok'],
  ['seventeen empty items', LISTED, ['PUT', ','.repeat(16)], '400 cors_headers_malformed'],
  ['several lines, joined', LISTED, ['PUT', 'x-request-id, authorization'], 'ok'],
  ['a bad second line', LISTED, ['PUT', 'x-request-id, x-secret'], '403 cors_headers'],
  ['a header that is not covered', LISTED, ['PUT', 'x-secret'], '403 cors_headers'],
  ['a prefix of a covered header', LISTED, ['PUT', 'x-request'], '403 cors_headers'],
  ['a star asked for as a name', LISTED, ['PUT', '*'], '403 cors_headers'],
  ['no token', LISTED, ['PUT', 'x request id'], '400 cors_headers_malformed'],
  ['too long a list', LISTED, ['PUT', 'x-request-id,'.repeat(900)], '400 cors_headers_too_long'],
  ['a method that is not covered', LISTED, ['DELETE'], '403 cors_method'],
  ['a method in lower case', LISTED, ['put'], '403 cors_method'],
  ['HEAD where GET is listed', LISTED, ['HEAD'], 'ok'],
  [
    'a simple method that is not listed',
    { ...LISTED, allowMethods: ['PUT', 'OPTIONS'] },
    ['GET'],
    '403 cors_method',
  ],
  ['a list of methods', LISTED, ['PUT, DELETE'], '400 cors_method_malformed'],
  ['an empty method', LISTED, [''], '400 cors_method_malformed'],
  ['the longest method', ANY, ['A'.repeat(64)], 'ok'],
  ['too long a method', ANY, ['A'.repeat(65)], '400 cors_method_malformed'],
  ['OPTIONS not covered', NO_OPTIONS, ['PUT'], '403 cors_options'],
  ['OPTIONS covered by the star', ANY_BUT_ORIGIN, ['PUT'], 'ok'],
  ['an uncommon method under the star', ANY, ['PURGE'], 'ok'],
  ['a forbidden method under the star', ANY, ['TRACE'], '403 cors_method'],
  ['authorization under the star', ANY, ['PUT', 'authorization,x-one'], 'ok'],
  ['no token under the star', ANY, ['PUT', 'x one;y'], '400 cors_headers_malformed'],
  ['null under the star', ANY, ['PUT', undefined, 'null'], 'ok'],
  ['null', LISTED, ['PUT', undefined, 'null'], '403 cors_origin'],
  ['an empty origin', LISTED, ['PUT', undefined, ''], '403 cors_origin'],
  ['two origins', LISTED, ['PUT', undefined, `${APP}, https://evil.example`], '403 cors_origin'],
  [
    'everything wrong: only the origin is reported',
    LISTED,
    ['DELETE', 'x-secret', 'https://evil.example'],
    '403 cors_origin',
  ],
  ['two faults: both are reported', LISTED, ['DELETE', 'x-secret'], '403 cors_method,cors_headers'],
  ['three faults', NO_OPTIONS, ['DELETE', 'x-secret'], '403 cors_options,cors_method,cors_headers'],
  [
    'refused and malformed: malformed',
    LISTED,
    ['DELETE', 'x secret'],
    '400 cors_method,cors_headers_malformed',
  ],
  ['no other origin allowed', {}, ['PUT'], '403 cors_origin'],
]

test('§4.4 a preflight is granted with 200, refused with 403, and rejected with 400 if malformed', () => {
  for (const [why, options, ask, verdict] of ROWS) {
    const answer = answerTo(options, ask)
    const { detail = [] }: { detail?: { type: string }[] } = answer.body === '' ? {} : JSON.parse(answer.body)
    const seen = answer.status === 200 ? 'ok' : `${answer.status} ${detail.map(({ type }) => type).join()}`
    assert.equal(seen, verdict, why)
  }
})

test('§7 every item of a refusal has a type, a location, a message and the input', () => {
  for (const [why, options, ask] of ROWS) {
    const { body } = answerTo(options, ask)
    const { detail }: { detail: object[] } = body === '' ? { detail: [] } : JSON.parse(body)
    for (const item of detail) assert.deepEqual(Object.keys(item), ['type', 'loc', 'msg', 'input'], why)
  }
})

test('every response to a preflight varies on the three request headers, and exposes nothing', () => {
  for (const [why, options, ask] of ROWS) {
    const headers = headersOf(answerTo(options, ask))
    assert.equal(headers.get('vary'), VARY, why)
    assert.ok(!headers.has('access-control-expose-headers'), why)
  }
})

test('§4.4 a granted preflight names origin, methods, headers, age and credentials', () => {
  assert.deepEqual(
    [...headersOf(answerTo(LISTED, ['PUT', 'x-request-id']))],
    [
      ['access-control-allow-origin', APP],
      ['access-control-allow-credentials', 'true'],
      ['access-control-allow-methods', 'GET, POST, PUT, OPTIONS, HEAD'],
      [
        'access-control-allow-headers',
        'Accept, Accept-Language, Content-Language, Content-Type, X-Request-Id, Authorization',
      ],
      ['access-control-max-age', '600'],
      ['vary', VARY],
    ],
  )
})

test('§4.4 max_age: 0 is sent, and sent only when the preflight is granted', () => {
  assert.equal(headersOf(answerTo(ANY_BUT_ORIGIN, ['PUT'])).get('access-control-max-age'), '0')
  for (const [why, options, ask, verdict] of ROWS) {
    assert.equal(headersOf(answerTo(options, ask)).has('access-control-max-age'), verdict === 'ok', why)
  }
})

test('§4.4 a refused origin learns nothing about the policy in a preflight; an allowed one gets its origin and the lists', () => {
  for (const [why, options, ask, verdict] of ROWS.filter(([, , , one]) => one !== 'ok')) {
    const headers = headersOf(answerTo(options, ask))
    if (verdict === '403 cors_origin')
      assert.deepEqual(
        [...headers.keys()].filter((name) => SIX.test(name)),
        [],
        why,
      )
    else
      assert.ok(
        headers.has('access-control-allow-origin') && headers.has('access-control-allow-methods'),
        why,
      )
  }
})

test('a star is never sent for methods or headers: names are spelled out, with and without credentials', () => {
  for (const options of [ANY, ANY_BUT_ORIGIN]) {
    const headers = headersOf(answerTo(options, ['PURGE', 'X-Any, authorization, x-any']))
    assert.equal(
      headers.get('access-control-allow-methods'),
      'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, PURGE',
    )
    const names = 'Accept, Accept-Language, Content-Language, Content-Type, x-any, authorization'
    assert.equal(headers.get('access-control-allow-headers'), names)
  }
})

test('a star for only the methods or only the headers is spelled out', () => {
  const methods = headersOf(answerTo({ ...LISTED, allowMethods: ['*'] }, ['PURGE', 'x-request-id']))
  assert.match(methods.get('access-control-allow-methods') ?? '', /, PURGE$/)
  const headers = headersOf(answerTo({ ...LISTED, allowHeaders: ['*'] }, ['PUT', 'x-any,content-type']))
  assert.equal(
    headers.get('access-control-allow-headers'),
    'Accept, Accept-Language, Content-Language, Content-Type, x-any',
  )
})

test('§4.4 a request is a preflight only with OPTIONS, Origin and a requested method', () => {
  const policy = compilePolicy(LISTED)
  const whole = { method: 'OPTIONS', origin: APP, requestMethod: 'PUT', requestHeaders: undefined }
  assert.ok(answerPreflight(policy, whole))
  assert.equal(answerPreflight(policy, { ...whole, method: 'GET' }), undefined)
  assert.equal(answerPreflight(policy, { ...whole, origin: undefined }), undefined)
  assert.equal(answerPreflight(policy, { ...whole, requestMethod: undefined }), undefined)
})

test('a refusal says what is wrong and where, at most 100 characters of the value, and the case to write', () => {
  const { detail } = JSON.parse(
    answerTo({ ...LISTED, allowMethods: ['PATCH', 'OPTIONS'] }, ['patch', 'x-a,x-b']).body,
  )
  assert.deepEqual(detail, [
    {
      type: 'cors_method',
      loc: ['header', 'access-control-request-method'],
      msg: 'This method is not allowed; methods are case-sensitive, write PATCH',
      input: 'patch',
    },
    {
      type: 'cors_headers',
      loc: ['header', 'access-control-request-headers'],
      msg: 'These headers are not allowed',
      input: 'x-a, x-b',
    },
  ])
  for (const [length, shown] of [
    [100, 'y'.repeat(100)],
    [101, `${'y'.repeat(100)}…`],
    [5000, `${'y'.repeat(100)}…`],
  ] as const) {
    const long = JSON.parse(answerTo(LISTED, ['PUT', 'y'.repeat(length)]).body)
    assert.equal(long.detail[0].input, shown)
  }
})

const MESSAGES: readonly (readonly [options: CorsOptions, ask: Ask, messages: readonly string[]])[] = [
  [LISTED, ['PUT', undefined, 'https://evil.example'], ['This origin is not allowed']],
  [NO_OPTIONS, ['PUT'], ['Preflights are refused: OPTIONS is not among the allowed methods']],
  [LISTED, ['purge', 'x-a'], ['This method is not allowed', 'This header is not allowed']],
  [LISTED, ['PUT, DELETE'], ['Exactly one method name is expected']],
  [LISTED, ['PUT', 'a b'], ['Header names separated by commas are expected']],
  [LISTED, ['PUT', 'a'.repeat(4097)], ['The list is longer than 4096 characters']],
]

test('a refusal says in words what is not allowed or expected', () => {
  for (const [options, ask, messages] of MESSAGES) {
    const { detail }: { detail: { msg: string }[] } = JSON.parse(answerTo(options, ask).body)
    assert.deepEqual(
      detail.map(({ msg }) => msg),
      messages,
    )
  }
})

test('whatever a preflight asks, the response does not throw, stays small, and has no unchecked bytes', () => {
  const policies = [LISTED, ANY, ANY_BUT_ORIGIN, NO_OPTIONS, PATTERN].map(compilePolicy)
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom(
      APP,
      'null',
      'PUT',
      'x-one, x-two',
      'a,'.repeat(3000),
      `${APP}\r\nx: y`,
      'https://team.example.com',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...policies), fc.tuple(text, text, text), (policy, asked) => {
      const [origin, requestMethod, requestHeaders] = asked
      const answer = answerPreflight(policy, { method: 'OPTIONS', origin, requestMethod, requestHeaders })
      assert.ok(answer)
      for (const part of answer.headers) assert.match(part, /^[\x20-\x7e]*$/)
      assert.ok(answer.headers.join().length < 6000)
      const named = headersOf(answer).get('access-control-allow-origin')
      assert.ok(named === undefined || named === '*' || (named === origin && policy.allows(origin)))
    }),
    { numRuns: 1000 },
  )
})

const HOSTILE: readonly (readonly [list: string, status: number])[] = [
  [' '.repeat(4096), 200],
  ['a,'.repeat(2048), 200],
  [`${'a'.repeat(4095)};`, 400],
  [','.repeat(1_000_000), 400],
  ['x'.repeat(1_000_000), 400],
]

test('the most hostile lists are read once, and only up to 4096 characters', () => {
  const policy = compilePolicy(ANY)
  for (const [requestHeaders, status] of HOSTILE) {
    const request = { method: 'OPTIONS', origin: APP, requestMethod: 'PUT', requestHeaders }
    const answerAll = () => {
      const answered = new Set<number | undefined>()
      for (let turn = 0; turn < 5000; turn += 1) answered.add(answerPreflight(policy, request)?.status)
      return [...answered]
    }
    // The timeout ends a hang: this takes a hundredth of the time for an expression that backtracks.
    const answered = runInNewContext('answerAll()', { answerAll }, { timeout: 10_000 })
    assert.deepEqual(answered, [status], requestHeaders.slice(0, 10))
  }
})

function answerTo(
  options: CorsOptions,
  [requestMethod = 'PUT', requestHeaders, origin = APP]: Ask,
): PreflightAnswer {
  const answer = answerPreflight(compilePolicy(options), {
    method: 'OPTIONS',
    origin,
    requestMethod,
    requestHeaders,
  })
  assert.ok(answer)
  return answer
}

function headersOf({ headers }: PreflightAnswer): Map<string, string> {
  return new Map(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
  )
}
