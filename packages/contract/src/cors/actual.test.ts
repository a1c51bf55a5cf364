import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { grantHeaders, mergeGrants } from './actual.ts'
import { compilePolicy } from './policy.ts'

const APP = 'https://app.example.com'
const LISTED = compilePolicy({
  allowOrigins: [APP],
  allowCredentials: true,
  exposeHeaders: ['X-Total-Count', 'Location'],
})
const PATTERN = compilePolicy({ allowOriginRegex: 'https://[a-z]+\\.example\\.com' })
const ANY = compilePolicy({ allowOrigins: ['*'], exposeHeaders: ['X-Total-Count'] })

const LISTED_GRANTS = [
  'access-control-allow-origin',
  APP,
  'access-control-allow-credentials',
  'true',
  'access-control-expose-headers',
  'X-Total-Count, Location',
  'vary',
  'Origin',
]
const ANY_GRANTS = ['access-control-allow-origin', '*', 'access-control-expose-headers', 'X-Total-Count']

test('§4.4 an allowed origin gets its origin, credentials and the exposed headers; others get only Vary', () => {
  assert.deepEqual(grantHeaders(LISTED, APP), LISTED_GRANTS)
  for (const origin of [undefined, '', 'null', 'https://evil.example', `${APP}/`, `${APP}, ${APP}`]) {
    assert.deepEqual(grantHeaders(LISTED, origin), ['vary', 'Origin'], String(origin))
  }
})

test('§4.4 without expose_headers and allow_credentials, their response headers are absent', () => {
  const headers = ['access-control-allow-origin', 'https://team.example.com', 'vary', 'Origin']
  assert.deepEqual(grantHeaders(PATTERN, 'https://team.example.com'), headers)
})

test('§4.4 allow_origins *: every request gets the star, also without an origin, and no Vary', () => {
  for (const origin of [undefined, '', 'null', APP, 'https://evil.example']) {
    assert.deepEqual(grantHeaders(ANY, origin), ANY_GRANTS, String(origin))
  }
})

test('an origin gets the same frozen array every time, whether it is listed, refused or matches a pattern', () => {
  for (const [policy, origin] of [
    [LISTED, APP],
    [LISTED, 'https://evil.example'],
    [LISTED, undefined],
    [PATTERN, 'https://team.example.com'],
  ] as const) {
    assert.equal(grantHeaders(policy, origin), grantHeaders(policy, origin))
    assert.ok(Object.isFrozen(grantHeaders(policy, origin)))
  }
  assert.equal(grantHeaders(LISTED, 'https://a.test'), grantHeaders(LISTED, 'https://b.test'))
})

const MERGED: readonly (readonly [why: string, own: readonly string[], vary: string])[] = [
  ['no Vary', [], 'Origin'],
  ['another Vary', ['Vary', 'Accept-Encoding'], 'Accept-Encoding, Origin'],
  ['the same Vary in another case', ['VARY', 'ORIGIN'], 'ORIGIN'],
  ['a list that has it', ['vary', 'Accept, origin'], 'Accept, origin'],
  ['two lines', ['vary', 'Accept', 'Vary', 'accept, Cookie'], 'Accept, Cookie, Origin'],
  ['a star', ['vary', '*'], '*'],
  ['a star in a list', ['vary', 'Accept, *'], '*'],
  ['an empty value', ['vary', ''], 'Origin'],
]

test('Vary is merged without regard to case, without repeats, and a star stays a star', () => {
  for (const [why, own, vary] of MERGED) {
    assert.deepEqual(
      mergeGrants(['x-own', '1', ...own], ['vary', 'Origin']),
      ['x-own', '1', 'vary', vary],
      why,
    )
  }
})

test('a policy that adds no Vary leaves the handler’s alone', () => {
  assert.deepEqual(mergeGrants(['Vary', 'Accept'], ANY_GRANTS), [...ANY_GRANTS, 'vary', 'Accept'])
  assert.deepEqual(mergeGrants(['x-own', '1'], ANY_GRANTS), ['x-own', '1', ...ANY_GRANTS])
})

test('headers whose names have the same lengths as those of the policy are kept', () => {
  const own = ['ETag', '"1"', 'link', '</2>; rel="next"', 'X-Letters-Twenty-Two-Ab', '1']
  assert.deepEqual(mergeGrants(own, ['vary', 'Origin']), [...own, 'vary', 'Origin'])
})

test('the longest origin that a browser can send is granted', () => {
  const longest = `https://${['a'.repeat(63), 'b'.repeat(63), 'c'.repeat(63), 'd'.repeat(61)].join('.')}:65535`
  assert.equal(grantHeaders(compilePolicy({ allowOrigins: [longest] }), longest)[1], longest)
})

test('the policy is the only writer of the six headers, whatever the handler sets, in any case', () => {
  const own = [
    ['Access-Control-Allow-Origin', '*'],
    ['ACCESS-CONTROL-ALLOW-CREDENTIALS', 'true'],
    ['access-control-allow-methods', 'TRACE'],
    ['Access-Control-Allow-Headers', '*'],
    ['access-control-expose-headers', 'Set-Cookie'],
    ['access-control-max-age', '1'],
    ['Access-Control-Allow-Private-Network', 'true'],
    ['content-type', 'text/plain'],
  ].flat()
  const kept = ['Access-Control-Allow-Private-Network', 'true', 'content-type', 'text/plain']
  assert.deepEqual(mergeGrants(own, LISTED_GRANTS), [...kept, ...LISTED_GRANTS])
})

test('repeated headers such as Set-Cookie stay repeated', () => {
  const own = ['set-cookie', 'a=1', 'set-cookie', 'b=2']
  assert.deepEqual(mergeGrants(own, ['vary', 'Origin']), [...own, 'vary', 'Origin'])
})

test('only a listed origin is allowed, whatever is sent', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
        fc.string().map((tail) => APP + tail),
      ),
      (origin) => {
        const grants = grantHeaders(LISTED, origin)
        assert.deepEqual(grants, origin === APP ? LISTED_GRANTS : ['vary', 'Origin'])
      },
    ),
  )
})

test('at most 256 origins that match a pattern are remembered', () => {
  const policy = compilePolicy({ allowOriginRegex: 'https://[a-z0-9]+\\.example\\.com' })
  const first = grantHeaders(policy, 'https://first.example.com')
  for (let index = 0; index < 300; index += 1) grantHeaders(policy, `https://t${index}.example.com`)
  assert.notEqual(grantHeaders(policy, 'https://first.example.com'), first)
  assert.deepEqual(grantHeaders(policy, 'https://first.example.com'), first)
})

test('origins of 15,000 characters are refused for their length, without being read', () => {
  const padding = 'a'.repeat(15_000)
  const refused = grantHeaders(LISTED, undefined)
  const countRefused = () => {
    let count = 0
    for (let index = 0; index < 1_500_000; index += 1) {
      if (grantHeaders(LISTED, `https://${padding}${index}`) === refused) count += 1
    }
    return count
  }
  // The timeout ends a hang: this takes a hundredth of the time for reading every origin.
  assert.equal(runInNewContext('countRefused()', { countRefused }, { timeout: 10_000 }), 1_500_000)
})
