import { contract, implement, json, routes } from '@postern/contract'
import { serve } from '@postern/contract/node'
import { datetime, integer, list, Model, string } from '@postern/model'
import { openStorage } from '../../../service/src/storage/open.ts'
import { createMemoryStorage } from './memory-storage.ts'

class PostCreate extends Model({
  title: string({ strip: true, minLength: 1, maxLength: 200 }),
  content: string({ strip: true, maxLength: 10_000, default: '' }),
}) {}

class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: datetime(),
  updated_at: datetime(),
}) {}

class PostTitles extends Model({ posts: list(string()) }) {}

const posts = routes({ tags: ['posts'] })
const id = { post_id: integer() }
const missing = { 404: 'There is no such post' }
const answer = { response: PostResponse, errors: missing }

const declared = contract({
  title: 'Posts',
  version: '1.0.0',
  routes: {
    createPost: posts.post('/posts/', { body: json(PostCreate), response: PostResponse, status: 201 }),
    listPosts: posts.get('/posts/', { response: PostTitles }),
    readPost: posts.get('/posts/{post_id}', { params: id, ...answer }),
    replacePost: posts.put('/posts/{post_id}', { params: id, body: json(PostCreate), ...answer }),
  },
})

const address = process.env['DATABASE_URL'] ?? 'memory'
const storage =
  address === 'memory' ? createMemoryStorage() : await openStorage(address, { now: () => new Date() })
const api = implement(declared, {
  createPost: ({ body }) => storage.posts.create({ ...body, tags: [], priority: null, author_id: null }),
  listPosts: async () => ({
    posts: (await storage.posts.list({ limit: 100 })).posts.map(({ title }) => title),
  }),
  readPost: async ({ params, fail }) => (await storage.posts.get(params.post_id)) ?? fail(404),
  replacePost: async ({ params, body, fail }) => {
    const replaced = await storage.posts.replace(params.post_id, body)
    return typeof replaced === 'string' ? fail(404) : replaced
  },
})
const server = await serve(api, { port: Number(process.env['PORT']) })
process.once('SIGTERM', async () => {
  await server.close(0)
  await storage.close()
  process.exit()
})
