import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deploymentStage, type Environment, POLICY_VARIABLES, policyOptionsFrom } from './environment.ts'
import type { CorsOptions } from './options.ts'
import { compilePolicy } from './policy.ts'
import { PolicyError, type ProblemCode } from './problem.ts'

const LISTS = {
  ALLOWED_ORIGINS_PRODUCTION: 'https://www.example.com',
  ALLOWED_ORIGINS_STAGING: 'https://stage.example.com',
  ALLOWED_ORIGINS_DEVELOPMENT: 'http://localhost:5173',
}

const SELECTED: readonly (readonly [environment: Environment, origins: string])[] = [
  [{}, 'http://localhost:3000'],
  [{ ALLOWED_ORIGINS: 'https://a.test, https://b.test,' }, 'https://a.test,https://b.test'],
  [{ ALLOWED_ORIGINS: '  ' }, ''],
  [{ ...LISTS, ENVIRONMENT: 'production' }, 'https://www.example.com'],
  [{ ...LISTS, ENVIRONMENT: 'staging' }, 'https://stage.example.com'],
  [{ ...LISTS, ENVIRONMENT: 'development' }, 'http://localhost:5173'],
  [{ ...LISTS, ENVIRONMENT: 'anything' }, 'http://localhost:5173'],
  [{ ...LISTS, ENVIRONMENT: 'Production' }, 'http://localhost:5173'],
  [LISTS, 'http://localhost:5173'],
  [{ ENVIRONMENT: 'production' }, 'http://localhost:3000'],
  [{ ...LISTS, ENVIRONMENT: 'production', ALLOWED_ORIGINS: 'https://a.test' }, 'https://a.test'],
  [{ ENVIRONMENT: 'production', ALLOWED_ORIGINS_PRODUCTION: '' }, ''],
]

test('§4.4 rule 4: ENVIRONMENT selects the list, and ALLOWED_ORIGINS takes precedence', () => {
  for (const [environment, origins] of SELECTED) {
    assert.equal(policyOptionsFrom(environment).allowOrigins?.join(), origins, JSON.stringify(environment))
  }
})

test('§4.4 rule 4: ENVIRONMENT is case-sensitive, and any other value is development', () => {
  const stages = ['production', 'staging', 'Production', 'prod', '', undefined].map((ENVIRONMENT) => {
    return deploymentStage({ ENVIRONMENT })
  })
  assert.deepEqual(stages, ['production', 'staging', ...Array(4).fill('development')])
})

const CREDENTIALS: readonly (readonly [value: string | undefined, allowed: boolean, warned: boolean])[] = [
  [undefined, true, false],
  ['true', true, false],
  ['TRUE', true, false],
  ['True', true, false],
  ['false', false, false],
  ['FALSE', false, false],
  ['1', false, true],
  ['yes', false, true],
  ['on', false, true],
  [' true', false, true],
  ['', false, true],
]

test('§4.4 rule 5: ALLOW_CREDENTIALS is compared with true case-insensitively, and defaults to true', () => {
  for (const [ALLOW_CREDENTIALS, allowed, warned] of CREDENTIALS) {
    const policy = compilePolicy(policyOptionsFrom({ ALLOW_CREDENTIALS }))
    const codes = policy.warnings.map(({ code }) => code)
    assert.equal(policy.credentials, allowed, ALLOW_CREDENTIALS)
    assert.equal(codes.includes('allow_credentials_unrecognised'), warned, ALLOW_CREDENTIALS)
  }
})

type Row = readonly [environment: Environment, code: ProblemCode, option: string, correction: RegExp]

