import assert from 'node:assert/strict'
import { after, describe, it, test } from 'node:test'
import { startTestServer } from '../src/storage/postgres/test-server.ts'
import { runScenario } from './run-scenario.ts'
import { authentication } from './scenarios/authentication.ts'
import { badInput } from './scenarios/bad-input.ts'
import { conditions } from './scenarios/conditions.ts'
import { idempotency } from './scenarios/idempotency.ts'
import { operations } from './scenarios/operations.ts'
import { responses } from './scenarios/responses.ts'
import { users } from './scenarios/users.ts'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const database = await startTestServer()
after(() => database.stop())

const stored = [
  ...operations,
  ...conditions,
  ...idempotency,
  ...responses,
  ...users,
  ...authentication,
  ...badInput,
]

describe('what is stored is the same on a real PostgreSQL', () => {
  for (const scenario of stored) {
    it(`${scenario.section} ${scenario.name}`, async () => {
      const DATABASE_URL = await database.emptyDatabase()
      await using service = await startTestService({ ...scenario.environment, DATABASE_URL })
      await runScenario(scenario, service)
    })
  }
})

test('§1 storage: while the database is down the response is a 503 with grants, and afterwards all is there', async () => {
  const DATABASE_URL = await database.createDatabase()
  await using service = await startTestService({ DATABASE_URL })
  const headers = { 'Content-Type': 'application/json', Origin: 'http://localhost:3000' }
  const create = { method: 'POST', target: '/posts/', headers, body: '{"title": "Before"}' }
  assert.equal((await send(service.origin, create)).status, 201)
  await database.restart(async () => {
    const away = await send(service.origin, { method: 'GET', target: '/posts/1', headers })
    assert.equal(away.status, 503)
    assert.equal(away.headers['retry-after'], '1')
    assert.equal(away.headers['access-control-allow-origin'], headers.Origin)
    assert.deepEqual(JSON.parse(away.body), { detail: 'The records cannot be reached now; try again soon' })
    assert.equal((await send(service.origin, { method: 'GET', target: '/health/ready' })).status, 503)
    assert.equal((await send(service.origin, { method: 'GET', target: '/health/live' })).status, 200)
  })
  const back = await send(service.origin, { method: 'GET', target: '/posts/1', headers })
  assert.deepEqual([back.status, JSON.parse(back.body).title], [200, 'Before'])
})
