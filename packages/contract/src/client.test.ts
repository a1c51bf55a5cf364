import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  DateTime,
  datetime,
  integer,
  list,
  Model,
  nullable,
  string,
  ValidationError,
} from '@postern/model'
import { createClient, UnexpectedAnswerError } from './client.ts'
import { contract, form, implement, json, raw, routes } from './index.ts'

class PostCreate extends Model({ title: string({ minLength: 1 }), content: string({ default: '' }) }) {}
class PostResponse extends Model({ id: integer(), title: string(), created_at: datetime() }) {}
class Found extends Model({
  q: string(),
  tags: list(string()),
  exact: boolean(),
  trace: nullable(string()),
}) {}

const { get, post, put } = routes({ prefix: '/posts' })
const posts = contract({
  title: 'Posts',
  version: '1',
  routes: {
    create: post('/', { body: json(PostCreate), response: PostResponse, status: 201 }),
    update: put('/{post_id}', {
      params: { post_id: string() },
      body: json({ post: PostCreate, n: integer({ alias: 'number', default: 1 }) }),
      response: PostResponse,
      errors: { 404: 'No such post' },
    }),
    search: get('/search', {
      query: { q: string(), tags: list(string(), { default: [] }), exact: boolean({ default: false }) },
      headers: { x_trace: nullable(string(), { default: null }) },
      response: Found,
    }),
    submit: post('/form', { body: form(PostCreate), response: PostCreate }),
    measure: post('/raw', { body: raw(), response: integer() }),
    lie: get('/lie', { response: integer() }),
  },
})
const stored = { id: 1, created_at: '2026-01-02T03:04:05Z' }
const api = implement(posts, {
  create: ({ body }) => ({ ...stored, ...body }),
  update: ({ params, body, fail }) =>
    params.post_id === 'a b' ? { ...stored, id: body.n, title: body.post.title } : fail(404),
  search: ({ query, headers }) => ({ ...query, trace: headers.x_trace }),
  submit: ({ body }) => body,
  measure: ({ body }) => body.length,
  lie: () => 1,
})
const client = createClient(posts, { baseUrl: 'http://api.example', fetch: api.fetch })

test('an answer is converted through its model', async () => {
  const answer = await client.create({ body: { title: 'Hello' } })
  assert.ok(answer.status === 201 && answer.body instanceof PostResponse)
  assert.ok(answer.body.created_at instanceof DateTime)
  assert.equal(answer.body.title, 'Hello')
})

test('parameters are put where they belong, members under their wire names', async () => {
  const body = { post: { title: 'x' }, n: 7 }
  const updated = await client.update({ params: { post_id: 'a b' }, body })
  assert.ok(updated.status === 200)
  assert.deepEqual([updated.body.id, updated.body.title], [7, 'x'])
  const missing = await client.update({ params: { post_id: 'c' }, body })
  assert.deepEqual([missing.status, missing.body], [404, { detail: 'No such post' }])
  const found = await client.search({
    query: { q: 'a&b', tags: ['x', 'y z'], exact: true },
    headers: { x_trace: 't' },
  })
  assert.deepEqual({ ...found.body }, { q: 'a&b', tags: ['x', 'y z'], exact: true, trace: 't' })
})

test('a form and bytes are sent as such', async () => {
  assert.deepEqual(
    { ...(await client.submit({ body: { title: 'é&=' } })).body },
    { title: 'é&=', content: '' },
  )
  assert.equal((await client.measure({ body: new Uint8Array([1, 2]) })).body, 2)
})

test('a body that the contract refuses is not sent', async () => {
  await assert.rejects(client.create({ body: { title: '' } }), ValidationError)
})

test('an answer that is not declared is an error', async () => {
  const liar = createClient(posts, { baseUrl: 'http://x', fetch: async () => Response.json('one') })
  await assert.rejects(
    liar.lie(),
    (error) => error instanceof UnexpectedAnswerError && error.issues.length === 1,
  )
  const broken = createClient(posts, {
    baseUrl: 'http://x',
    fetch: async () => new Response('no', { status: 500 }),
  })
  await assert.rejects(broken.lie(), /lie answered 500, which is not declared/)
})
