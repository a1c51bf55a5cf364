import { cors } from '@elysiajs/cors'
import { Elysia, status, t } from 'elysia'
import { openStore } from './store.ts'

// JSON Schema cannot express trimming: the pattern refuses a blank title, and the handler trims.
const PostCreate = t.Object({
  title: t.String({ pattern: '\\S', maxLength: 200 }),
  content: t.String({ maxLength: 10_000, default: '' }),
})
// Elysia fills in no defaults within a list.
const PostInBatch = t.Object({
  title: PostCreate.properties.title,
  content: t.Optional(t.String({ maxLength: 10_000 })),
})
const PostBatch = t.Object({ posts: t.Array(PostInBatch, { minItems: 1, maxItems: 1000 }) })
const PostResponse = t.Object({
  id: t.Integer(),
  title: t.String(),
  content: t.String(),
  created_at: t.String(),
  updated_at: t.String(),
})
const Missing = t.Object({ detail: t.String() })
const one = { params: t.Object({ post_id: t.Integer() }), response: { 200: PostResponse, 404: Missing } }
const created = { body: PostCreate, response: { 201: PostResponse } }

const store = openStore(process.env['STORAGE'])

new Elysia()
  .use(
    cors({
      origin: 'http://localhost:3000',
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['content-type', 'authorization'],
      // By default it reads all headers of a request, and names them in each response.
      exposeHeaders: [],
      maxAge: 600,
    }),
  )
  .onError(({ code, error }) => {
    if (code !== 'VALIDATION') return undefined
    const detail = error.all.map((issue) =>
      'path' in issue ? { path: issue.path, message: issue.message } : issue,
    )
    return status(422, { detail })
  })
  .post('/posts', ({ body }) => status(201, store.create(trimmed(body))), created)
  .post('/posts/form', ({ body }) => status(201, store.create(trimmed(body))), {
    ...created,
    parse: 'urlencoded',
  })
  .post('/posts/batch', ({ body }) => ({ accepted: body.posts.map(trimmed).length }), {
    body: PostBatch,
    response: t.Object({ accepted: t.Integer() }),
  })
  .get('/posts', () => [...store.list()], { response: t.Array(PostResponse) })
  .get(
    '/posts/:post_id',
    ({ params }) => store.read(params.post_id) ?? status(404, { detail: 'Not Found' }),
    one,
  )
  .put(
    '/posts/:post_id',
    ({ params, body }) =>
      store.replace(params.post_id, trimmed(body)) ?? status(404, { detail: 'Not Found' }),
    { ...one, body: PostCreate },
  )
  .listen({ port: Number(process.env['PORT']), hostname: '127.0.0.1' })

function trimmed({ title, content = '' }: typeof PostInBatch.static) {
  return { title: title.trim(), content: content.trim() }
}
