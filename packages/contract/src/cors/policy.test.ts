import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CorsOptions } from './options.ts'
import { compilePolicy, type Policy } from './policy.ts'
import { PolicyError, type Problem, type ProblemCode } from './problem.ts'

const APP = 'https://app.example.com'

type Level = 'error' | 'warning' | 'note'
type Row = readonly [options: object, level: Level, code: ProblemCode, correction: string | RegExp]

const ORIGIN_ROWS: readonly Row[] = [
  [
    { allowOrigins: ['*'], allowCredentials: true },
    'error',
    'wildcard_with_credentials',
    /allowCredentials: false/,
  ],
  [
    { allowOrigins: [APP, '*'], allowCredentials: true },
    'error',
    'wildcard_with_credentials',
    /allowOrigins: \["https/,
  ],
  [
    { allowOrigins: [APP], allowOriginRegex: 'https://b\\.test' },
    'error',
    'origins_and_regex',
    /https:\/\/app\\\\\.example\\\\\.com\|https:\/\/b\\\\\.test/,
  ],
  [
    {
      allowOrigins: ['http://localhost:3000', 'capacitor://localhost'],
      allowOriginRegex: 'https://b\\.test',
    },
    'error',
    'origins_and_regex',
    'only allowOriginRegex: "http://localhost:3000|https://b\\\\.test"',
  ],
  [{ allowOrigins: [`${APP}/`] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: [`${APP}/path?query`] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['https://user@app.example.com'] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['https://App.Example.com'] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['HTTPS://app.example.com'] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['https://app.example.com:443'] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['https://résumé.com'] }, 'error', 'origin_not_canonical', 'https://xn--rsum-bpad.com'],
  [{ allowOrigins: ['http://127.1:3000'] }, 'error', 'origin_not_canonical', 'http://127.0.0.1:3000'],
  [{ allowOrigins: ['http://[0:0::1]'] }, 'error', 'origin_not_canonical', 'http://[::1]'],
  [{ allowOrigins: [` ${APP}`] }, 'error', 'origin_not_canonical', APP],
  [{ allowOrigins: ['app.example.com'] }, 'error', 'origin_invalid', APP],
  [{ allowOrigins: ['localhost:3000'] }, 'error', 'origin_invalid', 'http://localhost:3000'],
  [{ allowOrigins: ['https:app.example.com'] }, 'error', 'origin_invalid', APP],
  [
    { allowOrigins: ['https://a.test,https://b.test'] },
    'error',
    'origin_invalid',
    'https://a.test and https://b.test',
  ],
  [
    { allowOrigins: ['https://a.test https://b.test'] },
    'error',
    'origin_invalid',
    'https://a.test and https://b.test',
  ],
  [
    { allowOrigins: ['https://a.test;https://b.test'] },
    'error',
    'origin_invalid',
    'https://a.test and https://b.test',
  ],
  [
    { allowOrigins: ['http://localhost:3000; b.test'] },
    'error',
    'origin_invalid',
    'http://localhost:3000 and https://b.test',
  ],
  [{ allowOrigins: ['["https://a.test"]'] }, 'error', 'origin_invalid', 'https://a.test'],
  [{ allowOrigins: [''] }, 'error', 'origin_invalid', 'remove the entry'],
  [{ allowOrigins: ['https://a..test'] }, 'error', 'origin_invalid', /address bar/],
  [{ allowOrigins: ['https://a.test:0'] }, 'error', 'origin_invalid', /address bar/],
  [{ allowOrigins: [`https://${'a'.repeat(64)}.test`] }, 'error', 'origin_invalid', /address bar/],
  [{ allowOrigins: ['null'] }, 'error', 'origin_null', /credentials off/],
  [{ allowOrigins: [' NULL'] }, 'error', 'origin_null', /credentials off/],
  [
    { allowOrigins: ['https://pr-\\d+\\.example\\.com', 'https://a.test'] },
    'error',
    'origin_pattern',
    'allowOriginRegex: "https://pr-\\\\d+\\\\.example\\\\.com|https://a\\\\.test"',
  ],
  [
    { allowOrigins: ['/^https://(a|b)\\.test$/'] },
    'error',
    'origin_pattern',
    'allowOriginRegex: "https://(a|b)\\\\.test"',
  ],
  [{ allowOrigins: ['capacitor://localhost'] }, 'error', 'origin_scheme', 'https://localhost'],
  [{ allowOrigins: ['file:///index.html'] }, 'error', 'origin_scheme', APP],
  [
    { allowOrigins: ['https://*.example.com', 'https://a.test'] },
    'error',
    'origin_pattern',
    'allowOriginRegex: "https://[a-z0-9-]+(\\\\.[a-z0-9-]+)*\\\\.example\\\\.com|https://a\\\\.test"',
  ],
  [
    { allowOrigins: ['http://localhost:*'] },
    'error',
    'origin_pattern',
    'allowOriginRegex: "http://localhost:[0-9]+"',
  ],
  [
    { allowOrigins: ['http://app.example.com'], allowCredentials: true },
    'warning',
    'insecure_origin_with_credentials',
    APP,
  ],
  [
    { allowOrigins: ['http://127.0.0.1.example.com'], allowCredentials: true },
    'warning',
    'insecure_origin_with_credentials',
    'https://127.0.0.1.example.com',
  ],
  [{ allowOrigins: ['[::1]:3000'] }, 'error', 'origin_invalid', 'http://[::1]:3000'],
  [{ allowOrigins: [`["${APP}"]`] }, 'error', 'origin_invalid', APP],
  [{ allowOrigins: ['https://a.test:65536'] }, 'error', 'origin_invalid', /of a page: https:/],
  [{ allowOrigins: ['http://1.2.3.4.5'] }, 'error', 'origin_invalid', /of a page: https:/],
  [{ allowOrigins: ['*.example.com'] }, 'error', 'origin_pattern', /https:.*\\\\.example\\\\.com/],
  [{ allowOrigins: ['.example.com'] }, 'error', 'origin_invalid', /of a page: https:/],
  [{ allowOrigins: ['https//a.test'] }, 'error', 'origin_invalid', 'https://a.test'],
  [
    { allowOrigins: ['http://a.test:443'], allowCredentials: true },
    'warning',
    'insecure_origin_with_credentials',
    'https://a.test',
  ],
  [{ allowOrigins: ['https://my_app.example'] }, 'warning', 'origin_underscore', 'https://my-app.example'],
  [{ allowOrigins: [APP, APP] }, 'note', 'duplicate', 'list it once'],
  [{ allowOrigins: [APP, '*'] }, 'note', 'wildcard_with_others', 'allowOrigins: ["*"]'],
  [{}, 'note', 'cors_off', /allowOrigins/],
]

const OTHER_ROWS: readonly Row[] = [
  [{ allowMethods: ['GET POST'] }, 'error', 'method_invalid', 'GET and POST'],
  [{ allowMethods: ['GET;POST'] }, 'error', 'method_invalid', 'GET and POST'],
  [{ allowMethods: [''] }, 'error', 'method_invalid', 'remove the entry'],
  [{ allowMethods: ['CONNECT'] }, 'error', 'method_forbidden', 'remove the entry'],
  [{ allowMethods: ['trace'] }, 'error', 'method_forbidden', 'remove the entry'],
  [{ allowMethods: ['TRACK'] }, 'error', 'method_forbidden', 'remove the entry'],
  [{ allowMethods: ['patch', 'OPTIONS'] }, 'warning', 'method_case', 'PATCH'],
  [{ allowMethods: ['GET', 'PUT'] }, 'warning', 'options_not_allowed', /"OPTIONS"\]/],
  [{ allowMethods: [] }, 'warning', 'options_not_allowed', /"OPTIONS"\]/],
  [{ allowMethods: ['PUT', 'OPTIONS'] }, 'note', 'simple_method_not_listed', /"GET"/],
  [{ allowMethods: ['PUT', 'PUT', 'OPTIONS'] }, 'note', 'duplicate', 'list it once'],
  [{ allowHeaders: ['X-One\r\nSet-Cookie: a=b'] }, 'error', 'header_invalid', /X-One/],
  [{ allowHeaders: [''] }, 'error', 'header_invalid', 'remove the entry'],
  [{ allowHeaders: ['Cookie'] }, 'warning', 'header_forbidden', 'remove the entry'],
  [{ allowHeaders: ['Sec-Fetch-Site'] }, 'warning', 'header_forbidden', 'remove the entry'],
  [{ allowHeaders: ['Access-Control-Allow-Origin'] }, 'warning', 'header_forbidden', 'remove the entry'],
  [{ allowHeaders: ['X-One', 'x-one'] }, 'note', 'duplicate', 'list it once'],
  [{ allowHeaders: ['Accept', 'accept'] }, 'note', 'duplicate', 'list it once'],
  [
    { exposeHeaders: ['*'], allowOrigins: [APP], allowCredentials: true },
    'error',
    'expose_wildcard_with_credentials',
    /exposeHeaders/,
  ],
  [{ exposeHeaders: ['X One'] }, 'error', 'header_invalid', 'X and One'],
  [{ exposeHeaders: ['X-One;X-Two'] }, 'error', 'header_invalid', 'X-One and X-Two'],
  [{ exposeHeaders: ['Set-Cookie'] }, 'warning', 'expose_forbidden', 'remove the entry'],
  [{ exposeHeaders: ['Access-Control-Max-Age'] }, 'warning', 'expose_forbidden', 'remove the entry'],
  [{ exposeHeaders: ['Origin'] }, 'warning', 'expose_forbidden', 'remove the entry'],
  [{ exposeHeaders: ['X-One', 'X-ONE'] }, 'note', 'duplicate', 'list it once'],
  [{ allowMethods: ['GET', '*'] }, 'note', 'wildcard_with_others', 'allowMethods: ["*"]'],
  [{ allowHeaders: ['*', 'X-One'] }, 'note', 'wildcard_with_others', 'allowHeaders: ["*"]'],
  [{ exposeHeaders: ['*', 'X-One'] }, 'note', 'wildcard_with_others', 'exposeHeaders: ["*"]'],
  [{ maxAge: -1 }, 'error', 'max_age_invalid', 'maxAge: 0'],
  [{ maxAge: 1.5 }, 'error', 'max_age_invalid', 'maxAge: 2'],
  [{ maxAge: Number.NaN }, 'error', 'max_age_invalid', 'maxAge: 0'],
  [{ maxAge: 2 ** 31 }, 'error', 'max_age_invalid', 'maxAge: 86400'],
  [{ maxAge: '600' }, 'error', 'option_type', 'maxAge: 600'],
  [{ maxAge: 86_401 }, 'warning', 'max_age_capped', 'maxAge: 86400'],
  [{ allowCredentials: 'false' }, 'error', 'option_type', 'allowCredentials: false'],
  [{ allowCredentials: 1 }, 'error', 'option_type', 'allowCredentials: false'],
  [{ strict: 'yes' }, 'error', 'option_type', 'strict: false'],
  [{ strict: 'True' }, 'error', 'option_type', 'strict: true'],
  [{ allowOrigins: APP }, 'error', 'option_type', `allowOrigins: ["${APP}"]`],
  [{ allowOrigins: [42] }, 'error', 'option_type', /allowOrigins/],
  [{ allowMethods: 'GET, PUT' }, 'error', 'option_type', 'allowMethods: ["GET","PUT"]'],
  [{ allowHeaders: 'X-One' }, 'error', 'option_type', 'allowHeaders: ["X-One"]'],
  [{ exposeHeaders: 'X-One' }, 'error', 'option_type', 'exposeHeaders: ["X-One"]'],
  [{ allowOriginRegex: /https:\/\/a\.test/ }, 'error', 'option_type', /allowOriginRegex: "https/],
  [{ allowedOrigins: [APP] }, 'error', 'option_unknown', 'allowOrigins'],
  [{ origins: [APP] }, 'error', 'option_unknown', 'allowOrigins'],
  [{ allow_methods: ['GET'] }, 'error', 'option_unknown', 'allowMethods'],
  [{ credentials: true }, 'error', 'option_unknown', 'allowCredentials'],
  [{ max_age: 600 }, 'error', 'option_unknown', 'maxAge'],
  [{ expose_headers: ['X-One'] }, 'error', 'option_unknown', 'exposeHeaders'],
]