const ERRORS: readonly Row[] = [
  [
    { ALLOWED_ORIGINS: '*' },
    'wildcard_with_credentials',
    'ALLOWED_ORIGINS and ALLOW_CREDENTIALS',
    /^ALLOW_CREDENTIALS=false, or .* ALLOWED_ORIGINS=https/,
  ],
  [
    { ENVIRONMENT: 'production', ALLOWED_ORIGINS_PRODUCTION: '*' },
    'wildcard_with_credentials',
    'ALLOWED_ORIGINS_PRODUCTION and ALLOW_CREDENTIALS',
    /ALLOWED_ORIGINS_PRODUCTION=/,
  ],
  [{ ALLOWED_ORIGINS: 'https://a.test/' }, 'origin_not_canonical', 'ALLOWED_ORIGINS', /^https:\/\/a\.test$/],
  [{ ALLOWED_ORIGINS: '"https://a.test"' }, 'origin_invalid', 'ALLOWED_ORIGINS', /^https:\/\/a\.test$/],
  [
    { ALLOWED_ORIGINS: 'https://*.a.test' },
    'origin_pattern',
    'ALLOWED_ORIGINS',
    /^ALLOWED_ORIGIN_REGEX='https:.*'$/,
  ],
  [
    { ALLOWED_ORIGINS: 'https://a.test', ALLOWED_ORIGIN_REGEX: 'https://b\\.test' },
    'origins_and_regex',
    'ALLOWED_ORIGINS and ALLOWED_ORIGIN_REGEX',
    /ALLOWED_ORIGIN_REGEX='https:\/\/a\\.test\|https:\/\/b\\.test'$/,
  ],
  [{ ALLOWED_ORIGIN_REGEX: '' }, 'regex_invalid', 'ALLOWED_ORIGIN_REGEX', /leave/],
  [{ ALLOWED_METHODS: 'GET POST' }, 'method_invalid', 'ALLOWED_METHODS', /GET and POST/],
  [{ ALLOWED_HEADERS: 'X One' }, 'header_invalid', 'ALLOWED_HEADERS', /X and One/],
  [{ EXPOSED_HEADERS: '*' }, 'expose_wildcard_with_credentials', 'EXPOSED_HEADERS', /^EXPOSED_HEADERS=/],
  [{ CORS_MAX_AGE: 'ten' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=600$/],
  [{ CORS_MAX_AGE: '10s' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=600$/],
  [{ CORS_MAX_AGE: 'PT10' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=600$/],
  [{ CORS_MAX_AGE: '1.5' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=2$/],
  [{ CORS_MAX_AGE: '' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=600$/],
  [{ CORS_STRICT: 'yes' }, 'strict_unrecognised', 'CORS_STRICT', /^CORS_STRICT=true$/],
  [{ CORS_STRICT: 'TRUE', ENVIRONMENT: 'prod' }, 'environment_unrecognised', 'ENVIRONMENT', /production$/],
  [{ CORS_MAX_AGE: '-1' }, 'max_age_invalid', 'CORS_MAX_AGE', /^CORS_MAX_AGE=0$/],
]

const WARNINGS: readonly Row[] = [
  [{ CORS_ORIGINS: 'https://a.test' }, 'variable_unknown', 'CORS_ORIGINS', /^ALLOWED_ORIGINS$/],
  [{ CORS_ORIGIN: 'a.test' }, 'variable_unknown', 'CORS_ORIGIN', /^ALLOWED_ORIGINS$/],
  [{ CORS_WHITELIST: 'https://a.test' }, 'variable_unknown', 'CORS_WHITELIST', /^ALLOWED_ORIGINS$/],
  [{ CORS_MAXAGE: '600' }, 'variable_unknown', 'CORS_MAXAGE', /^CORS_MAX_AGE$/],
  [{ ALLOWED_ORIGINS: ' ' }, 'allowed_origins_empty', 'ALLOWED_ORIGINS', /ALLOWED_ORIGINS=/],
  [
    { ENVIRONMENT: 'Production', ...LISTS },
    'environment_unrecognised',
    'ENVIRONMENT',
    /^ENVIRONMENT=production$/,
  ],
  [{ ENVIRONMENT: 'prod', ...LISTS }, 'environment_unrecognised', 'ENVIRONMENT', /^ENVIRONMENT=production$/],
  [{ ENVIRONMENT: 'live', ...LISTS }, 'environment_unrecognised', 'ENVIRONMENT', /^ENVIRONMENT=production$/],
  [{ ENVIRONMENT: 'staging ', ...LISTS }, 'environment_unrecognised', 'ENVIRONMENT', /^ENVIRONMENT=staging$/],
  [
    { ENVIRONMENT: 'production' },
    'default_origin_deployed',
    'ALLOWED_ORIGINS_PRODUCTION',
    /ALLOWED_ORIGINS_PRODUCTION=/,
  ],
  [
    { ALLOW_CREDENTIALS: 'yes' },
    'allow_credentials_unrecognised',
    'ALLOW_CREDENTIALS',
    /^ALLOW_CREDENTIALS=true$/,
  ],
  [
    { ALLOW_CREDENTIALS: ' true' },
    'allow_credentials_unrecognised',
    'ALLOW_CREDENTIALS',
    /^ALLOW_CREDENTIALS=true$/,
  ],
  [
    { ALLOW_CREDENTIALS: 'no' },
    'allow_credentials_unrecognised',
    'ALLOW_CREDENTIALS',
    /^ALLOW_CREDENTIALS=false$/,
  ],
  [{ ALLOWED_ORIGIN: 'https://a.test' }, 'variable_unknown', 'ALLOWED_ORIGIN', /^ALLOWED_ORIGINS$/],
  [
    { CORS_ALLOWED_ORIGINS: 'https://a.test' },
    'variable_unknown',
    'CORS_ALLOWED_ORIGINS',
    /^ALLOWED_ORIGINS$/,
  ],
  [
    { ALLOWED_ORIGINS_PROD: 'https://a.test' },
    'variable_unknown',
    'ALLOWED_ORIGINS_PROD',
    /^ALLOWED_ORIGINS/,
  ],
  [
    { ALLOWED_METHODS: 'GET' },
    'options_not_allowed',
    'ALLOWED_METHODS',
    /^ALLOWED_METHODS=GET,HEAD,OPTIONS$/,
  ],
  [
    { ALLOWED_ORIGINS: 'http://a.test' },
    'insecure_origin_with_credentials',
    'ALLOWED_ORIGINS',
    /^https:\/\/a\.test$/,
  ],
]

test('§4.4 rule 5: variables are checked as strictly as code, and problems name them', () => {
  for (const [environment, code, option, correction] of ERRORS) {
    const problem = errorsOf(policyOptionsFrom(environment)).find((one) => one.code === code)
    assert.equal(problem?.option, option, JSON.stringify(environment))
    assert.match(problem.correction, correction)
  }
  for (const [environment, code, option, correction] of WARNINGS) {
    const problem = compilePolicy(policyOptionsFrom(environment)).warnings.find((one) => one.code === code)
    assert.equal(problem?.option, option, JSON.stringify(environment))
    assert.match(problem.correction, correction)
    assert.ok(errorsOf(policyOptionsFrom(environment, { strict: true })).some((one) => one.code === code))
  }
})

test('an empty environment and a complete one give no warnings', () => {
  const whole = {
    ENVIRONMENT: 'production',
    ALLOWED_ORIGINS_PRODUCTION: 'https://app.example.com',
    ALLOW_CREDENTIALS: 'true',
    ALLOWED_METHODS: 'GET, POST, PUT, OPTIONS',
    ALLOWED_HEADERS: 'Authorization, X-Request-Id',
    EXPOSED_HEADERS: 'Location',
    CORS_MAX_AGE: '7200',
    PATH: '/usr/bin',
    ALLOWED_HOSTS: 'example.com',
    VITE_ALLOWED_ORIGINS: 'https://app.example.com',
    MY_CORS_PROXY: 'https://proxy.example.com',
  }
  const spaced = { ENVIRONMENT: ' Test ', CORS_STRICT: ' true ', CORS_MAX_AGE: ' 60 ' }
  assert.equal(compilePolicy(policyOptionsFrom(spaced)).maxAge, 60)
  for (const environment of [{}, whole, spaced]) {
    assert.deepEqual(compilePolicy(policyOptionsFrom(environment)).warnings, [])
  }
  const { maxAge, methods, exposed } = compilePolicy(policyOptionsFrom(whole))
  assert.deepEqual([maxAge, methods.join(), exposed.join()], [7200, 'GET,POST,PUT,OPTIONS,HEAD', 'Location'])
})

test('a pattern replaces the default origin', () => {
  const policy = compilePolicy(policyOptionsFrom({ ALLOWED_ORIGIN_REGEX: 'https://[a-z]+\\.a\\.test' }))
  assert.deepEqual(['https://x.a.test', 'http://localhost:3000'].map(policy.allows), [true, false])
})

test('explicit options take precedence over the environment, and their problems name the option', () => {
  const environment = { ALLOWED_ORIGINS: 'https://a.test/', ALLOW_CREDENTIALS: 'maybe', CORS_MAX_AGE: 'ten' }
  const options = policyOptionsFrom(environment, {
    allowOrigins: ['https://b.test'],
    allowCredentials: false,
    maxAge: 5,
  })
  const policy = compilePolicy(options)
  assert.deepEqual(
    [policy.origins, policy.credentials, policy.maxAge, policy.warnings],
    [['https://b.test'], false, 5, []],
  )
  const [problem] = errorsOf(policyOptionsFrom(environment, { allowOrigins: ['null'], maxAge: 5 }))
  assert.equal(problem?.option, 'allowOrigins')
  const [other] = errorsOf(policyOptionsFrom({ ALLOWED_METHODS: 'GET POST' }, { allowOrigins: [] }))
  assert.equal(other?.option, 'ALLOWED_METHODS')
})

test('POLICY_VARIABLES lists every variable that is read', () => {
  assert.deepEqual(POLICY_VARIABLES.toSorted(), [
    'ALLOWED_HEADERS',
    'ALLOWED_METHODS',
    'ALLOWED_ORIGINS',
    'ALLOWED_ORIGINS_DEVELOPMENT',
    'ALLOWED_ORIGINS_PRODUCTION',
    'ALLOWED_ORIGINS_STAGING',
    'ALLOWED_ORIGIN_REGEX',
    'ALLOW_CREDENTIALS',
    'CORS_MAX_AGE',
    'CORS_STRICT',
    'ENVIRONMENT',
    'EXPOSED_HEADERS',
  ])
})

test('an explicit pattern replaces the origins of the environment', () => {
  const environment = { ALLOWED_ORIGINS: 'https://a.test' }
  const policy = compilePolicy(policyOptionsFrom(environment, { allowOriginRegex: 'https://b\\.test' }))
  assert.deepEqual(['https://a.test', 'https://b.test'].map(policy.allows), [false, true])
})

function errorsOf(options: CorsOptions): PolicyError['problems'] {
  try {
    compilePolicy(options)
    return []
  } catch (error) {
    if (error instanceof PolicyError) return error.problems
    throw error
  }
}
