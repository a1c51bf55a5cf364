import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, set, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, describeContract, form, implement, json, routes } from '../src/index.ts'
import { openTransports } from './transports.ts'

class Item extends Model({
  tags: set(string(), { default: new Set() }),
  sizes: set(integer(), { maxItems: 2, default: new Set([1]) }),
}) {}

const { get, post } = routes()
const declared = contract({
  title: 'Items',
  version: '1.0.0',
  routes: {
    create: post('/items', { body: json(Item), response: Item }),
    add: get('/sum', { query: { n: set(integer()) }, response: integer() }),
    fill: post('/form', { body: form({ n: set(integer()) }), response: set(integer()) }),
  },
})
const api = implement(declared, {
  create: ({ body }) => body,
  add: ({ query }) => [...query.n].reduce((sum, n) => sum + n, 0),
  fill: ({ body }) => body.n,
})

const asForm = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})
const asJson = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })
const unread = (index: number, place: string, input: string) =>
  `{"detail":[{"type":"int_parsing","loc":[${place},${index}],"msg":"Input should be a valid integer, unable to parse string as an integer","input":"${input}"}]}`

// table: a request, and FastAPI's response body for the same sets.
const answers: readonly [string, RequestInit, string][] = [
  ['/items', asJson('{"tags":["a","a"],"sizes":[2,"2"]}'), '{"tags":["a"],"sizes":[2]}'],
  ['/items', asJson('{}'), '{"tags":[],"sizes":[1]}'],
  [
    '/items',
    asJson('{"tags":"a"}'),
    '{"detail":[{"type":"set_type","loc":["body","tags"],"msg":"Input should be a valid set","input":"a"}]}',
  ],
  [
    '/items',
    asJson('{"sizes":[1,2,3]}'),
    '{"detail":[{"type":"too_long","loc":["body","sizes"],"msg":"Set should have at most 2 items after validation, not more","input":[1,2,3],"ctx":{"field_type":"Set","max_length":2,"actual_length":null}}]}',
  ],
  ['/sum?n=1&n=2&n=2', {}, '3'],
  ['/sum?n=5', {}, '5'],
  ['/sum', {}, '{"detail":[{"type":"missing","loc":["query","n"],"msg":"Field required","input":null}]}'],
  ['/sum?n=x&n=1', {}, unread(0, '"query","n"', 'x')],
  ['/form', asForm('n=1&n=1&n=3'), '[1,3]'],
  ['/form', asForm('n='), unread(0, '"body","n"', '')],
]

const { transports } = await openTransports(api)
for (const [transport, ask] of Object.entries(transports)) {
  test(`sets are read from arrays and written as arrays, ${transport}`, async () => {
    for (const [target, init, expected] of answers)
      assert.equal(await (await ask(target, init)).text(), expected)
  })
}

test('a 422 for a form or a query shows a default set as a list, also next to a secret', async () => {
  const sizes = set(integer(), { default: new Set([2, 1]) })
  class Order extends Model({ sizes, name: string() }) {}
  class SignUp extends Model({ sizes, name: string(), password: string({ secret: true, default: 'x' }) }) {}
  const routesOf = {
    find: get('/find', { query: Order }),
    order: post('/order', { body: form(Order) }),
    signUp: post('/sign-up', { body: form(SignUp) }),
  }
  const declared = contract({ title: 'Orders', version: '1.0.0', routes: routesOf })
  const nothing = () => null
  const { fetch } = implement(declared, { find: nothing, order: nothing, signUp: nothing })
  const inputs = async (path: string, init: RequestInit) => {
    const answer = await fetch(new Request(`http://x${path}`, init))
    return Object(await answer.json()).detail.map(({ input }: { input: unknown }) => input)
  }
  assert.deepEqual(await inputs('/find', {}), [{ sizes: [2, 1] }])
  assert.deepEqual(await inputs('/order', asForm('more=a')), [{ sizes: [2, 1], more: 'a' }])
  assert.deepEqual(await inputs('/order', asForm('sizes=x&name=a')), ['x'])
  assert.deepEqual(await inputs('/sign-up', asForm('password=y')), [{ sizes: [2, 1], password: '***' }])
})

