import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearMissOf } from './near-miss.ts'
import { compilePolicy } from './policy.ts'

const POLICY = compilePolicy({
  allowOrigins: ['https://app.example.com', 'http://localhost:3000', 'http://localhost:8080'],
})

const MISSES: readonly (readonly [refused: string, nearest: string, differs: string])[] = [
  ['http://127.0.0.1:3000', 'http://localhost:3000', 'host'],
  ['http://[::1]:8080', 'http://localhost:8080', 'host'],
  ['http://127.0.0.1:8080', 'http://localhost:8080', 'host'],
  ['http://localhost:5173', 'http://localhost:3000', 'port'],
  ['http://localhost:8081', 'http://localhost:8080', 'port'],
  ['http://app.example.com', 'https://app.example.com', 'scheme'],
  ['https://app.example.com:8443', 'https://app.example.com', 'port'],
  ['https://www.example.com', 'https://app.example.com', 'host'],
  ['http://apps.example.com:81', 'https://app.example.com', 'scheme,host,port'],
]

test('a near miss has the allowed origin most similar to the refused one, and the parts that differ', () => {
  for (const [refused, nearest, differs] of MISSES) {
    const miss = nearMissOf(POLICY, refused)
    assert.deepEqual([miss?.nearest, miss?.differs.join()], [nearest, differs], refused)
    const line = miss?.line.replace('ALLOWED_ORIGINS=', '').split(',') ?? []
    assert.ok(compilePolicy({ allowOrigins: line }).allows(refused), refused)
  }
})

test('two names of this machine are nearer to each other than to a host with a similar spelling', () => {
  const policy = compilePolicy({ allowOrigins: ['https://127.0.0.1.example', 'http://localhost:3000'] })
  assert.equal(nearMissOf(policy, 'http://127.0.0.1:3000')?.nearest, 'http://localhost:3000')
})

test('the line for a pattern allows the origin and everything that was allowed before', () => {
  const policy = compilePolicy({ allowOriginRegex: 'https://[a-z]+\\.example\\.com' })
  const line = nearMissOf(policy, 'https://a-b.example.com:81')?.line ?? ''
  const wider = compilePolicy({ allowOriginRegex: /^ALLOWED_ORIGIN_REGEX='(.*)'$/.exec(line)?.[1] ?? '' })
  assert.ok(wider.allows('https://a-b.example.com:81') && wider.allows('https://x.example.com'))
})

test('there is no near miss for an allowed origin, nor for one that no line could allow', () => {
  for (const origin of [
    'x'.repeat(9999),
    'http://localhost:3000',
    'null',
    '',
    'https://a.test/',
    'http://1.2.3.4.5',
    'http://[:::]',
  ]) {
    assert.equal(nearMissOf(POLICY, origin), undefined)
  }
})
