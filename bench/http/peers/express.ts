import cors from 'cors'
import express, { type Response } from 'express'
import type { z } from 'zod'
import { openStore, type PostRecord } from './store.ts'
import { PostBatch, PostCreate, PostId, PostList, PostResponse } from './zod-models.ts'

const store = openStore(process.env['STORAGE'])
const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(
  cors({
    origin: ['http://localhost:3000'],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['content-type', 'authorization'],
    maxAge: 600,
  }),
)
app.use(express.json({ limit: '1mb' }))
app.use(express.urlencoded({ extended: false }))

const create: express.RequestHandler = (request, response) => {
  const body = PostCreate.safeParse(request.body)
  if (body.success) response.status(201).json(PostResponse.parse(store.create(body.data)))
  else refuse(response, body.error)
}
app.post('/posts', create)
app.post('/posts/form', create)
app.post('/posts/batch', (request, response) => {
  const body = PostBatch.safeParse(request.body)
  if (body.success) response.json({ accepted: body.data.posts.length })
  else refuse(response, body.error)
})
app.get('/posts', (_request, response) => {
  response.json(PostList.parse(store.list()))
})
app.get('/posts/:post_id', (request, response) => {
  const id = PostId.safeParse(request.params.post_id)
  if (id.success) answer(response, store.read(id.data))
  else refuse(response, id.error)
})
app.put('/posts/:post_id', (request, response) => {
  const id = PostId.safeParse(request.params.post_id)
  const body = PostCreate.safeParse(request.body)
  if (!id.success) refuse(response, id.error)
  else if (!body.success) refuse(response, body.error)
  else answer(response, store.replace(id.data, body.data))
})
// Express itself responds to unreadable requests, with one line where NODE_ENV is production.
app.listen(Number(process.env['PORT']), '127.0.0.1')

function answer(response: Response, post: PostRecord | undefined): void {
  if (post === undefined) response.status(404).json({ detail: 'Not Found' })
  else response.json(PostResponse.parse(post))
}

function refuse(response: Response, { issues }: z.ZodError): void {
  response.status(422).json({ detail: issues })
}
