import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, string } from '@postern/model'
import { contract, HttpError, implement, jsonLines, routes, tokenFrom } from '../src/index.ts'
import { openTransports } from './transports.ts'

/** An error of a library, which knows nothing about HTTP. */
class UniqueViolation extends Error {}

const { get } = routes({ errors: { 404: 'Not here', 409: 'It is there already' } })
const query = { thrown: string() }
const declared = contract({
  title: 'Errors',
  version: '1',
  routes: {
    once: get('/once', { query, response: string() }),
    later: get('/later', { query, response: string() }),
    guarded: get('/guarded', { query, response: string() }),
    signed: get('/signed', { security: tokenFrom({}), response: string() }),
    items: get('/items', { query, response: jsonLines(integer()) }),
  },
})
const thrown: Readonly<Record<string, unknown>> = {
  unique: new UniqueViolation('ann'),
  text: 'unique',
  http: new HttpError(404),
  other: new RangeError('secret'),
  broken: new SyntaxError('unforeseen'),
  teapot: new TypeError('tea'),
  promised: new URIError('later'),
}
const raise = (name: string): never => {
  throw thrown[name]
}
const reported: unknown[] = []
const asked: unknown[] = []
const api = implement(
  declared,
  {
    once: ({ query }) => raise(query.thrown),
    later: ({ query }) => Promise.reject(thrown[query.thrown]),
    guarded: () => 'passed',
    signed: () => 'passed',
    async *items({ query }) {
      await Promise.resolve()
      if (query.thrown.endsWith('later')) yield 1
      raise(query.thrown.replace('later', ''))
    },
  },
  {
    authenticate: (token: string) => raise(token),
    guards: { guarded: ({ query }) => raise(query.thrown) },
    onError: (notice) => void reported.push('error' in notice && String(notice.error)),
    errorHandler(error, { path }) {
      asked.push(path)
      if (error instanceof UniqueViolation || error === 'unique')
        return new HttpError(409, { headers: { 'x-path': path } })
      if (error === thrown['broken']) throw new Error('The handler of errors broke')
      if (error === thrown['teapot']) return new HttpError(418)
      return error === thrown['promised'] ? Object(Promise.resolve(new HttpError(409))) : undefined
    },
  },
)
const { transports } = await openTransports(api)

const CRASH = 'Internal Server Error'
// table: the thrown error, the response, whether the error handler is called, and what onError receives.
const answers: readonly (readonly [thrown: string, number, string, isAsked: boolean, RegExp | undefined])[] =
  [
    ['unique', 409, '{"detail":"It is there already"}', true, undefined],
    ['text', 409, '{"detail":"It is there already"}', true, undefined],
    ['http', 404, '{"detail":"Not here"}', false, undefined],
    ['other', 500, CRASH, true, /^RangeError: secret$/],
    ['broken', 500, CRASH, true, /^Error: The handler of errors broke$/],
    ['teapot', 500, CRASH, true, /^TypeError: An HttpError has 418, which is not declared/],
    ['promised', 500, CRASH, true, /^URIError: later$/],
  ]

for (const [transport, ask] of Object.entries(transports)) {
  for (const path of ['/once', '/later', '/guarded', '/signed', '/items']) {
    for (const [name, status, text, isAsked, expected] of answers) {
      test(`${name}, thrown at ${path}, is a ${status} (${transport})`, async () => {
        reported.length = 0
        asked.length = 0
        const headers = { authorization: `Bearer ${name}` }
        const answer = await ask(`${path}?thrown=${name}`, { headers })
        assert.deepEqual([answer.status, await answer.text()], [status, text])
        assert.equal(answer.headers.get('x-path'), status === 409 ? path : null)
        assert.deepEqual(asked, isAsked ? [path] : [])
        assert.equal(reported.length, expected ? 1 : 0)
        if (expected) assert.match(String(reported[0]), expected)
      })
    }
  }
}

test('an error after the first item of a stream goes to onError, not to the error handler', async () => {
  reported.length = 0
  asked.length = 0
  const answer = await api.fetch(new Request('http://x/items?thrown=uniquelater'))
  await assert.rejects(answer.text())
  assert.deepEqual([asked, reported], [[], ['Error: ann']])
})
