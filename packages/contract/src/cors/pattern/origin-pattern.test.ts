import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { compilePolicy, type Policy } from '../policy.ts'
import { PolicyError, type Problem, type ProblemCode } from '../problem.ts'

const SUBDOMAINS = 'https://[a-z0-9-]+(\\.[a-z0-9-]+)*\\.example\\.com'

const REFUSED: readonly (readonly [pattern: string, code: ProblemCode, text: RegExp])[] = [
  ['', 'regex_invalid', /empty/],
  ['https://[a-z', 'regex_invalid', /position 8/],
  ['https://(a', 'regex_invalid', /missing closing \)(?!.*position)/],
  ['https://a++\\.test', 'regex_invalid', /position 9/],
  ['\\Ahttps://a\\.test', 'regex_unsupported', /always matched/],
  ['https://a\\.test\\Z', 'regex_unsupported', /always matched/],
  ['https://a\\.test\\z', 'regex_unsupported', /always matched/],
  ['(?i)https://a\\.test', 'regex_unsupported', /lower case/],
  ['https://(?i:a)\\.test', 'regex_unsupported', /lower case/],
  ['https://(?P<name>a)\\.test', 'regex_unsupported', /plain group/],
  ['https://(a)\\1\\.test', 'regex_unsupported', /back-references/],
  ['https://(?P<n>a)(?P=n)', 'regex_unsupported', /plain group/],
  ['https://(a)(?P=n)', 'regex_unsupported', /back-references/],
  ['https://\\Qa.test\\E', 'regex_unsupported', /single escapes/],
  ['https://(?!evil)[a-z]+\\.test', 'regex_unsupported', /look-behind are not supported/],
  ['https://(?=a)a\\.test', 'regex_unsupported', /look-behind are not supported/],
  ['https://(?<!a)b\\.test', 'regex_unsupported', /look-behind are not supported/],
  ['https://([a-z0-9]+)+\\.example\\.com', 'regex_unsafe', /https:\/\/a{21}!/],
  ['https://([a-z]*)*\\.test', 'regex_unsafe', /separator/],
  ['https://((a+)b?)+\\.test', 'regex_unsafe', /separator/],
  ['https://(a|[a-z])+\\.test', 'regex_unsafe', /separator/],
  ['https://(.*\\.)*example\\.com', 'regex_unsafe', /separator/],
  ['https://([a-z-]+(-[a-z-]+)*)*\\.test', 'regex_unsafe', /separator/],
  ['https://(-\\d|[a-z]+)*\\.test', 'regex_unsafe', /separator/],
  ['https://([a-m]|[m-z])+\\.test', 'regex_unsafe', /separator/],
  ['https://([a-z](-[a-z]+)?)*\\.test', 'regex_unsafe', /separator/],
  ['https://([a-z]+){2,}\\.test', 'regex_unsafe', /separator/],
]

