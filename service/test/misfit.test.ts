import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { createAsk, send } from './wire.ts'

const origin = 'http://localhost:3000'
const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const ada = { username: 'ada', email: 'ada@example.com', password: 'Secret-Password-1', age: 36 }

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

test('§4.3.3 §7 an error in a handler is a 500 with the same body, and its stack is only in the log', async () => {
  await using service = await startTestService()
  const database = new DatabaseSync(join(service.folder, 'postern.db'))
  database.exec('DROP TABLE posts')
  database.close()
  const answer = await send(service.origin, { method: 'GET', target: '/posts/', headers: { Origin: origin } })
  assert.deepEqual([answer.status, answer.body], [500, 'Internal Server Error'])
  assert.equal(answer.headers['access-control-allow-origin'], origin)
  const failure = service.log.find(({ msg }) => msg === 'failure')
  assert.match(JSON.stringify(failure), /no such table: posts.*"stack":/)
})

test('§7 an unavailable database is a 503, for an operation and for its token, and the log has the reason with the request', async () => {
  await using service = await startTestService()
  const Authorization = await signIn(service.origin)
  const ask = createAsk(service.origin)
  await rm(join(service.folder, 'postern.db-shm'))
  const answers = [
    await ask('POST /posts/', { ...json, 'X-Request-Id': 'one' }, '{"title": "A"}'),
    await ask('GET /api/protected/', { Authorization, 'X-Request-Id': 'other' }),
  ]
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['retry-after']]),
    [
      [503, '1'],
      [503, '1'],
    ],
  )
  const warnings = service.log.filter(({ msg }) => msg === 'storage unavailable')
  assert.deepEqual(
    warnings.map(({ level, id, method, route }) => ({ level, id, method, route })),
    [
      { level: 'warn', id: 'one', method: 'POST', route: '/posts/' },
      { level: 'warn', id: 'other', method: 'GET', route: '/api/protected/' },
    ],
  )
  for (const { reason } of warnings) assert.match(String(reason), /was moved, removed or replaced/)
})

test('§5.2 a token is valid while nothing can be written, though its session is due to be extended', async () => {
  let time = Date.parse('2026-01-02T03:04:05Z')
  await using service = await startTestService({}, () => new Date(time))
  const Authorization = await signIn(service.origin)
  const ask = createAsk(service.origin)
  // Use after a day extends the session.
  time += 86_400_001
  const path = join(service.folder, 'postern.db')
  await rename(path, `${path}.moved`)
  const answers = [
    await ask('GET /api/protected/', { Authorization }),
    await ask('POST /posts/', { ...json, Authorization }, '{"title": "A"}'),
  ]
  await rename(`${path}.moved`, path)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 503],
  )
  const { body } = await ask('GET /users/me/sessions/', { Authorization })
  assert.equal(Date.parse(JSON.parse(body).sessions[0].last_used_at), time)
})

test('§7 while nothing can be written, no operation reports success, and none changes anything', async () => {
  await using service = await startTestService()
  const Authorization = await signIn(service.origin)
  const ask = createAsk(service.origin)
  await ask('POST /posts/', { ...json, Authorization }, '{"title": "A"}')
  const sessions = () => ask('GET /users/me/sessions/', { Authorization })
  const before = await sessions()
  const bob = JSON.stringify({ ...ada, username: 'bob', email: 'bob@example.com' })
  const passwords = JSON.stringify({ current_password: ada.password, password: 'Secret-Password-2' })
  const path = join(service.folder, 'postern.db')
  await rename(path, `${path}.moved`)
  const answers = await Promise.all([
    ask('POST /posts/', json, '{"title": "B"}'),
    ask('POST /posts/', { ...json, 'Idempotency-Key': 'one' }, '{"title": "B"}'),
    ask('PUT /posts/1', { ...json, Authorization }, '{"title": "B"}'),
    ask('DELETE /posts/1', { Authorization }),
    ask('POST /users/', json, bob),
    ask('POST /token', form, `username=ada&password=${ada.password}`),
    ask('POST /session/', json, JSON.stringify(ada)),
    ask('PUT /users/me/password', { ...json, Authorization }, passwords),
    ask(`DELETE /users/me/sessions/${JSON.parse(before.body).sessions[0].id}`, { Authorization }),
    ask('DELETE /session/', { Authorization }),
    ask('DELETE /session/?everywhere=true', { Authorization }),
  ])
  await rename(`${path}.moved`, path)
  for (const { status, headers } of answers) assert.deepEqual([status, headers['retry-after']], [503, '1'])
  assert.deepEqual((await sessions()).body, before.body)
  assert.equal((await ask('GET /posts/', {})).body, '{"posts":["A"]}')
  assert.equal((await ask('POST /users/', json, bob)).status, 201)
  assert.equal((await ask('POST /session/', json, JSON.stringify(ada))).status, 204)
})

/** Signs a new user up and in, and returns the value of its `Authorization` header. */
async function signIn(origin: string): Promise<string> {
  const ask = createAsk(origin)
  assert.equal((await ask('POST /users/', json, JSON.stringify(ada))).status, 201)
  const { body } = await ask('POST /token', form, `username=ada&password=${ada.password}`)
  return `Bearer ${JSON.parse(body).access_token}`
}
