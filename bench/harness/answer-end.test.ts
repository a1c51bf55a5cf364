import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnswerEnd } from './answer-end.ts'

const ANSWERS: readonly (readonly [string, string, number])[] = [
  ['with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{ }\n', 200],
  ['with a length of 0', 'HTTP/1.1 422 No\r\ncontent-length:0\r\n\r\n', 422],
  ['without a body', 'HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n', 204],
  [
    'in chunks',
    'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n4\r\n{"a"\r\n1\r\n}\r\n0\r\n\r\n',
    201,
  ],
  ['in zero chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 200],
]

for (const [name, text, status] of ANSWERS) {
  test(`a response ${name} ends with its last byte, whatever pieces it arrives in`, () => {
    const takeTwice = createAnswerEnd()
    const bytes = Buffer.from(text)
    for (let size = 1; size <= bytes.length; size++) {
      const results: ReturnType<typeof takeTwice>[] = []
      for (let at = 0; at < bytes.length; at += size) results.push(takeTwice(bytes.subarray(at, at + size)))
      assert.deepEqual(
        results,
        [...results.slice(1).map(() => undefined), { status, isLast: false }],
        `pieces of ${size}`,
      )
    }
  })
}

test('a response after which the server closes the connection is its last', () => {
  const text = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  assert.deepEqual(createAnswerEnd()(Buffer.from(text)), { status: 400, isLast: true })
})

test('a response that ends only with its connection is an error', () => {
  assert.throws(() => createAnswerEnd()(Buffer.from('HTTP/1.1 200 OK\r\n\r\n{')), /Nothing tells how long/)
})
