import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { parseSettings } from './settings.ts'
import { SettingsError } from './settings-error.ts'

test('an empty environment is enough', () => {
  const { policy, limits, variables, ...settings } = parseSettings({})
  assert.deepEqual(settings, {
    host: '127.0.0.1',
    port: 8000,
    rootPath: '',
    documentation: 'public',
    databaseUrl: 'sqlite:./data/postern.db',
    logLevel: 'info',
    metrics: undefined,
    keepAlive: 5,
    stop: { announce: 0, drain: 10 },
    posts: {
      rules: 'custom',
      response: 'full',
      binding: 'response',
      ifMatch: 'optional',
      prohibitedWords: ['spam', 'scam'],
    },
    stage: 'development',
    unread: [],
  })
  assert.deepEqual(policy.origins, ['http://localhost:3000'])
  assert.deepEqual(limits, {
    rates: {
      'sign-in': { requests: 60, seconds: 60 },
      'sign-up': { requests: 60, seconds: 60 },
      write: { requests: 12_000, seconds: 60 },
      read: { requests: 60_000, seconds: 60 },
    },
    trustedProxies: [],
    mostRequests: 1000,
    longestDelay: 1000,
  })
  assert.deepEqual([variables.PORT, variables.METRICS_PORT], [8000, null])
})

test('settings are frozen, with everything in them', () => {
  const settings = parseSettings({ METRICS_PORT: '9464' })
  const { policy, ...own } = settings
  assert.ok(Object.isFrozen(settings) && Object.isFrozen(policy))
  for (const value of Object.values(own)) assertFrozen(value)
})

test('a blank variable counts as not set, except the list of words, which may be empty', () => {
  for (const PROHIBITED_WORDS of ['', ' ', ' , ']) {
    const { port, posts } = parseSettings({ PORT: ' ', POST_RULES: '', PROHIBITED_WORDS })
    assert.deepEqual([port, posts.rules, posts.prohibitedWords], [8000, 'custom', []])
  }
})

test('a variable that looks like a setting but is not read is reported', () => {
  const environment = {
    POST_RULE: 'basic',
    DATABASE_URI: 'sqlite:x',
    MAX_REQUEST: '5',
    KEEP_ALIVE_SECOND: '9',
    PROHIBITED_WORD: 'spam',
    METRICS_ADDRESS: '::',
    STOP_SECONDS: '1',
    DRAIN_TIME: '1',
    RATE_LIMITS: 'off',
    TRUSTED_PROXY: '10.0.0.1',
    TRUST_PROXY: '1',
    ROOT_PATHS: '/api',
    ROOTPATH: '/api',
    LOG_LEVELS: 'warn',
    LOGLEVEL: 'warn',
    DOCUMENTATIONS: 'off',
  }
  const others = { POSTERN_RELAUNCHED: '1', NPM_LOG_LEVELS: 'warn', LOG_LEVEL: 'warn', RATE_LIMIT: 'off' }
  assert.deepEqual(parseSettings({ ...environment, ...others }).unread, Object.keys(environment))
})

test('§4.4.1 credentials cannot be combined with *: the start is refused, and both solutions are named', () => {
  assert.throws(() => parseSettings({ ALLOWED_ORIGINS: '*' }), {
    name: 'SettingsError',
    message: /ALLOWED_ORIGINS.*ALLOW_CREDENTIALS=false, or name the origins: ALLOWED_ORIGINS=/,
  })
})

test('§4.4 a mistake in the policy is reported with its code in docs/cross-origin.md and what to do instead', () => {
  const message =
    /- PORT: .*\n- ALLOWED_ORIGIN_REGEX \(regex_invalid\): "" is empty and .*\. Instead: leave the option out/
  assert.throws(() => parseSettings({ ALLOWED_ORIGIN_REGEX: '', PORT: 'x' }), { message })
})