test('the document describes a set as an array of unique items', () => {
  const { components, paths } = Object(describeContract(declared))
  const items = { type: 'integer' }
  const shape = { type: 'array', items, uniqueItems: true }
  assert.deepEqual(components.schemas.Item.properties.sizes, {
    ...shape,
    maxItems: 2,
    default: [1],
    title: 'Sizes',
  })
  assert.deepEqual(paths['/sum'].get.parameters[0].schema, { ...shape, title: 'N' })
})

test('an example with a set is shown as it is written', () => {
  class Tagged extends Model({ topTags: set(string(), { alias: 'top_tags' }) }) {}
  const operation = post('/tags', {
    body: json(set(string({ secret: true })), { examples: { one: new Set(['a', 'b']) } }),
    response: Tagged,
    responseExamples: { one: new Tagged({ topTags: ['a'] }) },
  })
  const document = describeContract(contract({ title: 'T', version: '1.0.0', routes: { operation } }))
  const { requestBody, responses } = Object(document).paths['/tags'].post
  assert.deepEqual(
    [requestBody, responses[200]].map(({ content }) => content['application/json'].examples.one.value),
    [['***', '***'], { top_tags: ['a'] }],
  )
})

test('the typed client sends sets and arrays, and reads arrays, or sets with validate', async () => {
  const terms = { baseUrl: 'http://x', fetch: api.fetch }
  const client = createClient(declared, terms)
  const validating = createClient(declared, { ...terms, validate: true })
  assert.equal((await client.add({ query: { n: new Set([1, 2]) } })).body, 3)
  assert.equal((await client.add({ query: { n: [1, 2, 2] } })).body, 3)
  const sent = { tags: new Set(['a', 'b']), sizes: [2] }
  const answered = await client.create({ body: sent })
  const read = await validating.create({ body: sent })
  assert.ok(answered.status === 200 && read.status === 200)
  const tags: readonly string[] = answered.body.tags
  const sizes: Set<number> = read.body.sizes
  assert.deepEqual([tags, sizes], [['a', 'b'], new Set([2])])
})

test('the typed client sends the items of a set that does not fit, so that the server reports the wrong one', async () => {
  class Tagged extends Model({ sizes: list(set(integer())) }) {}
  const create = post('/items', { query: { n: set(integer()) }, body: json(Item) })
  const fill = post('/form', { body: form({ n: set(integer()) }) })
  const tag = post('/tags', { body: json({ tagged: Tagged }) })
  const declared = contract({ title: 'Items', version: '1.0.0', routes: { create, fill, tag } })
  const { fetch } = implement(declared, { create: () => null, fill: () => null, tag: () => null })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  const n = new Set([1, 2.5])
  const refused = [
    await client.create({ query: { n }, body: { tags: [], sizes: n } }),
    await client.fill({ body: { n } }),
    await client.tag({ body: { tagged: { sizes: [n] } } }),
  ]
  assert.deepEqual(
    refused.map(({ status, body }) => status === 422 && body.detail.map(({ loc }) => loc.join('.'))),
    [['query.n.1', 'body.sizes.1'], ['body.n.1'], ['body.tagged.sizes.0.1']],
  )
})

test('the typed client refuses to send an empty set that the server would replace by its default', async () => {
  const none = set(string(), { default: new Set() })
  const some = set(integer(), { default: new Set([1]) })
  const find = get('/', { query: { none, some }, response: Model({ none, some }, { name: 'Found' }) })
  const declared = contract({ title: 'Items', version: '1.0.0', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => query })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  for (const nothing of [new Set<never>(), []]) {
    assert.deepEqual((await client.find({ query: { none: nothing } })).body, { none: [], some: [1] })
    await assert.rejects(client.find({ query: { some: nothing } }), {
      message: 'some cannot be sent as []: it is read as no value, so the default would be used',
    })
  }
})
