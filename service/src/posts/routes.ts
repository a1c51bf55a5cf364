import { form, json, raw, routes } from '@postern/contract'
import { after, integer, literal, Model, nested, nullable, reject, string } from '@postern/model'
import { limited, limitHeaders, unavailable } from '../operations/declared-failures.ts'
import { guardedHeaders, optionalToken } from '../sessions/security.ts'
import { parseCursor } from './cursor.ts'
import { type PostModels, PostSummaries, PostTitles, ReusedKeys } from './models.ts'
import { mostSearched } from './pages.ts'
import { postSorts } from './store.ts'

/** How POST `/posts/` binds its body, by its name in `POST_BINDING` (spec §4.1, §4.2). */
export const postBindings = ['response', 'json', 'form', 'raw'] as const
export type PostBinding = (typeof postBindings)[number]

/** Whether PUT and DELETE of a post need If-Match, by its name in `POST_IF_MATCH`; without it the last writer wins. */
export const ifMatchChoices = ['optional', 'required'] as const
export type IfMatch = (typeof ifMatchChoices)[number]

/** The response of the raw variant (spec §4.1). */
export class RawBodyLength extends Model({
  raw_body_length: integer({ ge: 0, description: 'Length of the body in bytes' }),
}) {}

const posts = routes({ tags: ['posts'], errors: unavailable })
const id = { post_id: integer({ examples: [1], description: 'The id of a post' }) }
const missing = 'There is no such post'
const pages = {
  query: {
    limit: integer({ ge: 1, le: 1000, default: 100, description: 'The maximum number of posts' }),
    cursor: nullable(string({}, after(knownCursor)), {
      default: null,
      description: 'Where the previous page ended',
    }),
    q: string({
      strip: true,
      maxLength: 255,
      default: '',
      description: 'Words that the title must all contain, in upper or lower case',
    }),
    author_id: nullable(integer(), {
      default: null,
      description: "The user whose posts are listed; everyone's if left out",
    }),
    sort: literal(postSorts, { default: 'newest', description: 'Which posts come first' }),
  },
  description: `A search (\`q\`) reads ${mostSearched} posts at a time, so a page may have few posts or none and still have a next page.`,
  responseHeaders: {
    ...limitHeaders,
    Link: 'The next page, `rel="next"`, if there is one (RFC 8288)',
    'X-Total-Count': 'The number of posts on all pages, if all posts are listed',
  },
}
const idempotency = {
  idempotency_key: nullable(string({ minLength: 1, maxLength: 255, pattern: '^[!-~]+$' }), {
    default: null,
    description:
      'A string of your own, preferably random: within 24 hours, the same key with the same post creates no second post and gets the first response again',
  }),
}
const notStored = nested(() => ReusedKeys, {
  description: 'The request is not valid, or its key was used for another post',
})
const ownership = {
  401: 'The post belongs to a user; authenticate with a token',
  403: 'The post belongs to another user',
  404: missing,
}

/** The four variants of POST `/posts/`; an installation serves one of them. */
export function postCreationRoutes({ PostCreate, PostResponse, examples }: PostModels) {
  const created = {
    summary: 'Create a post',
    status: 201 as const,
    headers: idempotency,
    responseHeaders: {
      ...guardedHeaders,
      Location: 'The path of the post',
      'Idempotent-Replayed': '`true` if this is the response to an earlier request with the same key',
      ETag: 'Identifies this state of the post, for If-Match and If-None-Match (RFC 9110 §8.8.3)',
    },
  }
  const validated = {
    summary: 'Validate a post',
    description: 'Answers the validated fields and stores nothing.',
    responseHeaders: limitHeaders,
    errors: limited,
  }
  return {
    response: posts.post('/posts/', {
      ...created,
      description:
        'A post created with a token belongs to its user; anyone may change one created without a token.',
      body: json(PostCreate, { examples }),
      response: PostResponse,
      security: optionalToken,
      errors: { 422: notStored },
    }),
    json: posts.post('/posts/', { ...validated, body: json(PostCreate, { examples }), response: PostCreate }),
    form: posts.post('/posts/', { ...validated, body: form(PostCreate, { examples }), response: PostCreate }),
    raw: posts.post('/posts/', {
      summary: 'Measure a body',
      body: raw(),
      response: RawBodyLength,
      responseHeaders: limitHeaders,
      errors: limited,
    }),
  }
}

/** The operations on posts that every installation serves. */
export function postRoutes({ PostCreate, PostResponse, examples }: PostModels, ifMatch: IfMatch) {
  const change = {
    params: id,
    concurrency: ifMatch === 'required' ? ifMatch : 'etag',
    security: optionalToken,
    responseHeaders: guardedHeaders,
    errors: ownership,
  } as const
  return {
    listPosts: posts.get(
      '/posts/',
      { ...pages, summary: 'List titles', response: PostTitles },
      '/api/posts/',
    ),
    listPostSummaries: posts.get('/posts/summaries/', {
      ...pages,
      summary: 'List ids and titles',
      response: PostSummaries,
    }),
    readPost: posts.get('/posts/{post_id}', {
      summary: 'Read a post',
      params: id,
      concurrency: 'etag',
      response: PostResponse,
      responseHeaders: limitHeaders,
      errors: { 404: missing },
    }),
    updatePost: posts.put('/posts/{post_id}', {
      ...change,
      summary: 'Replace a post',
      description: 'With If-Match, the post is replaced only if nobody else has changed it in the meantime.',
      body: json(PostCreate, { examples }),
      response: PostResponse,
    }),
    deletePost: posts.delete('/posts/{post_id}', { ...change, summary: 'Delete a post', status: 204 }),
  }
}

function knownCursor(cursor: string) {
  return parseCursor(cursor) === undefined
    ? reject('Cursor should be one that a Link header of this list gave', 'cursor_unknown')
    : cursor
}