test('all mistakes are reported at once, each with variable, value, reason and what to write instead', () => {
  const mistakes = problemsOf({
    PORT: '80a',
    POST_RULES: 'custm',
    DATABASE_URL: 'mysql://root:hunter2@localhost',
    ALLOWED_ORIGINS: 'https://App.example.com/',
    CORS_MAX_AGE: 'long',
  })
  const variables = mistakes.map(({ variable }) => variable)
  assert.deepEqual(variables.sort(), [
    'ALLOWED_ORIGINS',
    'CORS_MAX_AGE',
    'DATABASE_URL',
    'PORT',
    'POST_RULES',
  ])
  for (const { value, reason, correction } of mistakes) {
    assert.ok(reason.length > 10 && /=|https:/.test(correction), correction)
    assert.doesNotMatch(String(value), /hunter2/)
  }
})

test('the largest and smallest values allowed are accepted', () => {
  const { limits, ...settings } = parseSettings({
    PORT: '65535',
    KEEP_ALIVE_SECONDS: '3600',
    STOP_ANNOUNCE_SECONDS: '3600',
    DRAIN_SECONDS: '0',
    METRICS_PORT: '0',
    MAX_REQUESTS: '1',
    MAX_LOOP_DELAY: '10',
    RATE_LIMIT_SIGN_IN: '1/86400',
    RATE_LIMIT_READ: '999999999/1',
  })
  assert.deepEqual(
    [settings.port, settings.keepAlive, settings.stop],
    [65_535, 3600, { announce: 3600, drain: 0 }],
  )
  assert.deepEqual(
    [settings.metrics, limits.mostRequests, limits.longestDelay],
    [{ host: '127.0.0.1', port: 0 }, 1, 10],
  )
  assert.deepEqual(limits.rates?.['sign-in'], { requests: 1, seconds: 86_400 })
  assert.deepEqual(limits.rates?.read, { requests: 999_999_999, seconds: 1 })
})

