import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../src/app.ts'
import { createLog } from '../src/operations/log.ts'
import { parseSettings } from '../src/settings.ts'
import { openStorage } from '../src/storage/open.ts'

const now = () => new Date()
const log = createLog({ level: 'silent', readable: false, write: () => undefined })

test('a request through fetch has its id, its limits and its grants, as one through a socket has', async () => {
  const storage = await openStorage('sqlite::memory:', { now })
  const settings = parseSettings({ RATE_LIMIT_WRITE: '1/60' })
  const { fetch } = createApp({ settings, storage, now, log, isStopping: () => false })
  const create = async () => {
    const headers = {
      'content-type': 'application/json',
      origin: 'http://localhost:3000',
      'x-request-id': 'mine',
    }
    const init = { method: 'POST', headers, body: '{"title":"Hello"}' }
    const answer = await fetch(new Request('http://localhost/posts/', init))
    const names = ['x-request-id', 'ratelimit-policy', 'access-control-allow-origin']
    return [answer.status, ...names.map((name) => answer.headers.get(name))]
  }
  const carried = ['mine', '"write";q=1;w=60', 'http://localhost:3000']
  assert.deepEqual(await create(), [201, ...carried])
  assert.deepEqual(await create(), [429, ...carried])
  await storage.close()
})

test('§2.3 tags and priority are stored and replaced, though no response shows them', async () => {
  const storage = await openStorage('sqlite::memory:', { now })
  const settings = parseSettings({ POST_RULES: 'example' })
  const { fetch } = createApp({ settings, storage, now, log, isStopping: () => false })
  const headers = { 'content-type': 'application/json' }
  for (const [method, path, fields] of [
    ['POST', '/posts/', { tags: ['a', 'b'], priority: 1 }],
    ['PUT', '/posts/1', { tags: ['c'], priority: 5 }],
  ] as const) {
    const body = JSON.stringify({ title: 'Hello', ...fields })
    assert.ok((await fetch(new Request(`http://localhost${path}`, { method, headers, body }))).ok)
    assert.partialDeepStrictEqual(await storage.posts.get(1), fields)
  }
  await storage.close()
})
