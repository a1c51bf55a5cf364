import type { PostResponses } from './models.ts'
import type { PostRecord } from './store.ts'

/** Names the stored state of a post in one form of response: a strong entity tag, opaque to clients (RFC 9110 §8.8.3). */
export type EntityTag = (post: PostRecord) => string

/** Creates the tags for one form of response. They include the time, since a restored backup counts versions again. */
export function createEntityTag(form: PostResponses): EntityTag {
  const mark = form === 'full' ? 'f' : 's'
  return ({ version, updated_at }) => `"${mark}${version}-${updated_at}"`
}