test('§4.4 every configuration mistake is found when the policy is compiled, with its code and the value to write', () => {
  for (const [options, level, code, correction] of [...ORIGIN_ROWS, ...OTHER_ROWS]) {
    const label = `${JSON.stringify(options)} ${code}`
    const problem = problemsOf(options, level).find((one) => one.code === code)
    assert.ok(problem, `${label}: not found`)
    assert.ok(problem.reason.length > 5, label)
    assert.notEqual(problem.value, undefined, label)
    if (typeof correction === 'string') assert.equal(problem.correction, correction, label)
    else assert.match(problem.correction, correction, label)
  }
})

test('§4.4 rule 1: credentials and the origin * are refused together, in one error with everything else', () => {
  const options = {
    allowOrigins: ['*', 'https://a.test/'],
    allowCredentials: true,
    maxAge: -1,
    allowMethods: ['TRACE'],
  }
  const codes = problemsOf(options, 'error').map(({ code }) => code)
  assert.deepEqual(codes, [
    'origin_not_canonical',
    'wildcard_with_credentials',
    'method_forbidden',
    'max_age_invalid',
  ])
})

test('§4.4 allow_origins: each entry is allowed, and origins that resemble it are not', () => {
  const policy = compilePolicy({ allowOrigins: [APP, 'http://localhost:3000'] })
  for (const origin of [APP, 'http://localhost:3000']) assert.ok(policy.allows(origin), origin)
  for (const origin of RESEMBLING) assert.ok(!policy.allows(origin), String(origin).slice(0, 60))
})

