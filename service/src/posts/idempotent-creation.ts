import { createHash } from 'node:crypto'
import { type Reply, rawReply } from '@postern/contract'
import { createConverter } from '@postern/model'
import type { EntityTag } from './entity-tag.ts'
import type { KeptAnswer } from './idempotency.ts'
import type { PostModels } from './models.ts'
import type { NewPost, PostRecord, PostStore } from './store.ts'

/** What idempotent creation works with. */
export interface IdempotentCreationOptions {
  readonly posts: PostStore
  readonly tagOf: EntityTag
  readonly PostResponse: PostModels['PostResponse']
}

/**
 * Stores a post once per key and author, together with its response. The same post again gets the first response, with
 * `Idempotent-Replayed: true`; a different post is a `conflict` (draft-ietf-httpapi-idempotency-key-header-07 §2).
 */
export type IdempotentCreation = (post: NewPost, key: string) => Promise<Reply | 'conflict'>

/** Creates idempotent creation over a store. */
export function createIdempotentCreation(options: IdempotentCreationOptions): IdempotentCreation {
  const { write } = createConverter(options.PostResponse)
  const answer = (post: PostRecord): KeptAnswer => {
    const written = write(post)
    if (!written.ok) throw new Error('The post does not fit its response model, so nothing was stored')
    return { status: 201, headers: creationHeaders(post, options.tagOf), body: written.value }
  }
  return async (post, key) => {
    const scope = { user_id: post.author_id, operation: 'createPost', key }
    const idempotency = { ...scope, fingerprint: fingerprintOf(post), answer }
    const outcome = await options.posts.create(post, { idempotency })
    if (outcome.outcome === 'conflict') return 'conflict'
    const { status, headers, body } = outcome.answer
    const replayed = outcome.outcome === 'replayed' && { 'Idempotent-Replayed': 'true' }
    return rawReply(body, {
      status,
      headers: { 'Content-Type': 'application/json', ...headers, ...replayed },
    })
  }
}

/** Returns the headers for a stored post. */
export function creationHeaders(post: PostRecord, tagOf: EntityTag): { Location: string; ETag: string } {
  return { Location: `/posts/${post.id}`, ETag: tagOf(post) }
}

/** Hashes the request as it was understood: whitespace between JSON members makes no difference. */
function fingerprintOf({ title, content, tags, priority }: NewPost): string {
  return createHash('sha256')
    .update(JSON.stringify([title, content, tags, priority]))
    .digest('hex')
}
