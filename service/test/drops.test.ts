import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestService } from './test-service.ts'
import { createAsk, send } from './wire.ts'

const unanswered = ['age', 'birth_date', 'password', 'website']
const stages: readonly (readonly [string, readonly unknown[]])[] = [
  [
    'development',
    [
      { operation: 'signUp', dropped: unanswered },
      { operation: 'readUser', dropped: unanswered },
    ],
  ],
  ['staging', []],
  ['production', []],
]

for (const [stage, expected] of stages) {
  test(`§4.3.1 in ${stage} the log ${expected.length > 0 ? 'reports once' : 'does not report'} what responses leave out`, async () => {
    await using service = await startTestService({
      ENVIRONMENT: stage,
      ALLOWED_ORIGINS: 'https://app.example',
      LOG_LEVEL: 'debug',
    })
    const body = JSON.stringify({
      username: 'ann',
      email: 'ann@example.com',
      age: 30,
      password: 'hunter2 hunter2',
    })
    const headers = { 'Content-Type': 'application/json' }
    await send(service.origin, { method: 'POST', target: '/users/', headers, body })
    for (let times = 0; times < 2; times++) await send(service.origin, { method: 'GET', target: '/users/1' })
    const drops = service.log
      .filter((line) => 'dropped' in line)
      .map(({ operation, dropped }) => ({ operation, dropped }))
    assert.deepEqual(drops, expected)
    assert.doesNotMatch(JSON.stringify(service.log), /hunter2/)
  })
}

test('§2.3 tags and priority, which no response shows, are stored and replaced as given, and stay where the rules have none', async () => {
  await using service = await startTestService({ POST_RULES: 'example' })
  const file = join(service.folder, 'postern.db')
  await using other = await startTestService({ POST_RULES: 'custom', DATABASE_URL: `sqlite:${file}` })
  const json = { 'Content-Type': 'application/json' }
  for (const [{ origin }, line, body, status, tags, priority] of [
    [service, 'POST /posts/', '{"title": "A", "tags": ["b", "a"], "priority": 2}', 201, ['b', 'a'], 2],
    [service, 'PUT /posts/1', '{"title": "A", "priority": 5}', 200, [], 5],
    [service, 'PUT /posts/1', '{"title": "A", "tags": ["c"], "priority": 1}', 200, ['c'], 1],
    [other, 'PUT /posts/1', '{"title": "B"}', 200, ['c'], 1],
  ] as const) {
    assert.equal((await createAsk(origin)(line, json, body)).status, status)
    using database = new DatabaseSync(file, { readOnly: true })
    const [stored] = database.prepare('SELECT tags, priority FROM posts').all()
    assert.deepEqual([JSON.parse(String(stored?.['tags'])), stored?.['priority']], [tags, priority], body)
  }
})

test('§2.2 a response in the other form, under a changed POST_RESPONSE, is not the one that a client has', async () => {
  await using full = await startTestService()
  const DATABASE_URL = `sqlite:${join(full.folder, 'postern.db')}`
  await using short = await startTestService({ POST_RESPONSE: 'short', DATABASE_URL })
  const ask = createAsk(full.origin)
  const { headers } = await ask('POST /posts/', { 'Content-Type': 'application/json' }, '{"title": "A"}')
  const condition = { 'If-None-Match': headers['etag'] ?? '' }
  assert.equal((await ask('GET /posts/1', condition)).status, 304)
  assert.equal((await createAsk(short.origin)('GET /posts/1', condition)).status, 200)
})