test('§4.4 allow_origins: * means all, whatever the Origin header contains', () => {
  const policy = compilePolicy({ allowOrigins: ['*'] })
  for (const origin of RESEMBLING) assert.equal(policy.grantFor(origin).identity[1], '*')
})

test('§4.4 allow_origin_regex next to an empty allow_origins is not "together"', () => {
  const policy = compilePolicy({ allowOrigins: [], allowOriginRegex: 'https://a\\.test' })
  assert.ok(policy.allows('https://a.test'))
})

test('§4.4 allow_methods: HEAD follows GET, and * means all but the forbidden ones', () => {
  const some = compilePolicy({ allowOrigins: [APP], allowMethods: ['GET', 'OPTIONS'] })
  const all = compilePolicy({ allowOrigins: [APP], allowMethods: ['*'] })
  assert.deepEqual(some.methods, ['GET', 'OPTIONS', 'HEAD'])
  assert.deepEqual(['HEAD', 'POST', 'get'].map(some.coversMethod), [true, false, false])
  assert.deepEqual(['PURGE', 'patch', 'CONNECT', 'Trace'].map(all.coversMethod), [true, true, false, false])
})

test('§4.4 max_age: a day is accepted without a warning', () => {
  const { maxAge, warnings } = compilePolicy({ allowOrigins: [APP], maxAge: 86_400 })
  assert.deepEqual([maxAge, warnings], [86_400, []])
  assert.equal(
    compilePolicy({ allowOrigins: [APP], maxAge: 2 ** 31 - 1 }).warnings[0]?.code,
    'max_age_capped',
  )
})

