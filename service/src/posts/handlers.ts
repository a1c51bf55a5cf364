import type { Conditions, Handlers, Reply } from '@postern/contract'
import type { SignedIn } from '../sessions/sign-in.ts'
import type { EntityTag } from './entity-tag.ts'
import { creationHeaders, type IdempotentCreation } from './idempotent-creation.ts'
import type { PostFields } from './models.ts'
import { readPage } from './pages.ts'
import type { postCreationRoutes, postRoutes } from './routes.ts'
import type { NewPost, PostCondition, PostRecord, PostStore } from './store.ts'

/** What the operations on posts work with. */
export interface PostHandlersOptions {
  readonly posts: PostStore
  readonly tagOf: EntityTag
}

/** The handlers of the four variants of POST `/posts/` (spec §4.1). */
export function postCreationHandlers({
  posts,
  tagOf,
  createOnce,
}: PostHandlersOptions & { readonly createOnce: IdempotentCreation }): Handlers<
  ReturnType<typeof postCreationRoutes>,
  SignedIn
> {
  return {
    async response({ body, headers: { idempotency_key: key }, user, fail, reply }) {
      const given = newPostOf(body, user)
      if (key === null) {
        const post = await posts.create(given)
        return reply(201, post, { headers: creationHeaders(post, tagOf) })
      }
      const answer = await createOnce(given, key)
      return answer === 'conflict' ? fail(422, { detail: [reusedKey(key)] }) : answer
    },
    json: ({ body }) => body,
    form: ({ body }) => body,
    raw: ({ body }) => ({ raw_body_length: body.byteLength }),
  }
}

function newPostOf({ title, content, tags, priority }: PostFields, user: SignedIn | null): NewPost {
  return { title, content, tags: tags ?? [], priority: priority ?? null, author_id: user?.id ?? null }
}

function reusedKey(input: string) {
  const msg = 'This key was used for another post; choose a new one'
  return { type: 'idempotency_key_reused', loc: ['header', 'idempotency-key'], msg, input } as const
}

/** The handlers of the other operations on posts. */
export function postHandlers({
  posts,
  tagOf,
}: PostHandlersOptions): Handlers<ReturnType<typeof postRoutes>, SignedIn> {
  /** Why a request may not change the post: it belongs to someone else, or it is not in the required state. */
  const refusalFor = (post: PostRecord, { user, conditions, fail }: ChangeRequest) => {
    // Anyone may change a post without an author.
    if (post.author_id !== null && post.author_id !== user?.id) return fail(user === null ? 401 : 403)
    return conditions.check(tagOf(post))
  }
  return {
    async listPosts({ query, request, reply }) {
      const { shown, headers } = await readPage(posts, query, request.path)
      return reply(200, { posts: shown.map(({ title }) => title) }, { headers })
    },

    async listPostSummaries({ query, request, reply }) {
      const { shown, headers } = await readPage(posts, query, request.path)
      return reply(200, { posts: shown }, { headers })
    },

    async readPost({ params, conditions, fail, reply }) {
      const post = await posts.get(params.post_id)
      if (post === undefined) return fail(404)
      const ETag = tagOf(post)
      return conditions.check(ETag) ?? reply(200, post, { headers: { ETag } })
    },

    async updatePost({ params, conditions, body, user, fail, reply }) {
      const post = await posts.get(params.post_id)
      if (post === undefined) return fail(404)
      const refusal = refusalFor(post, { user, conditions, fail })
      if (refusal !== undefined) return refusal
      const replaced = await posts.replace(params.post_id, replacementOf(body), sameState(conditions, post))
      if (typeof replaced === 'string') return fail(conflicts[replaced])
      return reply(200, replaced, { headers: { ETag: tagOf(replaced) } })
    },

    async deletePost({ params, conditions, user, fail }) {
      const post = await posts.get(params.post_id)
      if (post === undefined) return fail(404)
      const refusal = refusalFor(post, { user, conditions, fail })
      if (refusal !== undefined) return refusal
      const deleted = await posts.delete(params.post_id, sameState(conditions, post))
      return deleted === 'deleted' ? undefined : fail(conflicts[deleted])
    },
  }
}

/** What decides whether a request may change a post. */
interface ChangeRequest {
  readonly user: SignedIn | null
  readonly conditions: Conditions
  readonly fail: (status: 401 | 403) => Reply
}

const conflicts = { missing: 404, changed: 412 } as const

/** The condition of the write in the store, since another request may change the post between the read and the write. */
function sameState(conditions: Conditions, { version }: PostRecord): PostCondition {
  return conditions.namesState() ? { version } : {}
}

function replacementOf({ title, content, tags, priority }: PostFields) {
  return { title, content, ...(tags && { tags }), ...(priority !== undefined && { priority }) }
}
