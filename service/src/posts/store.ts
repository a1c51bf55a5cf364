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

/** What a list shows of a post: enough for its line and for the place of the next page, never the content. */
export type PostSummary = Pick<PostRecord, 'id' | 'title' | 'author_id' | 'created_at'>

/** What a new post is made of; the store adds id, times and version. */
export type NewPost = Pick<PostRecord, 'title' | 'content' | 'tags' | 'priority' | 'author_id'>

/** Makes a creation happen once: `answer` says what the key is to be answered with, now and again. */
export type CreateOptions = {
  readonly idempotency: IdempotencyUse & { readonly answer: (post: PostRecord) => KeptAnswer }
}

/** What came of a creation under a key: done now, done before, or refused since the key stands for another request. */
export type CreateOutcome =
  | { readonly outcome: 'created'; readonly post: PostRecord; readonly answer: KeptAnswer }
  | { readonly outcome: 'replayed'; readonly answer: KeptAnswer }
  | { readonly outcome: 'conflict' }

/** What a replacement writes; tags and priority stay as they are when they are not given. */
export type PostReplacement = Pick<PostRecord, 'title' | 'content'> &
  Partial<Pick<PostRecord, 'tags' | 'priority'>>

/** Asks that the stored post still has this version; an empty condition always holds. */
export type PostCondition = { readonly version?: number }

/** Which posts of a list come first. */
export const postSorts = ['newest', 'oldest'] as const
export type PostSort = (typeof postSorts)[number]

/**
 * Which page of the list: at most `limit` posts that come after the given place, or the first. None comes behind the one whose
 * title is too much for one page, as long ones would fill the memory.
 */
export type PostPage = {
  readonly limit: number
  readonly after?: Pick<PostRecord, 'created_at' | 'id'>
  /** Of this user alone. Default: of everybody. */
  readonly author_id?: number
  /** Default `newest`. */
  readonly sort?: PostSort
}

/** A page of the list, and how many posts are stored, whoever their authors are. */
export type PostList = { readonly posts: readonly PostSummary[]; readonly total: number }

/** Keeps posts (spec §2.2). What an operation answers is durable; `StorageUnavailable` is thrown when it cannot be. */
export interface PostStore {
  /** Stores a new post and answers it. */
  create(post: NewPost): Promise<PostRecord>

  /** Stores a new post and its key together, unless the key was used: of several at once, one stores. */
  create(post: NewPost, options: CreateOptions): Promise<CreateOutcome>

  /** Answers the post, or undefined when there is none. */
  get(id: number): Promise<PostRecord | undefined>

  /** Writes over the post: `updated_at` becomes strictly later, `created_at` stays, `version` grows by one. */
  replace(
    id: number,
    post: PostReplacement,
    condition?: PostCondition,
  ): Promise<PostRecord | 'missing' | 'changed'>

  /** Removes the post for good. */
  delete(id: number, condition?: PostCondition): Promise<'deleted' | 'missing' | 'changed'>

  /** Lists posts by `created_at`, then `id`, so that pages neither skip nor repeat. */
  list(page: PostPage): Promise<PostList>
}
