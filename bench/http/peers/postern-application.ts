import { type Api, contract, form, implement, json, routes } from '@postern/contract'
import { integer, list, Model, string } from '@postern/model'
import type { Store } from './store.ts'

const postFields = {
  title: string({ strip: true, minLength: 1, maxLength: 200 }),
  content: string({ strip: true, maxLength: 10_000, default: '' }),
}

/** A post in a request. */
export class PostCreate extends Model(postFields) {}
class PostForm extends Model(postFields) {}
class PostBatch extends Model({ posts: list(PostCreate, { minItems: 1, maxItems: 1000 }) }) {}

/** A post in a response. */
export class PostResponse extends Model({
  id: integer(),
  title: string(),
  content: string(),
  created_at: string(),
  updated_at: string(),
}) {}

class BatchResponse extends Model({ accepted: integer() }) {}

const posts = routes({ prefix: '/posts', tags: ['posts'] })
const id = { post_id: integer() }
const missing = { 404: 'There is no such post' }

const declared = contract({
  title: 'Posts',
  version: '1.0.0',
  routes: {
    createPost: posts.post('/', { body: json(PostCreate), response: PostResponse, status: 201 }),
    createPostFromForm: posts.post('/form', { body: form(PostForm), response: PostResponse, status: 201 }),
    acceptPosts: posts.post('/batch', { body: json(PostBatch), response: BatchResponse }),
    listPosts: posts.get('/', { response: list(PostResponse) }),
    readPost: posts.get('/{post_id}', { params: id, response: PostResponse, errors: missing }),
    replacePost: posts.put('/{post_id}', {
      params: id,
      body: json(PostCreate),
      response: PostResponse,
      errors: missing,
    }),
  },
})

/** The application as Postern's users write it, for both of its servers. */
export function createApi(store: Store): Api {
  return implement(
    declared,
    {
      createPost: ({ body }) => store.create(body),
      createPostFromForm: ({ body }) => store.create(body),
      acceptPosts: ({ body }) => ({ accepted: body.posts.length }),
      listPosts: () => store.list(),
      readPost: ({ params, fail }) => store.read(params.post_id) ?? fail(404),
      replacePost: ({ params, body, fail }) => store.replace(params.post_id, body) ?? fail(404),
    },
    {
      cors: {
        allowOrigins: ['http://localhost:3000'],
        // A preflight is an OPTIONS request, and succeeds only where OPTIONS is allowed too (spec §4.4.2).
        allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
        allowHeaders: ['content-type', 'authorization'],
        allowCredentials: true,
        maxAge: 600,
      },
    },
  )
}
