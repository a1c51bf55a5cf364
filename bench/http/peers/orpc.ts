import { createServer } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { ORPCError, os } from '@orpc/server'
import { CORSPlugin } from '@orpc/server/plugins'
import { openStore, type PostRecord } from './store.ts'
import {
  BatchResponse,
  PostBatch,
  PostCreate,
  PostList,
  PostParams,
  PostReplace,
  PostResponse,
} from './zod-models.ts'

const store = openStore(process.env['STORAGE'])

const router = {
  createPost: os
    .route({ method: 'POST', path: '/posts', successStatus: 201 })
    .input(PostCreate)
    .output(PostResponse)
    .handler(({ input }) => store.create(input)),
  createPostFromForm: os
    .route({ method: 'POST', path: '/posts/form', successStatus: 201 })
    .input(PostCreate)
    .output(PostResponse)
    .handler(({ input }) => store.create(input)),
  acceptPosts: os
    .route({ method: 'POST', path: '/posts/batch' })
    .input(PostBatch)
    .output(BatchResponse)
    .handler(({ input }) => ({ accepted: input.posts.length })),
  listPosts: os
    .route({ method: 'GET', path: '/posts' })
    .output(PostList)
    .handler(() => [...store.list()]),
  readPost: os
    .route({ method: 'GET', path: '/posts/{post_id}' })
    .input(PostParams)
    .output(PostResponse)
    .handler(({ input }) => found(store.read(input.post_id))),
  replacePost: os
    .route({ method: 'PUT', path: '/posts/{post_id}' })
    .input(PostReplace)
    .output(PostResponse)
    .handler(({ input: { post_id, ...fields } }) => found(store.replace(post_id, fields))),
}

const handler = new OpenAPIHandler(router, {
  plugins: [
    new CORSPlugin({
      origin: 'http://localhost:3000',
      credentials: true,
      allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowHeaders: ['content-type', 'authorization'],
      maxAge: 600,
    }),
  ],
})

createServer(async (request, response) => {
  const { matched } = await handler.handle(request, response)
  if (!matched) response.writeHead(404).end()
}).listen(Number(process.env['PORT']), '127.0.0.1')

function found(post: PostRecord | undefined): PostRecord {
  if (post === undefined) throw new ORPCError('NOT_FOUND')
  return post
}
