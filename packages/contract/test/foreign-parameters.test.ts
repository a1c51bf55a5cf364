import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreign } from '@postern/model'
import { z } from 'zod'
import { createClient } from '../src/client.ts'
import {
  ContractError,
  contract,
  describeContract,
  form,
  implement,
  json,
  jsonOrForm,
  multipart,
  routes,
} from '../src/index.ts'
import { openTransports } from './transports.ts'

const Filters = foreign(
  'Filters',
  z.object({
    limit: z.coerce.number().max(100).default(20),
    tag: z.array(z.string()).optional(),
    q: z.string().min(2),
  }),
)
const Strict = foreign('Strict', z.strictObject({ x_token: z.string() }))

const { get, post } = routes()
const declared = contract({
  title: 'Foreign',
  version: '1',
  routes: {
    query: get('/query', { query: Filters, response: Filters }),
    headers: get('/headers', { headers: Strict, response: Strict }),
    cookies: get('/cookies', { cookies: Strict, response: Strict }),
    form: post('/form', { body: form(Filters), response: Filters }),
    multipart: post('/multipart', { body: multipart(Filters), response: Filters }),
    either: post('/either', { body: jsonOrForm(Filters), response: Filters }),
    json: post('/json', { body: json(Filters), response: Filters }),
  },
})
const api = implement(declared, {
  query: ({ query }) => query,
  headers: ({ headers }) => headers,
  cookies: ({ cookies }) => cookies,
  form: ({ body }) => body,
  multipart: ({ body }) => body,
  either: ({ body }) => body,
  json: ({ body }) => body,
})
const { transports } = await openTransports(api)

const typed = { 'content-type': 'application/x-www-form-urlencoded' }
const sent = 'limit=5&tag=a&tag=b&q=old'
const taken = { limit: 5, tag: ['a', 'b'], q: 'old' }
const multi = () => {
  const body = new FormData()
  for (const [name, value] of new URLSearchParams(sent)) body.append(name, value)
  return body
}

// table: a request whose parameters or form another library's schema reads as a whole, and its response.
const asked: readonly (readonly [string, () => RequestInit, status: number, body: unknown])[] = [
  [`/query?${sent}`, () => ({}), 200, taken],
  ['/query?q=old', () => ({}), 200, { limit: 20, q: 'old' }],
  [
    '/query?q=o&limit=101',
    () => ({}),
    422,
    [
      ['query', 'limit'],
      ['query', 'q'],
    ],
  ],
  ['/headers', () => ({ headers: { 'x-token': 'a', cookie: 'session=hunter2' } }), 200, { x_token: 'a' }],
  ['/headers', () => ({ headers: { cookie: 'session=hunter2' } }), 422, [['header', 'x_token']]],
  ['/cookies', () => ({ headers: { cookie: 'x_token=a; session=hunter2' } }), 200, { x_token: 'a' }],
  ['/cookies', () => ({ headers: { cookie: 'session=hunter2' } }), 422, [['cookie', 'x_token']]],
  ['/form', () => ({ method: 'POST', headers: typed, body: sent }), 200, taken],
  ['/form', () => ({ method: 'POST', headers: typed, body: 'q=o' }), 422, [['body', 'q']]],
  ['/multipart', () => ({ method: 'POST', body: multi() }), 200, taken],
  ['/either', () => ({ method: 'POST', headers: typed, body: sent }), 200, taken],
  [
    '/either',
    () => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(taken) }),
    200,
    taken,
  ],
]

for (const [target, init, status, body] of asked) {
  for (const [transport, ask] of Object.entries(transports)) {
    test(`${target} of a schema of another library: ${status} ${transport}`, async () => {
      const answer = await ask(target, init())
      const text = await answer.text()
      assert.doesNotMatch(text, /hunter2/)
      const result = JSON.parse(text)
      assert.equal(answer.status, status, text)
      assert.deepEqual(status === 200 ? result : result.detail.map(({ loc }: { loc: unknown }) => loc), body)
    })
  }
}

test("the document lists the names in another library's JSON Schema", () => {
  const { paths } = describeContract(declared) as {
    paths: Record<string, { get?: Described; post?: Described }>
  }
  const parametersOf = (path: string) =>
    paths[path]?.get?.parameters?.map(({ name, required }) => [name, required])
  assert.deepEqual(parametersOf('/query'), [
    ['limit', false],
    ['tag', false],
    ['q', true],
  ])
  assert.deepEqual(parametersOf('/headers'), [['x-token', true]])
  assert.deepEqual(paths['/query']?.get?.parameters?.[0]?.schema, {
    type: 'number',
    maximum: 100,
    default: 20,
    title: 'Limit',
  })
})

interface Described {
  readonly parameters?: readonly {
    readonly name: string
    readonly required: boolean
    readonly schema: object
  }[]
}

test("the typed client sends the input of another library's schema", async () => {
  const client = createClient(declared, { baseUrl: 'http://x', fetch: api.fetch })
  const queried = await client.query({ query: taken })
  assert.deepEqual([queried.status, queried.body], [200, taken])
  const posted = await client.form({ body: taken })
  assert.deepEqual([posted.status, posted.body], [200, taken])
  const headed = await client.headers({ headers: { x_token: 'a' } })
  assert.deepEqual([headed.status, headed.body], [200, { x_token: 'a' }])
})

test('a schema without known names, or with an impossible header name, is refused at start', () => {
  const unnamed = foreign('Unnamed', {
    '~standard': { version: 1, vendor: 'x', validate: (value) => ({ value }) },
  })
  const misnamed = foreign('Misnamed', z.object({ 'x y': z.string() }))
  const start = (operation: ReturnType<typeof get>) => () =>
    implement(contract({ title: 'x', version: '1', routes: { one: operation } }), { one: () => null })
  assert.throws(start(get('/a', { query: unnamed })), ContractError)
  assert.throws(start(get('/a', { headers: misnamed })), /"x y" cannot be the name of a header/)
})
