import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Model, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, describeContract, implement, routes, tokenFrom } from '../src/index.ts'
import { openTransports } from './transports.ts'

class Taken extends Model({ taken: string() }) {}

const staff = routes({
  prefix: '/staff',
  tags: ['staff'],
  security: tokenFrom(),
  errors: { 403: 'Staff alone', 409: Taken },
  deprecated: true,
  hidden: true,
})
const declared = contract({
  title: 'Shared',
  version: '1',
  routes: {
    shares: staff.get('/shares', { response: string() }),
    // Undefined counts as left out, so it does not open the operation.
    leaves: staff.get('/leaves', { response: string(), security: undefined as never, hidden: false }),
    differs: staff.get('/differs', {
      response: string(),
      security: tokenFrom({ required: false }),
      errors: { 404: 'Nothing there', 409: 'It is taken' },
      tags: ['others'],
      deprecated: false,
      hidden: false,
    }),
    stands: routes().get('/stands', { response: string() }),
  },
})
const api = implement(
  declared,
  {
    shares: ({ fail, user }) => (user.name === 'ann' ? 'shared' : fail(403)),
    leaves: ({ fail }) => fail(409, { taken: 'name' }),
    differs: ({ fail, user }) => fail(user === null ? 404 : user.name === 'ann' ? 403 : 409),
    stands: () => 'open',
  },
  { authenticate: (token: string) => ({ name: token }) },
)

// table: a request, and its response under the shared options.
const asked: readonly (readonly [path: string, token: string | null, status: number, body: unknown])[] = [
  ['/staff/shares', null, 401, { detail: 'Not authenticated' }],
  ['/staff/shares', 'ann', 200, 'shared'],
  ['/staff/shares', 'bob', 403, { detail: 'Staff alone' }],
  ['/staff/leaves', null, 401, { detail: 'Not authenticated' }],
  ['/staff/leaves', 'ann', 409, { taken: 'name' }],
  ['/staff/differs', null, 404, { detail: 'Nothing there' }],
  ['/staff/differs', 'ann', 403, { detail: 'Staff alone' }],
  ['/staff/differs', 'bob', 409, { detail: 'It is taken' }],
  ['/stands', null, 200, 'open'],
]

const { transports } = await openTransports(api)
for (const [path, token, status, body] of asked) {
  for (const [transport, ask] of Object.entries(transports)) {
    test(`${path} for ${token ?? 'nobody'} is ${status}, ${transport}`, async () => {
      const answer = await ask(path, token === null ? {} : { headers: { authorization: `Bearer ${token}` } })
      assert.deepEqual([answer.status, await answer.json()], [status, body])
    })
  }
}

test('the document shows the shared and the own options of each operation', () => {
  const { paths } = describeContract(declared) as { paths: Record<string, { get: Record<string, unknown> }> }
  const described = Object.entries(paths).map(([path, { get }]) => {
    const { tags, deprecated, security, responses } = get
    return [path, { tags, deprecated, security, failures: Object.keys(responses as object).slice(1) }]
  })
  assert.deepEqual(Object.fromEntries(described), {
    '/staff/leaves': {
      tags: ['staff'],
      deprecated: true,
      security: [{ bearer: [] }],
      failures: ['401', '403', '409', '500'],
    },
    '/staff/differs': {
      tags: ['others'],
      deprecated: false,
      security: [{}, { bearer: [] }],
      failures: ['401', '403', '404', '409', '500'],
    },
    '/stands': { tags: undefined, deprecated: undefined, security: undefined, failures: ['500'] },
  })
})

test('the typed client knows shared failures', async () => {
  const client = createClient(declared, {
    baseUrl: 'http://localhost',
    fetch: api.fetch,
    headers: { authorization: 'Bearer bob' },
  })
  const refused = await client.shares()
  assert.ok(refused.status === 403)
  assert.equal(refused.body.detail, 'Staff alone')
  const taken = await client.leaves()
  assert.ok(taken.status === 409)
  assert.equal(taken.body.taken, 'name')
})
