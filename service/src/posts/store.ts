import type { IdempotencyUse, KeptAnswer } from './idempotency.ts'

/** A post as it is stored. Times are ISO 8601 UTC text; `version` starts at 1 and grows with every replacement. */
export type PostRecord = {
  readonly id: number
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  readonly priority: number | null
  readonly author_id: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

/** What a list shows of a post: enough for its line and for the start of the next page, never the content. */
export type PostSummary = Pick<PostRecord, 'id' | 'title' | 'author_id' | 'created_at'>

/** The data of a new post; the store adds id, times and version. */
export type NewPost = Pick<PostRecord, 'title' | 'content' | 'tags' | 'priority' | 'author_id'>

/** Makes a creation happen once: `answer` returns the response for the key, which is stored and sent again. */
export type CreateOptions = {
  readonly idempotency: IdempotencyUse & { readonly answer: (post: PostRecord) => KeptAnswer }
}

/** The outcome of a creation under a key: done now, done before, or refused since the key belongs to another request. */
export type CreateOutcome =
  | { readonly outcome: 'created'; readonly post: PostRecord; readonly answer: KeptAnswer }
  | { readonly outcome: 'replayed'; readonly answer: KeptAnswer }
  | { readonly outcome: 'conflict' }

/** The data of a replacement; tags and priority stay unchanged when they are omitted. */
export type PostReplacement = Pick<PostRecord, 'title' | 'content'> &
  Partial<Pick<PostRecord, 'tags' | 'priority'>>

/** Requires that the stored post still has this version; an empty condition always holds. */
export type PostCondition = { readonly version?: number }

/** Which posts come first in a list. */
export const postSorts = ['newest', 'oldest'] as const
export type PostSort = (typeof postSorts)[number]

/**
 * Which page of the list: at most `limit` posts after the given place, or from the start. The page ends after the first
 * post whose title does not fit on one page, since long titles would fill the memory.
 */
export type PostPage = {
  readonly limit: number
  readonly after?: Pick<PostRecord, 'created_at' | 'id'>
  /** Only posts of this user. Default: of all users. */
  readonly author_id?: number
  /** Default `newest`. */
  readonly sort?: PostSort
}

/** A page of the list, and how many posts are stored, by all authors. */
export type PostList = { readonly posts: readonly PostSummary[]; readonly total: number }

/** Stores posts (spec §2.2). The result of an operation is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface PostStore {
  /** Stores a new post and returns it. */
  create(post: NewPost): Promise<PostRecord>

  /** Stores a new post together with its key, unless the key was used: of several concurrent calls, one stores. */
  create(post: NewPost, options: CreateOptions): Promise<CreateOutcome>

  /** Returns the post, or undefined when there is none. */
  get(id: number): Promise<PostRecord | undefined>

  /** Replaces the post: `updated_at` becomes strictly later, `created_at` stays, `version` grows by one. */
  replace(
    id: number,
    post: PostReplacement,
    condition?: PostCondition,
  ): Promise<PostRecord | 'missing' | 'changed'>

  /** Deletes the post for good. */
  delete(id: number, condition?: PostCondition): Promise<'deleted' | 'missing' | 'changed'>

  /** Lists posts by `created_at`, then `id`, so that pages neither skip nor repeat. */
  list(page: PostPage): Promise<PostList>
}
