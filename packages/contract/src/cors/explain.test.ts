import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from './explain.ts'
import { describeExplanation } from './explanation.ts'
import type { CorsOptions } from './options.ts'
import type { PageRequest } from './page-request.ts'
import { compilePolicy } from './policy.ts'

const APP = 'https://app.example.com'
const LISTED: CorsOptions = {
  allowOrigins: [APP],
  allowHeaders: ['Authorization'],
  allowCredentials: true,
  exposeHeaders: ['X-Total-Count'],
}
const NO_CREDENTIALS: CorsOptions = { ...LISTED, allowCredentials: false }
const ANY: CorsOptions = { allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['*'] }
const GET_ONLY: CorsOptions = { ...LISTED, allowMethods: ['GET', 'OPTIONS'] }
const JSON_TYPE = { 'content-type': 'application/json' }

type Row = readonly [options: CorsOptions, page: Partial<PageRequest>, verdict: string, last: RegExp]

const ROWS: readonly Row[] = [
  [LISTED, {}, 'readable simple', /CORS check step 5/],
  [LISTED, { credentials: 'include' }, 'readable simple', /CORS check step 7/],
  [LISTED, { origin: 'https://evil.example' }, 'sent simple', /CORS check step 2/],
  [LISTED, { origin: 'null' }, 'sent simple', /CORS check step 2/],
  [LISTED, { origin: 'http://1.2.3.4.5' }, 'unsent simple', /Serialize an origin.*write scheme:/],
  [
    LISTED,
    { origin: 'HTTPS://App.example' },
    'unsent simple',
    /Serialize an origin.*write https:\/\/app\.example/,
  ],
  [LISTED, { method: 'post', headers: JSON_TYPE }, 'readable preflighted', /CORS check step 5/],
  [LISTED, { method: 'post', headers: { 'content-type': 'text/plain' } }, 'readable simple', /CORS check/],
  [LISTED, { method: 'PATCH', credentials: 'include' }, 'readable preflighted', /CORS check step 7/],
  [LISTED, { method: 'patch' }, 'unsent preflighted', /cors_method.*write PATCH/],
  [LISTED, { headers: { 'x-secret': '1' } }, 'unsent preflighted', /cors_headers.*x-secret/],
  [LISTED, { headers: { Authorization: 'Bearer x' } }, 'readable preflighted', /CORS check/],
  [LISTED, { origin: 'https://evil.example', method: 'DELETE' }, 'unsent preflighted', /cors_origin/],
  [LISTED, { method: 'TRACE' }, 'unsent simple', /Request constructor.*TypeError/],
  [LISTED, { method: 'A B' }, 'unsent simple', /Request constructor.*TypeError/],
  [LISTED, { headers: { 'a b': '1' } }, 'unsent simple', /Request constructor.*TypeError/],
  [
    LISTED,
    { origin: 'https://api.example', target: 'https://api.example', method: 'DELETE' },
    'readable simple',
    /own origin/,
  ],
  [LISTED, { origin: `${APP}/` }, 'unsent simple', /Serialize an origin.*write https:\/\/app\.example\.com$/],
  [
    LISTED,
    { origin: `${APP}:443` },
    'unsent simple',
    /Serialize an origin.*write https:\/\/app\.example\.com$/,
  ],
  [
    LISTED,
    { origin: 'https://APP.example.com:443/x' },
    'unsent simple',
    /write https:\/\/app\.example\.com$/,
  ],
  [LISTED, { origin: 'app.example.com' }, 'unsent simple', /write scheme:\/\/host/],
  [ANY, { origin: 'chrome-extension://abcdef' }, 'readable simple', /CORS check step 3/],
  [LISTED, { target: 'http://api.example.com' }, 'unsent simple', /Mixed Content/],
  [LISTED, { target: 'http://localhost:8000' }, 'readable simple', /CORS check step 5/],
  [NO_CREDENTIALS, { credentials: 'include' }, 'sent simple', /CORS check step 8/],
  [NO_CREDENTIALS, { credentials: 'include', method: 'PUT' }, 'unsent preflighted', /CORS check step 8/],
  [NO_CREDENTIALS, { credentials: 'omit', method: 'PUT' }, 'readable preflighted', /CORS check step 5/],
  [
    ANY,
    { origin: 'null', method: 'PURGE', headers: { authorization: 'x', 'x-any': '1' } },
    'readable preflighted',
    /CORS check step 3/,
  ],
  [ANY, { credentials: 'include' }, 'sent simple', /CORS check step 4.*does not count/],
  [GET_ONLY, { method: 'PUT' }, 'unsent preflighted', /cors_method/],
  [GET_ONLY, { method: 'POST' }, 'readable simple', /CORS check step 5/],
  [{ ...LISTED, allowMethods: ['PUT'] }, { method: 'PUT' }, 'unsent preflighted', /cors_options/],
]