const WARNED: readonly (readonly [pattern: string, code: ProblemCode, text: RegExp])[] = [
  ['https://a\\.test/', 'regex_matches_nothing', /"https:\/\/a\\\\\.test"/],
  ['https://App\\.test', 'regex_matches_nothing', /"https:\/\/app\\\\\.test"/],
  ['https://a\\.test:443', 'regex_matches_nothing', /"https:\/\/a\\\\\.test"/],
  ['http://a\\.test:80$', 'regex_matches_nothing', /"http:\/\/a\\\\\.test\$"/],
  [
    'https://a\\.test:443|https://b\\.test:4430',
    'regex_matches_nothing',
    /"https:\/\/a\\\\\.test\|https:\/\/b\\\\\.test:4430"/,
  ],
  [' https://a\\.test ', 'regex_matches_nothing', /"https:\/\/a\\\\\.test"/],
  [
    'https://a\\.test | https://b\\.test',
    'regex_matches_nothing',
    /"https:\/\/a\\\\\.test\|https:\/\/b\\\\\.test"/,
  ],
  ['https://a\\.test http://b', 'regex_matches_nothing', /"https:\/\/a\\\\\.test\|http:\/\/b"/],
  [
    "'https://a\\.test'",
    'regex_matches_nothing',
    /requires a quotation mark, which no origin has https:\/\/a\\\.test$/,
  ],
  [
    '"https://a\\.test"',
    'regex_matches_nothing',
    /requires a quotation mark, which no origin has https:\/\/a\\\.test$/,
  ],
  ['[a-z]+\\.example\\.com', 'regex_matches_nothing', /"https:\/\/\[a-z\]\+/],
  [
    'https://app.example.com',
    'regex_unescaped_dot',
    /https:\/\/appxexample\.com would be allowed.*app\\\\\.example\\\\\.com/,
  ],
  ['https://(www.)?a\\.test', 'regex_unescaped_dot', /https:\/\/wwwxa\.test would/],
  ['https://.*.example\\.com', 'regex_unescaped_dot', /https:\/\/.*\.\*\\\\\.example/],
  ['https://a\\.test|https://b.example.test', 'regex_unescaped_dot', /https:\/\/bxexample\.test would/],
  [
    'https://a\\.test|https://b\\.test/',
    'regex_matches_nothing',
    /"https:\/\/a\\\\\.test\|https:\/\/b\\\\\.test"/,
  ],
  ['https://a\\.test|b\\.test', 'regex_matches_nothing', /in front of each alternative/],
  ['https://a\\.test|http://b\\.test', 'insecure_origin_with_credentials', /\|https:\/\/b/],
  ['https://.*', 'regex_matches_everything_with_credentials', /credentials off/],
  ['.*', 'regex_matches_everything_with_credentials', /credentials off/],
  ['https?://[^/]+', 'regex_matches_everything_with_credentials', /credentials off/],
  ['https://.*\\.github\\.io', 'regex_public_suffix_with_credentials', /exact origins/],
  ['https://[a-z0-9-]+\\.vercel\\.app', 'regex_public_suffix_with_credentials', /exact origins/],
  ['https?://app\\.example\\.com', 'insecure_origin_with_credentials', /"https:\/\/app/],
  [
    'http://192\\.168\\.1\\.[0-9]{3}:3000',
    'insecure_origin_with_credentials',
    /http:\/\/192\.168\.1\.111:3000/,
  ],
  ['https://[a-z0-9.]+', 'regex_matches_everything_with_credentials', /credentials off/],
  ['https://[a-z]+\\.[a-z]+', 'regex_matches_everything_with_credentials', /credentials off/],
  ['https://\\w+\\.(net|org)', 'regex_matches_everything_with_credentials', /credentials off/],
  ['https://\\w+\\.github\\.io', 'regex_public_suffix_with_credentials', /exact origins/],
]

const QUIET: readonly string[] = [
  SUBDOMAINS,
  'https://[a-z0-9-]+\\.example\\.com',
  '^https://[a-z]{2,8}\\.example\\.com$',
  'https://(?:app|www)\\.example\\.com(:\\d+)?',
  'https:\\/\\/pr\\-\\d+\\.preview\\.example\\.com',
  'https://(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+example\\.com',
  'https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+example\\.com',
  'https://([a-z0-9-]+\\.)*example\\.com',
  'https://(a|b)+\\.example\\.com',
  'https://(?:[a-z]+){2}\\.example\\.com',
  'https://(?:[a-z]+){2,3}\\.example\\.com',
  'http://localhost:\\d+',
  'http://localhost:8080',
  'http://(localhost|127\\.0\\.0\\.1|\\[::1\\]):[0-9]{4,5}',
  'https://.*\\.example\\.com',
  'https://(?<team>[a-z]+)\\.example\\.com',
  'https://a\\.test:4430',
  'https://.\\.example\\.com',
  'https://[A-Z0-9]+\\.example\\.com',
]

const MATCHES: readonly (readonly [pattern: string, origin: string, allowed: boolean])[] = [
  ['https://[a-z0-9-]+\\.example\\.com', 'https://team-1.example.com', true],
  ['https://[a-z0-9-]+\\.example\\.com', 'https://team-1.example.com.evil.example', false],
  ['https://[a-z0-9-]+\\.example\\.com', 'https://evil.example#https://a.example.com', false],
  ['https://[a-z0-9-]+\\.example\\.com', 'https://a.b.example.com', false],
  [SUBDOMAINS, 'https://a.b.example.com', true],
  [SUBDOMAINS, 'https://example.com', false],
  ['https://a\\.test|https://b\\.test', 'https://b.test', true],
  ['https://a\\.test|https://b\\.test', 'https://a.test.evil.example', false],
  ['^https://a\\.test$', 'https://a.test', true],
  ['.*', 'null', false],
  ['.*', '', false],
  ['.*', 'https://a.test/', false],
  ['.*', 'https://a.test', true],
  ['.*', 'capacitor://localhost', false],
  ['https://.*\\.example\\.com', 'https://evil.example/.example.com', false],
  ['https://.*\\.example\\.com', 'https://evil.example,https://a.example.com', false],
  ['https://.*\\.example\\.com', 'https://EVIL.example.com', false],
  ['https://.*\\.example\\.com', `https://${'a.'.repeat(130)}example.com`, false],
  ['[\\s\\S]*', 'https://a.test\n', false],
]

test('§4.4 allow_origin_regex: a pattern that cannot mean what it says is refused, with its position and what to write', () => {
  for (const [pattern, code, text] of REFUSED) {
    const [problem] = problemsOf(pattern)
    assert.equal(problem?.code, code, pattern)
    assert.match(`${problem.reason} ${problem.correction}`, text, pattern)
  }
})

test('§4.4 allow_origin_regex: a dangerous or useless part of a pattern is a warning with an example', () => {
  for (const [pattern, code, text] of WARNED) {
    const problem = policyOf(pattern).warnings.find((warning) => warning.code === code)
    assert.ok(problem, `${pattern}: ${code}`)
    assert.match(`${problem.reason} ${problem.correction}`, text, pattern)
  }
})

test('§4.4 allow_origin_regex: ordinary patterns give no warning', () => {
  for (const pattern of QUIET) assert.deepEqual(policyOf(pattern).warnings, [], pattern)
})

test('§4.4 allow_origin_regex: without credentials, a pattern may allow any origin, unencrypted ones too', () => {
  for (const allowOriginRegex of ['https?://.*', 'https://.*\\.github\\.io', 'http://a\\.test'])
    assert.deepEqual(compilePolicy({ allowOriginRegex }).warnings, [], allowOriginRegex)
})

test('§4.4 allow_origin_regex: the whole origin must match, and be one that a browser writes', () => {
  for (const [pattern, origin, allowed] of MATCHES) {
    const policy = compilePolicy({ allowOriginRegex: pattern })
    assert.equal(policy.allows(origin), allowed, `${pattern} ${origin}`)
    assert.equal(policy.allows(origin), allowed, `${pattern} ${origin}, the second time`)
  }
})

/** Lists with a star, and the origins that their correction allows and refuses. */
const CORRECTED: readonly (readonly [entries: readonly string[], allowed: string[], refused: string[]])[] = [
  [
    ['https://*.example.com', 'https://a.test'],
    ['https://a.test', 'https://b.example.com', 'https://c.b.example.com'],
    ['https://example.com', 'http://b.example.com'],
  ],
  [['HTTPS://*.Example.com:443/'], ['https://b.example.com'], ['https://b.example.com:4430']],
  [['https://example.com/*'], ['https://example.com'], ['https://example.com:8080']],
  [
    ['https://example.com*'],
    ['https://example.com', 'https://example.com:8080'],
    ['https://example.community'],
  ],
  [['http://localhost*'], ['http://localhost', 'http://localhost:3000'], ['http://localhost.test']],
  [['http://localhost:300*'], ['http://localhost:3001'], ['http://localhost:4000']],
  [['*://*.example.com'], ['http://a.example.com', 'https://a.example.com'], ['https://example.com']],
  [['http*://example.com'], ['http://example.com', 'https://example.com'], ['https://example.com:8080']],
  [['https?://example.com'], ['http://example.com', 'https://example.com'], ['https://examplexcom']],
  [['https://*'], ['https://a.test', 'https://b.a.test'], ['http://a.test']],
]

test('§4.4 allow_origin_regex: the correction of a list with a star is a pattern that allows what was meant', () => {
  for (const [entries, allowed, refused] of CORRECTED) {
    const pattern = correctionOf(entries)
    const policy = compilePolicy({ allowOriginRegex: pattern })
    assert.deepEqual(policy.warnings, [], pattern)
    assert.deepEqual([...allowed, ...refused].filter(policy.allows), allowed, pattern)
  }
})

function correctionOf(allowOrigins: readonly string[]): string {
  try {
    compilePolicy({ allowOrigins })
  } catch (error) {
    assert.ok(error instanceof PolicyError)
    return JSON.parse(error.problems[0]?.correction.replace('allowOriginRegex: ', '') ?? '')
  }
  assert.fail(`${allowOrigins} was accepted`)
}

test('§4.4 allow_origin_regex: four .* against the longest origins are matched without backtracking', () => {
  const { allows } = compilePolicy({ allowOriginRegex: 'https://.*\\..*\\..*\\..*\\.example\\.com' })
  const origins = Array.from({ length: 5000 }, (_, index) => `https://${'a.'.repeat(112)}example.o${index}`)
  const anyAllowed = () => origins.some(allows)
  // The timeout ends a hang: this takes a thousandth of the time for backtracking.
  assert.equal(runInNewContext('anyAllowed()', { anyAllowed }, { timeout: 10_000 }), false)
  assert.ok(allows(`https://${'a.'.repeat(112)}example.com`))
})

test('thousands of matching origins are all allowed, even though only some are remembered', () => {
  const { allows } = policyOf('https://[a-z0-9-]+\\.example\\.com')
  for (let index = 0; index < 2000; index += 1) assert.ok(allows(`https://team-${index}.example.com`))
})

function policyOf(allowOriginRegex: string): Policy {
  return compilePolicy({ allowOriginRegex, allowCredentials: true })
}

function problemsOf(allowOriginRegex: string): readonly Problem[] {
  try {
    policyOf(allowOriginRegex)
    return []
  } catch (error) {
    if (error instanceof PolicyError) return error.problems
    throw error
  }
}