describe('an invalid value is refused', () => {
  const cases: readonly [variable: string, value: string, message: RegExp][] = [
    ['PORT', '-1', /PORT: "-1" .*greater than or equal to 0.*Write PORT=8000/],
    ['PORT', '65536', /PORT: "65536" .*less than or equal to 65535/],
    ['POST_BINDING', 'xml', /POST_BINDING: "xml" .*'response', 'json', 'form' or 'raw'/],
    ['POST_RESPONSE', 'long', /POST_RESPONSE: "long" .*'full' or 'short'/],
    ['POST_IF_MATCH', 'yes', /POST_IF_MATCH: "yes" .*'optional' or 'required'/],
    ['DATABASE_URL', 'sqlite:', /DATABASE_URL: "\*\*\*" .*should start with sqlite:/],
    ['DATABASE_URL', './postern.db', /DATABASE_URL=sqlite:/],
    [
      'DATABASE_URL',
      'sqlite:./postern.db ',
      /DATABASE_URL: "\*\*\*" begins or ends with white space\. Write the URL/,
    ],
    [
      'DATABASE_URL',
      'postgres://db/postern\n',
      /DATABASE_URL: "\*\*\*" begins or ends with white space\. Write the URL/,
    ],
    [
      'DATABASE_URL',
      ' sqlite:./postern.db',
      /DATABASE_URL: "\*\*\*" begins or ends with white space\. Write the URL/,
    ],
    [
      'DATABASE_URL',
      'sqlite:///data/postern.db',
      /DATABASE_URL: .* a path without \/\/.*DATABASE_URL=sqlite:\./,
    ],
    [
      'DATABASE_URL',
      'postgres://u:p@db:x/postern',
      /DATABASE_URL: "\*\*\*" is not a PostgreSQL URL.*HOST:PORT/,
    ],
    [
      'DATABASE_URL',
      'postgres://u:100%@db/postern',
      /DATABASE_URL: .* special characters of each percent-enc/,
    ],
    [
      'DATABASE_URL',
      'postgres://db/postern?sslmode=on',
      /DATABASE_URL: "sslmode=on" .*Write sslmode=disable/,
    ],
    ['DATABASE_URL', 'postgres://db/postern?ssl=true', /DATABASE_URL: "ssl" is not read\. Write sslmode=/],
    ['DATABASE_URL', 'postgres://db/postern?max=0', /DATABASE_URL: "max=0" .*from 1 to 1000/],
    ['DATABASE_URL', 'postgres://db/postern?max=1001', /DATABASE_URL: "max=1001" .*from 1 to 1000/],
    ['RATE_LIMIT', 'no', /RATE_LIMIT: "no" .*'on' or 'off'/],
    [
      'RATE_LIMIT_READ',
      '0/60',
      /RATE_LIMIT_READ: "0\/60" .*REQUESTS\/SECONDS.*Write RATE_LIMIT_READ=60000\/60/,
    ],
    ['RATE_LIMIT_SIGN_IN', '5', /RATE_LIMIT_SIGN_IN: "5" .*REQUESTS\/SECONDS/],
    ['RATE_LIMIT_SIGN_UP', '5/86401', /RATE_LIMIT_SIGN_UP: "5\/86401" .*at most a day/],
    ['TRUSTED_PROXIES', '10.0.0.0/8, proxy', /TRUSTED_PROXIES: .*"proxy" is neither an address/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /"10\.0\.0\.0\/33" is neither/],
    ['TRUSTED_PROXIES', '10.0.0.0/', /"10\.0\.0\.0\/" is neither/],
    ['TRUSTED_PROXIES', '10.0.0.0/8/9', /"10\.0\.0\.0\/8\/9" is neither/],
    ['TRUSTED_PROXIES', 'a,b', /"a" is neither.*"b" is neither.*Write TRUSTED_PROXIES=10\.0\.0\.0\/8/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL: "loud" .*be 'debug', 'info', 'warn', 'error' or 'silent'/],
    ['METRICS_PORT', '-1', /METRICS_PORT: "-1" .*greater than or equal to 0.*Write METRICS_PORT=9464/],
    ['METRICS_PORT', '65536', /METRICS_PORT: "65536" .*less than or equal to 65535/],
    ['KEEP_ALIVE_SECONDS', '0', /KEEP_ALIVE_SECONDS: "0" .*greater than or equal to 1/],
    ['KEEP_ALIVE_SECONDS', '3601', /KEEP_ALIVE_SECONDS: "3601" .*less than or equal to 3600/],
    ['STOP_ANNOUNCE_SECONDS', '-1', /STOP_ANNOUNCE_SECONDS: "-1" .*greater than or equal to 0/],
    ['STOP_ANNOUNCE_SECONDS', '3601', /STOP_ANNOUNCE_SECONDS: "3601" .*less than or equal to 3600/],
    ['DRAIN_SECONDS', '-1', /DRAIN_SECONDS: "-1" .*greater than or equal to 0/],
    ['DRAIN_SECONDS', '3601', /DRAIN_SECONDS: "3601" .*less than or equal to 3600/],
    ['MAX_REQUESTS', '0', /MAX_REQUESTS: "0" .*greater than or equal to 1.*Write MAX_REQUESTS=1000/],
    ['MAX_LOOP_DELAY', '9', /MAX_LOOP_DELAY: "9" .*greater than or equal to 10/],
    ['RATE_LIMIT_WRITE', '5/0', /RATE_LIMIT_WRITE: "5\/0" .*at least 1\/1/],
    ['RATE_LIMIT_WRITE', '1234567890/60', /RATE_LIMIT_WRITE: "1234567890\/60" .*REQUESTS\/SECONDS/],
    ['RATE_LIMIT_WRITE', '5/60/60', /RATE_LIMIT_WRITE: "5\/60\/60" .*REQUESTS\/SECONDS/],
    ['RATE_LIMIT_WRITE', '1e3/60', /RATE_LIMIT_WRITE: "1e3\/60" .*REQUESTS\/SECONDS/],
    ['ALLOWED_ORIGINS', 'https://*.example.com', /ALLOWED_ORIGIN_REGEX=/],
    ['ALLOWED_ORIGIN_REGEX', '(', /ALLOWED_ORIGIN_REGEX/],
    ['CORS_MAX_AGE', '-5', /CORS_MAX_AGE/],
    ['ALLOWED_METHODS', 'GET,TRACE', /ALLOWED_METHODS/],
  ]
  for (const [variable, value, message] of cases) {
    it(`${variable}=${value}`, () => {
      assert.throws(() => parseSettings({ [variable]: value }), message)
    })
  }
})

