import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { contract, routes } from '@postern/contract'
import { createClassifier, type RequestClass } from './request-class.ts'

const issueToken = routes().post('/token', {})
const classify = createClassifier(contract({ title: 'Classes', version: '1', routes: { issueToken } }))

test('a request has the class of its operation, however its path is written, or otherwise that of its method', () => {
  const cases: readonly [method: string, path: string, expected: RequestClass | undefined][] = [
    ['POST', '/token', 'sign-in'],
    ['POST', '/token/', 'sign-in'],
    ['POST', '/toke%6E/', 'sign-in'],
    ['POST', '/%E0', 'write'],
    ['GET', '/token', 'read'],
    ['HEAD', '/', 'read'],
    ['OPTIONS', '/token', undefined],
    ['GET', '/health/ready/', undefined],
    ['GET', '/healthy', 'read'],
  ]
  for (const [method, path, expected] of cases) assert.equal(classify({ method, path }), expected, path)
})

test('the class of a path is found in time linear in its length', () => {
  const path = `${'/'.repeat(1_000_000)}x`
  // Quadratic time would take minutes for a million characters.
  const found = runInNewContext(
    'classify({ method, path })',
    { classify, method: 'GET', path },
    { timeout: 5000 },
  )
  assert.equal(found, 'read')
})
