import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, integer, Model, string } from '@postern/model'
import { createClient } from '../client.ts'
import { contract, form, implement, multipart, routes } from '../index.ts'

const fields = { page: integer({ default: 1 }), sortKey: string({ alias: 'sort_key', default: 'id' }) }
class Open extends Model(fields, { extra: 'allow' }) {}
class Closed extends Model(fields, { extra: 'forbid' }) {}
class Plain extends Model(fields) {}
class Anything extends Model({}, { extra: 'allow' }) {}
class OpenHeaders extends Model({ x_page: integer({ default: 1 }) }, { extra: 'allow' }) {}

const { get, post } = routes()
const response = any()
const declared = contract({
  title: 'Undeclared',
  version: '1',
  routes: {
    find: get('/find', { query: Open, response }),
    all: get('/all', { query: Anything, response }),
    closed: get('/closed', { query: Closed, response }),
    plain: get('/plain', { query: Plain, response }),
    headers: get('/headers', { headers: OpenHeaders, response }),
    cookies: get('/cookies', { cookies: Open, response }),
    form: post('/form', { body: form(Open), response }),
    multipart: post('/multipart', { body: multipart(Open), response }),
  },
})
const query = ({ query }: { readonly query: unknown }) => query
const { fetch } = implement(declared, {
  find: query,
  all: query,
  closed: query,
  plain: query,
  headers: ({ headers }) => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'host')),
  cookies: ({ cookies }) => cookies,
  form: ({ body }) => body,
  multipart: ({ body }) => body,
})
const client = createClient(declared, { baseUrl: 'http://x', fetch })

const given = { page: 2, sortKey: 'name', more: 'é&=', several: ['a', ''] }
const arrived = { page: 2, sort_key: 'name', more: 'é&=', several: ['a', ''] }

test('extra keys that a model allows are sent in a query and in forms', async () => {
  assert.deepEqual((await client.find({ query: given })).body, arrived)
  assert.deepEqual((await client.form({ body: given })).body, arrived)
  assert.deepEqual((await client.multipart({ body: given })).body, arrived)
  assert.deepEqual((await client.all({ query: { a: '1', b: ['x', 'y'] } })).body, { a: '1', b: ['x', 'y'] })
  assert.deepEqual((await client.all({ query: new Anything({ a: '1' }) })).body, { a: '1' })
})

test('extra keys that a model allows are sent in headers and cookies, with one value each', async () => {
  const headers = { x_page: 2, 'x-more': 'a' }
  assert.deepEqual((await client.headers({ headers })).body, { x_page: 2, 'x-more': 'a' })
  const cookies = { page: 2, more: 'a' }
  assert.deepEqual((await client.cookies({ cookies })).body, { page: 2, sort_key: 'id', more: 'a' })
  const several = { more: ['a', 'b'] }
  await assert.rejects(client.cookies({ cookies: several }), /The cookie more cannot hold several values/)
})

test('a field given under both its names is sent once', async () => {
  const twice = { sort_key: 'a', sortKey: 'b' }
  assert.deepEqual((await client.find({ query: twice })).body, { page: 1, sort_key: 'b' })
  assert.deepEqual((await client.headers({ headers: { 'X-Page': '3' } as object })).body, { x_page: 3 })
  const both = client.headers({ headers: { 'X-Page': '3', x_page: 2 } as object })
  await assert.rejects(both, /The header x-page cannot hold several values/)
})

test('an extra key whose value would arrive changed is not sent', async () => {
  const set = [new Set(['a']), '["a"]'] as const
  const others = [1, true, null, {}, [], ['a'], ['a', 1]].map((more) => [more, JSON.stringify(more)] as const)
  for (const [more, shown] of [...others, set])
    await assert.rejects(client.find({ query: { more } as object }), {
      name: 'TypeError',
      message: `more cannot be sent as ${shown}: a value that is not declared arrives as a string, or as a list of several strings`,
    })
  for (const query of [{ more: '\ud800' }, { '\ud800': 'a' }])
    await assert.rejects(client.find({ query }), /half of a surrogate pair/)
  assert.deepEqual((await client.find({ query: { more: undefined } as object })).body, {
    page: 1,
    sort_key: 'id',
  })
})

test('an extra key is sent if the model forbids it, so that the server reports it, and not if the model drops it', async () => {
  const refused = await client.closed({ query: { more: 'a' } as object })
  assert.ok(refused.status === 422)
  assert.deepEqual(
    refused.body.detail.map(({ loc, type }) => [loc.join('.'), type]),
    [['query.more', 'extra_forbidden']],
  )
  const asked: string[] = []
  const noting = createClient(declared, {
    baseUrl: 'http://x',
    fetch(request) {
      asked.push(request.url)
      return fetch(request)
    },
  })
  await noting.plain({ query: { page: 2, more: 1 } as object })
  assert.deepEqual(asked, ['http://x/plain?page=2'])
})
