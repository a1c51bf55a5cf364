import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableLine } from './readable-line.ts'

const time = '2026-01-02T03:04:05.678Z'

test('a request is a readable line of words', () => {
  const line = {
    level: 'info',
    time,
    id: 'a-1',
    method: 'GET',
    route: '/posts/{post_id}',
    status: 200,
    ms: 1.5,
    bytes: 42,
    msg: 'request',
  }
  assert.equal(readableLine(JSON.stringify(line)), '03:04:05 GET /posts/{post_id} 200 1.5 ms 42 B a-1\n')
})

test('the method of a request without an operation is shown escaped', () => {
  const line = {
    level: 'info',
    time,
    id: 'a-1',
    method: 'G\u001b[31m',
    status: 405,
    ms: 1,
    bytes: 2,
    msg: 'request',
  }
  assert.equal(readableLine(JSON.stringify(line)), '03:04:05 "G\\u001b[31m" no-route 405 1 ms 2 B a-1\n')
})

test('a failure shows its level, and its stack on separate lines', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here' }
  assert.equal(
    readableLine(JSON.stringify({ level: 'error', time, msg: 'failure', err })),
    '03:04:05 ERROR failure\n  Error: no\n      at here\n',
  )
})

test('text that could break the line or color the terminal is quoted', () => {
  const line = readableLine(JSON.stringify({ level: 'warn', time, msg: 'x', id: 'a\n\u001b[31mb' }))
  assert.equal(line, '03:04:05 WARN x id="a\\n\\u001b[31mb"\n')
  const other = readableLine(JSON.stringify({ level: 'warn', time, msg: 'x', id: 'a\nb', reason: 'a b' }))
  assert.equal(other, '03:04:05 WARN x id="a\\nb" reason="a b"\n')
})
