import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startTestService, type TestService } from './test-service.ts'

const broken = 'GET /posts/ HTTP/1.1\r\nHost: x\r\nOrigin: http://localhost:3000\r\nA b: c\r\n\r\n'

test('§4.3 a message that is not HTTP is answered, logged and given an id like every request', async () => {
  await using service = await startTestService()
  const answer = await answerTo(service, broken)
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(answer, /^access-control-allow-origin: http:\/\/localhost:3000\r$/m)
  assert.match(answer, /\{"detail":"Not a valid HTTP\/1\.1 request: Invalid header token"\}$/)
  const [, id] = /^x-request-id: (.*)\r$/m.exec(answer) ?? []
  const line = service.log.find((one) => one['id'] === id)
  assert.deepEqual([line?.['msg'], line?.['method'], line?.['status']], ['request', '-', 400])
})

test('§7 a message that is not HTTP counts against the limit of its client', async () => {
  await using service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_WRITE: '1/60' })
  assert.match(await answerTo(service, broken), /^HTTP\/1\.1 400 /)
  const refused = await answerTo(service, broken)
  assert.match(refused, /^HTTP\/1\.1 429 Too Many Requests\r\n/)
  assert.match(refused, /^retry-after: \d+\r$/m)
})

async function answerTo({ origin }: TestService, message: string): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(message)
  return text(socket)
}
