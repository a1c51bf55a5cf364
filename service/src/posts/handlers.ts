import type { Handlers } from '@postern/contract'
import type { SignedIn } from '../sessions/sign-in.ts'
import { parseCursor, serializeCursor } from './cursor.ts'
import type { PostFields } from './models.ts'
import type { postCreationRoutes, postRoutes } from './routes.ts'
import type { PostRecord, PostStore, PostSummary } from './store.ts'

/** What the four variants of POST `/posts/` do (spec §4.1). */
export function postCreationHandlers(
  posts: PostStore,
): Handlers<ReturnType<typeof postCreationRoutes>, SignedIn> {
  return {
    async response({ body, user, reply }) {
      const post = await posts.create({
        title: body.title,
        content: body.content,
        tags: body.tags ?? [],
        priority: body.priority ?? null,
        author_id: user?.id ?? null,
      })
      return reply(201, post, { headers: { Location: `/posts/${post.id}` } })
    },
    json: ({ body }) => body,
    form: ({ body }) => body,
    raw: ({ body }) => ({ raw_body_length: body.byteLength }),
  }
}

/** What the other operations on posts do. */
export function postHandlers(posts: PostStore): Handlers<ReturnType<typeof postRoutes>, SignedIn> {
  return {
    async listPosts({ query: { limit, cursor }, request, reply }) {
      const after = cursor === null ? undefined : parseCursor(cursor)
      // One more than is shown says whether there is a next page.
      const found = await posts.list({ limit: limit + 1, ...(after && { after }) })
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      const headers = last && { Link: `<${request.path}?${nextPage(last, limit)}>; rel="next"` }
      return reply(200, { posts: shown.map(({ title }) => title) }, headers && { headers })
    },

    async readPost({ params, fail }) {
      return (await posts.get(params.post_id)) ?? fail(404)
    },

    async updatePost({ params, body, user, fail }) {
      const post = await posts.get(params.post_id)
      const refusal = refusalFor(post, user)
      if (refusal !== undefined) return fail(refusal, undefined, refusalHeaders[refusal])
      const replaced = await posts.replace(params.post_id, replacementOf(body))
      return typeof replaced === 'string' ? fail(404) : replaced
    },

    async deletePost({ params, user, fail }) {
      const post = await posts.get(params.post_id)
      const refusal = refusalFor(post, user)
      if (refusal !== undefined) return fail(refusal, undefined, refusalHeaders[refusal])
      return (await posts.delete(params.post_id)) === 'deleted' ? undefined : fail(404)
    },
  }
}

function nextPage(last: PostSummary, limit: number): string {
  return new URLSearchParams({ limit: String(limit), cursor: serializeCursor(last) }).toString()
}

type Refusal = 401 | 403 | 404

const refusalHeaders: Partial<Record<Refusal, Readonly<Record<string, string>>>> = {
  401: { 'WWW-Authenticate': 'Bearer' },
}

/** Why this user may not change the post: there is none, or it belongs to somebody else. */
function refusalFor(post: PostRecord | undefined, user: SignedIn | null): Refusal | undefined {
  if (post === undefined) return 404
  if (post.author_id === null || post.author_id === user?.id) return undefined
  return user === null ? 401 : 403
}

function replacementOf({ title, content, tags, priority }: PostFields) {
  return { title, content, ...(tags && { tags }), ...(priority !== undefined && { priority }) }
}
