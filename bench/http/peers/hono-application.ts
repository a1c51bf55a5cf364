import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { cors } from 'hono/cors'
import { openStore } from './store.ts'
import { BatchResponse, PostBatch, PostCreate, PostList, PostParams, PostResponse } from './zod-models.ts'

const store = openStore(process.env['STORAGE'])

/**
 * The application as Hono's users write it, for both of its servers. Responses are filtered by parsing them, since Hono
 * does not filter them itself.
 */
export const app = new OpenAPIHono({
  defaultHook: (result, c) => {
    if (!result.success) return c.json({ detail: result.error.issues }, 422)
    return undefined
  },
})

app.use(
  cors({
    origin: 'http://localhost:3000',
    credentials: true,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['content-type', 'authorization'],
    maxAge: 600,
  }),
)

const json = <Schema extends z.ZodType>(schema: Schema) => ({ content: { 'application/json': { schema } } })
const requiredJson = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { ...json(schema), required: true },
})
const success = <Schema extends z.ZodType>(schema: Schema) => ({ ...json(schema), description: 'Success' })
const missing = { ...json(z.object({ detail: z.string() })), description: 'There is no such post' }

app.openapi(
  createRoute({
    method: 'post',
    path: '/posts',
    request: requiredJson(PostCreate),
    responses: { 201: success(PostResponse) },
  }),
  (c) => c.json(PostResponse.parse(store.create(c.req.valid('json'))), 201),
)
app.openapi(
  createRoute({
    method: 'post',
    path: '/posts/form',
    request: {
      body: { content: { 'application/x-www-form-urlencoded': { schema: PostCreate } }, required: true },
    },
    responses: { 201: success(PostResponse) },
  }),
  (c) => c.json(PostResponse.parse(store.create(c.req.valid('form'))), 201),
)
app.openapi(
  createRoute({
    method: 'post',
    path: '/posts/batch',
    request: requiredJson(PostBatch),
    responses: { 200: success(BatchResponse) },
  }),
  (c) => c.json({ accepted: c.req.valid('json').posts.length }, 200),
)
app.openapi(createRoute({ method: 'get', path: '/posts', responses: { 200: success(PostList) } }), (c) =>
  c.json(PostList.parse(store.list()), 200),
)
app.openapi(
  createRoute({
    method: 'get',
    path: '/posts/{post_id}',
    request: { params: PostParams },
    responses: { 200: success(PostResponse), 404: missing },
  }),
  (c) => {
    const post = store.read(c.req.valid('param').post_id)
    if (post === undefined) return c.json({ detail: 'Not Found' }, 404)
    return c.json(PostResponse.parse(post), 200)
  },
)
app.openapi(
  createRoute({
    method: 'put',
    path: '/posts/{post_id}',
    request: { params: PostParams, ...requiredJson(PostCreate) },
    responses: { 200: success(PostResponse), 404: missing },
  }),
  (c) => {
    const post = store.replace(c.req.valid('param').post_id, c.req.valid('json'))
    if (post === undefined) return c.json({ detail: 'Not Found' }, 404)
    return c.json(PostResponse.parse(post), 200)
  },
)
