import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRequest } from './load.ts'

test('a request is written with its host, the length of its body in bytes and its body', () => {
  const request = { method: 'POST', path: '/a', headers: { origin: 'http://x' }, body: '{"é"}\n' }
  assert.equal(
    formatRequest(81, request),
    'POST /a HTTP/1.1\r\nHost: 127.0.0.1:81\r\norigin: http://x\r\nContent-Length: 7\r\n\r\n{"é"}\n',
  )
})

test('a request without a body has no length', () => {
  assert.equal(
    formatRequest(81, { method: 'GET', path: '/', headers: {} }),
    'GET / HTTP/1.1\r\nHost: 127.0.0.1:81\r\n\r\n',
  )
})
