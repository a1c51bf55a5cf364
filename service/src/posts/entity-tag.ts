import type { PostResponses } from './models.ts'
import type { PostRecord } from './store.ts'

/** Names the stored state of a post in one form of answer: a strong entity tag, opaque to clients (RFC 9110 §8.8.3). */
export type EntityTag = (post: PostRecord) => string

/** Creates the tags of the answers in one form; the time is part of them, for a restored backup counts versions again. */
export function createEntityTag(form: PostResponses): EntityTag {
  const mark = form === 'full' ? 'f' : 's'
  return ({ version, updated_at }) => `"${mark}${version}-${updated_at}"`
}
