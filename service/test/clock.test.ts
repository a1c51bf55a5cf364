import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { createAsk, send } from './wire.ts'

const start = Date.parse('2026-01-02T03:04:05.678Z')

test('readiness writes to the database at most once a second, however often it is requested', async () => {
  let time = start
  await using service = await startTestService({}, () => new Date(time))
  const written = () => statSync(join(service.folder, 'postern.db-wal')).size
  const ask = async () => {
    const before = written()
    const { status } = await send(service.origin, { method: 'GET', target: '/health/ready' })
    assert.equal(status, 200)
    return written() > before
  }
  const askAt = async (later: number) => {
    time = start + later
    return ask()
  }
  assert.deepEqual(
    [await ask(), await ask(), await askAt(999), await askAt(1000), await askAt(1999)],
    [true, false, false, true, false],
  )
  // A clock that was set back does not show how long ago the last check was.
  assert.deepEqual([await askAt(-3_600_000), await ask()], [true, false])
  time += 1000
  const before = written()
  const probes = Array.from({ length: 20 }, () =>
    send(service.origin, { method: 'GET', target: '/health/ready' }),
  )
  await Promise.all(probes)
  const together = written() - before
  time += 1000
  const beforeOne = written()
  await ask()
  assert.equal(together, written() - beforeOne)
})

test('a clock that is set back makes no client wait longer than the rate limit says', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  await using service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_READ: '1/60' })
  const list = { method: 'GET', target: '/posts/' }
  assert.equal((await send(service.origin, list)).status, 200)
  t.mock.timers.setTime(start - 3_600_000)
  const { status, headers } = await send(service.origin, list)
  assert.deepEqual([status, headers['retry-after'], headers['ratelimit']], [429, '60', '"read";r=0;t=60'])
})

test('the time to wait is given in whole seconds, and never too short', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: start })
  await using service = await startTestService({ RATE_LIMIT: 'on', RATE_LIMIT_READ: '1/60' })
  const list = { method: 'GET', target: '/posts/' }
  assert.equal((await send(service.origin, list)).status, 200)
  for (const [passed, wait] of [
    [1500, '59'],
    [59_500, '1'],
  ] as const) {
    t.mock.timers.setTime(start + passed)
    const { status, headers } = await send(service.origin, list)
    const observed = [status, headers['retry-after'], headers['ratelimit']]
    assert.deepEqual(observed, [429, wait, `"read";r=0;t=${wait}`])
  }
})

test('a clock that is set back ends no session and no key, and no post is updated before it was created', async () => {
  let time = start
  await using service = await startTestService({}, () => new Date(time))
  const ask = createAsk(service.origin)
  const json = { 'Content-Type': 'application/json' }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const user = { username: 'grace', email: 'grace@example.com', age: 50, password: 'correct horse' }
  assert.equal((await ask('POST /users/', json, JSON.stringify(user))).status, 201)
  const { body } = await ask('POST /token', form, 'username=grace&password=correct+horse')
  const known = { ...json, Authorization: `Bearer ${JSON.parse(body).access_token}` }
  const create = (key: string) =>
    ask('POST /posts/', { ...known, 'Idempotency-Key': key }, JSON.stringify({ title: key }))
  assert.equal((await create('first')).status, 201)

  time = start - 365 * 24 * 3_600_000
  assert.equal((await ask('GET /api/protected/', known)).status, 200)
  assert.equal((await create('first')).headers['idempotent-replayed'], 'true')
  const changed = JSON.parse((await ask('PUT /posts/1', known, '{"title":"changed"}')).body)
  assert.ok(changed.updated_at > changed.created_at)
  // The list is in the order of the times that the clock showed when the posts were created.
  assert.equal((await create('second')).status, 201)
  const { body: first, headers } = await ask('GET /posts/?limit=1', {})
  const [, next = ''] = /^<(.*)>; rel="next"$/.exec(headers['link'] ?? '') ?? []
  const { body: second } = await ask(`GET ${next}`, {})
  assert.deepEqual([JSON.parse(first).posts, JSON.parse(second).posts], [['changed'], ['second']])
})