test('strict reports errors and warnings together', () => {
  const options = { allowOrigins: ['null'], allowMethods: ['patch', 'OPTIONS'], strict: true }
  const codesOf = (error: PolicyError) => error.problems.map(({ code }) => code).join()
  assert.throws(
    () => compilePolicy(options),
    (error: PolicyError) => codesOf(error) === 'origin_null,method_case',
  )
  assert.throws(
    () => compilePolicy({ ...options, allowMethods: ['PATCH', 'OPTIONS'] }),
    (error: PolicyError) => codesOf(error) === 'origin_null',
  )
})

test('a long value is shown by its first hundred characters', () => {
  for (const [length, shown] of [
    [98, `"${'x'.repeat(98)}"`],
    [99, `"${'x'.repeat(98)}…`],
  ] as const) {
    const allowOrigins = ['x'.repeat(length)]
    assert.throws(() => compilePolicy({ allowOrigins }), new RegExp(`\\): ${shown} is not one origin`))
  }
})

test('§4.4 allow_headers: names are case-insensitive, the four standard ones are always allowed, * means all', () => {
  const some = compilePolicy({ allowOrigins: [APP], allowHeaders: ['X-Request-Id', 'content-type'] })
  const all = compilePolicy({ allowOrigins: [APP], allowHeaders: ['*'] })
  assert.deepEqual(some.headers, [
    'Accept',
    'Accept-Language',
    'Content-Language',
    'Content-Type',
    'X-Request-Id',
  ])
  assert.deepEqual(['x-request-id', 'content-type', 'authorization'].map(some.listsHeader), [
    true,
    true,
    false,
  ])
  assert.deepEqual([some.anyHeader, all.anyHeader], [false, true])
})

