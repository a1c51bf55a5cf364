import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPosternClient, type PosternClient } from '../src/client.ts'
import { startTestService } from './test-service.ts'

test('the typed client signs up and in, posts, lists, and is refused, each response with its type', async () => {
  await using service = await startTestService()
  const visitor: PosternClient = createPosternClient({ baseUrl: service.origin })
  const password = 'correct horse'
  const user = await visitor.signUp({
    body: { username: 'ann', email: 'ann@example.com', age: 30, password },
  })
  assert.ok(user.status === 201)
  const signedIn = await visitor.issueToken({ body: { username: 'ann', password } })
  assert.ok(signedIn.status === 200)

  const authorization = `Bearer ${signedIn.body.access_token}`
  const ann = createPosternClient({ baseUrl: service.origin, headers: { authorization }, validate: true })
  const created = await ann.createPost({ body: { title: 'Hello' } })
  assert.ok(created.status === 201)
  const { id, title, created_at, updated_at }: { id: number; title: string } & typeof created.body =
    created.body
  assert.deepEqual(
    [id, title, created_at.year > 2000, updated_at?.toString()],
    [1, 'Hello', true, created_at.toString()],
  )

  const list = await visitor.listPostSummaries({
    query: { author_id: user.body.id, q: 'HELLO', sort: 'oldest' },
  })
  assert.ok(list.status === 200)
  assert.deepEqual(list.body.posts[0]?.title, 'Hello')

  const changed = await ann.updatePost({
    params: { post_id: id },
    headers: { if_match: '"another"' },
    body: { title: 'Changed' },
  })
  assert.equal(changed.status, 412)
  const refused = await visitor.deletePost({ params: { post_id: id } })
  assert.ok(refused.status === 401)
  assert.equal(refused.body.detail, 'The post belongs to a user; authenticate with a token')
  const wrong = await ann.createPost({ body: { title: ' ' } })
  assert.ok(wrong.status === 422)
  const messages: readonly string[] = wrong.body.detail.map(({ msg }) => msg)
  assert.deepEqual(messages, ['Value error, Title cannot be blank'])
  assert.deepEqual(wrong.body.detail, [
    {
      type: 'value_error',
      loc: ['body', 'title'],
      msg: 'Value error, Title cannot be blank',
      input: ' ',
      ctx: { error: {} },
    },
  ])
})

test('the typed client knows the settings of an installation, if they are passed to it', async () => {
  const environment = { POST_RULES: 'example', POST_RESPONSE: 'short', POST_IF_MATCH: 'required' }
  await using service = await startTestService(environment)
  const options = { baseUrl: service.origin, validate: true } as const
  const client = createPosternClient({ ...options, rules: 'example', response: 'short' })
  const created = await client.createPost({ body: { title: 'Hello', tags: ['news'], priority: 3 } })
  assert.ok(created.status === 201)
  assert.equal(created.body.updated_at, undefined)
  assert.equal((await client.deletePost({ params: { post_id: created.body.id } })).status, 428)
  // Under other rules there is no priority to send.
  assert.equal(
    (await createPosternClient(options).createPost({ body: { title: 'Hello', priority: 3 } })).status,
    422,
  )
})

for (const [options, mistake] of [
  [{ rules: 'strictest' }, /^rules is "strictest"; write one of basic, strict, example, custom$/],
  [{ response: 'none' }, /^response is "none"; write one of full, short$/],
  [{ baseUrl: 'localhost:8000' }, /baseUrl is "localhost:8000"/],
  [{ validated: true }, /validated is not an option of createClient/],
] as const) {
  test(`the typed client refuses ${JSON.stringify(options)}`, () => {
    const given = Object({ baseUrl: 'http://localhost:8000', ...options })
    assert.throws(() => createPosternClient(given), { name: 'TypeError', message: mistake })
  })
}