test('§4.4 explain says whether the page can read the response, whether the request is sent, and which step is last', () => {
  for (const [options, page, verdict, last] of ROWS) {
    const whole = { origin: APP, method: 'GET', ...page }
    const { readable, sent, preflighted, steps } = explain(compilePolicy(options), whole)
    const outcome = readable ? 'readable' : sent ? 'sent' : 'unsent'
    assert.equal(`${outcome} ${preflighted ? 'preflighted' : 'simple'}`, verdict, JSON.stringify(page))
    const final = steps.at(-1)
    assert.match(`${final?.rule} ${final?.text}`, last, JSON.stringify(page))
  }
})

test('§4.4 expose_headers: a page that can read the response can also read the exposed headers, another page none', () => {
  const policy = compilePolicy(LISTED)
  assert.deepEqual(explain(policy, { origin: APP, method: 'GET' }).exposed, ['X-Total-Count'])
  assert.deepEqual(explain(policy, { origin: 'null', method: 'GET' }).exposed, [])
})

test('a page on the service’s own origin sends its request and reads every header', () => {
  const page = { origin: 'https://api.example', target: 'https://api.example', method: 'DELETE' }
  const { sent, exposed } = explain(compilePolicy(LISTED), page)
  assert.deepEqual([sent, exposed], [true, ['*']])
})

test('of the URL of a service only the origin counts, and what is no URL is nobody’s origin', () => {
  const judge = (origin: string, target: string) =>
    explain(compilePolicy(LISTED), { origin, target, method: 'DELETE' }).readable
  assert.ok(judge('https://api.example', 'https://API.example:443/v1/'))
  for (const target of ['https://api.example:8443/', 'http://', 'localhost:8000', ''])
    for (const origin of ['https://api.example', 'null']) assert.ok(!judge(origin, target), target)
})

test('Authorization is a step of its own in the standard, because a star does not cover it', () => {
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
  const { steps } = explain(compilePolicy(LISTED), { origin: APP, method: 'POST', headers })
  assert.deepEqual(
    steps.map(({ rule }) => rule),
    [
      'HTTP fetch, whether to make a CORS-preflight fetch',
      'CORS check step 5',
      'CORS-preflight fetch step 7',
      'CORS-preflight fetch step 7.5',
      'CORS-preflight fetch step 7.6',
      'CORS-preflight fetch step 7.7',
      'CORS check step 5',
    ],
  )
})

test('§5.1 a bearer token and cookies are permitted with credentials and a specific origin, and not with *', () => {
  const page: PageRequest = {
    origin: APP,
    method: 'GET',
    headers: { authorization: 'Bearer x' },
    credentials: 'include',
  }
  assert.ok(explain(compilePolicy(LISTED), page).readable)
  for (const options of [NO_CREDENTIALS, ANY]) assert.ok(!explain(compilePolicy(options), page).readable)
})

test('an explanation is described in lines: the verdict, the steps, the nearest origin and the line to set', () => {
  const policy = compilePolicy({ allowOrigins: ['http://localhost:3000'] })
  assert.deepEqual(describeExplanation(explain(policy, { origin: 'http://127.0.0.1:3000', method: 'PUT' })), [
    'The page cannot make this request: the browser does not send it.',
    '1. ok   HTTP fetch, whether to make a CORS-preflight fetch: the browser sends a preflight first, because of the method PUT',
    '2. FAIL CORS check step 2: the response has no Access-Control-Allow-Origin',
    '3. FAIL the service, cors_origin: This origin is not allowed: http://127.0.0.1:3000',
    'http://127.0.0.1:3000 refused; http://localhost:3000 is allowed: different host. ' +
      'To allow it: ALLOWED_ORIGINS=http://localhost:3000,http://127.0.0.1:3000',
  ])
  assert.deepEqual(describeExplanation(explain(policy, { origin: 'http://localhost:3000', method: 'GET' })), [
    'The page can read the response.',
    '1. ok   HTTP fetch, whether to make a CORS-preflight fetch: method and headers are CORS-safelisted: sent without a preflight',
    '2. ok   CORS check step 5: Access-Control-Allow-Origin is http://localhost:3000, and no credentials are included',
  ])
  const exposing = compilePolicy({ allowOrigins: [APP], exposeHeaders: ['Location'] })
  assert.equal(
    describeExplanation(explain(exposing, { origin: APP, method: 'GET' })).at(-1),
    'readable beyond the safelisted headers: Location',
  )
})
