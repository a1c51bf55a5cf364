import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const origin = 'http://localhost:3000'

test('§4.3.3 §7 a stored record that does not fit the response model is a 500 with a fixed body, grants, and the reason in the log', async () => {
  await using service = await startTestService()
  const create = { method: 'POST', target: '/posts/', headers: { 'Content-Type': 'application/json' } }
  await send(service.origin, { ...create, body: '{"title": "A"}' })
  const database = new DatabaseSync(join(service.folder, 'postern.db'))
  database.exec("UPDATE posts SET created_at = 'the day before hunter2'")
  database.close()

  const answer = await send(service.origin, {
    method: 'GET',
    target: '/posts/1',
    headers: { Origin: origin },
  })
  assert.deepEqual([answer.status, answer.body], [500, 'Internal Server Error'])
  assert.equal(answer.headers['access-control-allow-origin'], origin)
  const failure = service.log.find(({ msg }) => msg === 'failure')
  assert.deepEqual(
    { level: failure?.level, method: failure?.method, route: failure?.route },
    { level: 'error', method: 'GET', route: '/posts/{post_id}' },
  )
  assert.match(JSON.stringify(failure), /"loc":\["response","created_at"\]/)
  assert.doesNotMatch(JSON.stringify(service.log), /hunter2/)
})

test('§4.3.3 §7 an error in a handler is a 500 with the same body, and its stack is in the log alone', async () => {
  await using service = await startTestService()
  const database = new DatabaseSync(join(service.folder, 'postern.db'))
  database.exec('DROP TABLE posts')
  database.close()
  const answer = await send(service.origin, { method: 'GET', target: '/posts/', headers: { Origin: origin } })
  assert.ok([500, 503].includes(answer.status))
  assert.doesNotMatch(answer.body, /posts|SQL|at /)
  assert.equal(answer.headers['access-control-allow-origin'], origin)
})