test('metrics cannot have the port of the service, unless at another address', () => {
  const shared: readonly Record<string, string>[] = [
    { METRICS_PORT: '8000' },
    { HOST: '0.0.0.0', METRICS_PORT: '8000' },
    { HOST: '::1', METRICS_HOST: '::', PORT: '9464', METRICS_PORT: '9464' },
  ]
  for (const environment of shared) {
    const other = environment['PORT'] === '9464' ? 9465 : 9464
    const message = new RegExp(`METRICS_PORT: \\d+ is also the PORT of .*\\. Write METRICS_PORT=${other}$`)
    assert.throws(() => parseSettings(environment), { name: 'SettingsError', message })
  }
  const { metrics } = parseSettings({ METRICS_HOST: '127.0.0.2', METRICS_PORT: '8000' })
  assert.deepEqual(metrics, { host: '127.0.0.2', port: 8000 })
  assert.deepEqual(parseSettings({ PORT: '0', METRICS_PORT: '0' }).metrics?.port, 0)
})

test('spaces around an address or a port are ignored', () => {
  const { host, port, metrics } = parseSettings({
    HOST: ' 0.0.0.0',
    PORT: ' 9000 ',
    METRICS_HOST: '::1 ',
    METRICS_PORT: '9001',
  })
  assert.deepEqual([host, port, metrics], ['0.0.0.0', 9000, { host: '::1', port: 9001 }])
})

test('a value of more than 100 characters is shown cut short', () => {
  const kept = 'x'.repeat(98)
  assert.throws(() => parseSettings({ LOG_LEVEL: kept }), { message: new RegExp(`"${kept}" is refused`) })
  assert.throws(() => parseSettings({ LOG_LEVEL: `${kept}x` }), {
    message: new RegExp(`"${kept}… is refused`),
  })
})

describe('the correction of a setting that takes certain words is the word that was meant', () => {
  const cases: readonly (readonly [variable: string, value: string, correction: string])[] = [
    ['RATE_LIMIT', 'OFF', 'off'],
    ['RATE_LIMIT', ' off ', 'off'],
    ['RATE_LIMIT', 'false', 'off'],
    ['RATE_LIMIT', 'n', 'off'],
    ['RATE_LIMIT', 'F', 'off'],
    ...['no', 'nobody', 'never', 'disable', 'disabled', '0'].map((no) => ['RATE_LIMIT', no, 'off'] as const),
    ['RATE_LIMIT', 'true', 'on'],
    ['DOCUMENTATION', 'user', 'users'],
    ['DOCUMENTATION', 'Users', 'users'],
    ['DOCUMENTATION', 'none', 'off'],
    ['DOCUMENTATION', 'whatever', 'public'],
    ['LOG_LEVEL', 'WARNING', 'warn'],
    ['LOG_LEVEL', 'err', 'error'],
    ['LOG_LEVEL', 'off', 'silent'],
    ['LOG_LEVEL', 'None', 'silent'],
    ['POST_IF_MATCH', 'require', 'required'],
    ['POST_IF_MATCH', 'true', 'required'],
    ['POST_IF_MATCH', 'Always', 'required'],
    ['POST_IF_MATCH', 'y', 'required'],
    ...['on', 'yes', 't', 'enable', 'enabled', '1'].map((yes) => ['POST_IF_MATCH', yes, 'required'] as const),
    ['POST_IF_MATCH', 'no', 'optional'],
  ]
  for (const [variable, value, word] of cases) {
    it(`${variable}=${value}: ${word}`, () => {
      const corrections = problemsOf({ [variable]: value }).map(({ correction }) => correction)
      assert.deepEqual(corrections, [`${variable}=${word}`])
    })
  }
})

test('every correction is accepted', () => {
  const { variables } = parseSettings({})
  const nonsense = Object.fromEntries(Object.keys(variables).map((name) => [name, '\0']))
  const corrections = problemsOf(nonsense).map(({ correction }) => correction)
  assert.ok(corrections.length > 15 && corrections.includes('METRICS_PORT=9464'))
  const corrected = corrections.map((correction) => correction.split(/=(.*)/s, 2))
  assert.ok(parseSettings(Object.fromEntries(corrected)))
})

function assertFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  assert.ok(Object.isFrozen(value), JSON.stringify(value))
  for (const held of Object.values(value)) assertFrozen(held)
}

function problemsOf(environment: Record<string, string>) {
  try {
    parseSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
  assert.fail('the settings were taken')
}
