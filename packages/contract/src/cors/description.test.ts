import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describePolicy } from './description.ts'
import type { CorsOptions } from './options.ts'
import { compilePolicy } from './policy.ts'

const rows: readonly (readonly [options: CorsOptions, lines: readonly string[]])[] = [
  [
    {
      allowOrigins: ['https://a.test', 'https://b.test'],
      allowCredentials: true,
      exposeHeaders: ['Link', 'ETag'],
    },
    [
      'cross-origin: https://a.test, https://b.test, credentials allowed',
      'methods: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'request headers: Accept, Accept-Language, Content-Language, Content-Type, Authorization',
      'readable response headers: Link, ETag',
      'preflights are cached: 600 s',
    ],
  ],
  [
    { allowOrigins: ['*'], allowMethods: ['*'], allowHeaders: ['*'], maxAge: 0 },
    [
      'cross-origin: every origin, credentials off',
      'methods: all',
      'request headers: all',
      'readable response headers: the safelisted ones',
      'preflights are cached: never',
    ],
  ],
]

test('§4.4 a policy is described in five lines', () => {
  for (const [options, lines] of rows) assert.deepEqual(describePolicy(compilePolicy(options)), lines)
})

test('§4.4 allow_origin_regex and a policy without origins are described, followed by warnings and notes', () => {
  const pattern = describePolicy(compilePolicy({ allowOriginRegex: 'https://a.test', maxAge: 90_000 }))
  assert.equal(pattern[0], 'cross-origin: origins that match https://a.test, credentials off')
  assert.match(pattern[5] ?? '', /^warning: allowOriginRegex \(regex_unescaped_dot\): /)
  assert.match(
    pattern[6] ?? '',
    /^warning: maxAge \(max_age_capped\): 90000 is longer .* Instead: maxAge: 86400$/,
  )
  const nobody = describePolicy(compilePolicy({}))
  assert.equal(nobody[0], 'cross-origin: no other origin, credentials off')
  assert.match(nobody[5] ?? '', /^note: allowOrigins \(cors_off\): /)
})
