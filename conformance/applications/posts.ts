import { type Api, contract, form, implement, json, multipart, raw, routes } from '@postern/contract'
import { integer, nullable, string } from '@postern/model'
import { Message, PostList, PostResponse, postModels, RawLength, type Rules, UserResponse } from './models.ts'

/** How POST `/posts/` binds its body; `multipart` is the form variant that accepts both kinds of forms. */
export type Binding = 'json' | 'form' | 'multipart' | 'response' | 'raw'

/** Creates the application of one recorded variant, with its fixed responses. */
export function postsApplication(binding: Binding, rules: Rules): Api {
  const PostCreate = postModels[rules]
  const { get, post, put } = routes()
  const bindings = { json, form, multipart, response: json }
  const operations = {
    updatePost: put('/posts/{post_id}', {
      params: { post_id: integer() },
      body: json(PostCreate),
      response: PostResponse,
    }),
    readUser: get('/users/{user_id}', { params: { user_id: integer() }, response: UserResponse }),
    listPosts: get('/posts/', { response: PostList }, '/api/posts/'),
    readProtected: get('/api/protected/', {
      headers: { authorization: nullable(string(), { default: null }) },
      cookies: { session: nullable(string(), { default: null }) },
      response: Message,
    }),
    createPost: post('/posts/', {
      body: binding === 'raw' ? raw() : bindings[binding](PostCreate),
      response: binding === 'raw' ? RawLength : binding === 'response' ? PostResponse : PostCreate,
    }),
  }
  return implement(contract({ title: 'Posts and Users', version: '1.0.0', routes: operations }), {
    createPost: ({ body }) => answerTo(body),
    updatePost: ({ params, body }) => ({ ...stored, ...body, id: params.post_id }),
    readUser: ({ params }) => ({ ...alice, id: params.user_id }),
    listPosts: () => ({ posts: ['First post', 'Second post'] }),
    readProtected: ({ headers, cookies }) => ({
      message: headers.authorization !== null ? 'token' : cookies.session !== null ? 'cookie' : 'none',
    }),
  })
}

const time = '2026-01-02T03:04:05Z'
const stored = { id: 1, created_at: time, updated_at: time }
const alice = { username: 'alice', email: 'alice@example.com', created_at: time, password: 'secret' }

/** Returns data that fits the response model of any variant; the model drops the rest. */
function answerTo(body: Uint8Array | { readonly title: string; readonly content: string }) {
  if (body instanceof Uint8Array) return { ...stored, title: '', content: '', raw_body_length: body.length }
  return { ...stored, title: body.title, content: body.content, raw_body_length: 0 }
}