test('§4.4 defaults: no origin, no credentials, seven methods, Authorization, 600 seconds', () => {
  const policy = compilePolicy({})
  assert.ok(!policy.allows(APP))
  assert.deepEqual(
    [policy.credentials, policy.methods.join(), policy.headers.at(-1), policy.exposed.length, policy.maxAge],
    [false, 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS', 'Authorization', 0, 600],
  )
})

test('strict turns every warning into an error, but not notes', () => {
  const options = { allowOrigins: [APP, APP], allowMethods: ['GET', 'put'], strict: true }
  assert.deepEqual(
    problemsOf(options, 'error').map(({ code }) => code),
    ['method_case', 'options_not_allowed'],
  )
  assert.equal(compilePolicy({ allowOrigins: [APP, APP], strict: true }).notes.length, 1)
})

test('loopback origins with credentials give no warning', () => {
  const allowOrigins = [
    'http://localhost:3000',
    'http://127.0.0.1:5173',
    'http://[::1]:5173',
    'http://api.localhost',
  ]
  assert.deepEqual(compilePolicy({ allowOrigins, allowCredentials: true, strict: true }).warnings, [])
})

test('a policy is frozen, and does not change with its options', () => {
  const allowOrigins = [APP]
  const policy = compilePolicy({ allowOrigins })
  allowOrigins.push('https://evil.example')
  assert.ok(!policy.allows('https://evil.example'))
  for (const part of [
    policy,
    policy.origins,
    policy.methods,
    policy.headers,
    policy.warnings,
    policy.notes,
  ]) {
    assert.ok(Object.isFrozen(part))
  }
  for (const part of Object.values(policy.grantFor(APP))) assert.ok(Object.isFrozen(part))
})

test('any origins and any headers result in a policy or in a PolicyError with corrections', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('*', 'null', APP, 'https://*.a.test', 'a,b'),
  )
  fc.assert(
    fc.property(
      fc.array(text),
      fc.array(fc.string()),
      fc.boolean(),
      (allowOrigins, allowHeaders, allowCredentials) => {
        const found = build({ allowOrigins, allowHeaders, allowCredentials })
        if (found instanceof PolicyError)
          assert.ok(found.problems.every(({ correction }) => correction !== ''))
        else assert.ok(found.origins.every((origin) => new URL(origin).origin === origin))
      },
    ),
  )
})

test('any string as a pattern results in a policy or in a PolicyError', () => {
  const piece = fc.constantFrom(
    'https://',
    'a',
    '[a-z]',
    '.',
    '\\.',
    '(',
    ')',
    '*',
    '+',
    '|',
    '(?:',
    '{2}',
    '[',
    ']',
    '\\',
    '$',
  )
  const pattern = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(pattern, (allowOriginRegex) => {
      const found = build({ allowOriginRegex, allowCredentials: true })
      assert.ok(found instanceof PolicyError || found.originRegex === allowOriginRegex)
    }),
    { numRuns: 1000 },
  )
})

const RESEMBLING: readonly (string | undefined)[] = [
  undefined,
  '',
  'null',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://app.example.com:443',
  'https://app.example.com/',
  'https://APP.example.com',
  'https://app.example.com.evil.example',
  'https://notapp.example.com',
  'https://app.example.com\t',
  'https://user@app.example.com',
  'https://app.example.com, https://evil.example',
  'https://app.example.comhttp://localhost:3000',
  `https://${'a'.repeat(12_000)}.example.com`,
]

function build(options: object): Policy | PolicyError {
  try {
    return compilePolicy(options as CorsOptions)
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}

function problemsOf(options: object, level: Level): readonly Problem[] {
  const found = build(options)
  if (found instanceof PolicyError) return level === 'error' ? found.problems : []
  return level === 'error' ? [] : found[level === 'warning' ? 'warnings' : 'notes']
}
