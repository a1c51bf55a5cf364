import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { contract, implement, jsonLines, rawReply, routes } from '../src/index.ts'
import { openTransports } from './transports.ts'

// table: a reply that a handler throws in place of returning it, and the response.
const thrown: readonly (readonly [title: string, path: string, answer: readonly unknown[]])[] = [
  ['a failure', '/failure', [404, '{"detail":"No such thing"}', null]],
  ['a failure after it has waited', '/later', [404, '{"detail":"gone"}', null]],
  ['a reply', '/answer', [303, '', '/elsewhere']],
  ['a raw reply', '/raw', [200, 'raw', null]],
  ['a failure in place of the first item of a stream', '/stream', [404, '{"detail":"No such thing"}', null]],
  ['the reply with its stream', '/items', [200, '"an item"\n', '/elsewhere']],
  ['another stream in place of the first item of a stream', '/others', [200, '"an item"\n', '/elsewhere']],
]
const { get } = routes()
const errors = { 404: 'No such thing' } as const
const reported: string[] = []
const api = implement(
  contract({
    title: 'Thrown',
    version: '1',
    routes: {
      failure: get('/failure', { response: string(), errors }),
      later: get('/later', { response: string(), errors }),
      answer: get('/answer', { response: string(), responses: { 303: 'Elsewhere' } }),
      raw: get('/raw', { response: string() }),
      stream: get('/stream', { response: jsonLines(string()), errors }),
      items: get('/items', { response: jsonLines(string()) }),
      others: get('/others', { response: jsonLines(string()) }),
    },
  }),
  {
    failure({ fail }) {
      throw fail(404)
    },
    async later({ fail }) {
      await Promise.resolve()
      throw fail(404, 'gone')
    },
    answer({ reply }) {
      throw reply(303, null, { headers: { location: '/elsewhere' } })
    },
    raw() {
      throw rawReply('raw')
    },
    async *stream({ fail }) {
      if (reported.length === 0) throw fail(404)
      yield 'an item'
    },
    items({ reply }) {
      throw reply(200, ['an item'], { headers: { location: '/elsewhere' } })
    },
    async *others({ reply }) {
      const others = reply(200, ['an item'], { headers: { location: '/elsewhere' } })
      if (reported.length === 0) throw others
      yield 'an item of its own'
    },
  },
  { onError: (notice) => void reported.push('error' in notice ? String(notice.error) : '') },
)
const { transports } = await openTransports(api)
for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, path, expected] of thrown) {
    test(`a handler that throws ${title} responds with it, like one that raises an HTTPException, ${transport}`, async () => {
      reported.length = 0
      const answer = await ask(path, { redirect: 'manual' })
      const location = answer.headers.get('location')
      assert.deepEqual([answer.status, await answer.text(), location], expected)
      assert.deepEqual(reported, [])
    })
  }
}
