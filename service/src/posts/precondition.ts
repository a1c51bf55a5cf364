import type { PostResponses } from './models.ts'
import type { PostRecord } from './store.ts'

/** Names the stored state of a post in one form of answer: a strong entity tag, opaque to clients (RFC 9110 §8.8.3). */
export type EntityTag = (post: PostRecord) => string

/** What a request makes its method depend on, line by line as the headers were sent; none where there are none. */
export interface Conditions {
  readonly if_match: readonly string[]
  readonly if_none_match: readonly string[]
}

/** Whether PUT and DELETE of a post need If-Match, by its name in `POST_IF_MATCH`; without it whoever comes last wins. */
export const ifMatchChoices = ['optional', 'required'] as const
export type IfMatch = (typeof ifMatchChoices)[number]

/** Creates the tags of the answers in one form; the time is part of them, for a restored backup counts versions again. */
export function createEntityTag(form: PostResponses): EntityTag {
  const mark = form === 'full' ? 'f' : 's'
  return ({ version, updated_at }) => `"${mark}${version}-${updated_at}"`
}

/**
 * Holds the conditions to the current tag (RFC 9110 §13.2.2): `failed` where If-Match does not name it,
 * `unchanged` where If-None-Match does, else `holds`. A list in no known form names nothing.
 */
export function checkConditions(
  { if_match, if_none_match }: Conditions,
  current: string,
): 'holds' | 'failed' | 'unchanged' {
  if (if_match.length > 0 && !names(if_match, current)) return 'failed'
  // If-None-Match compares weakly: the mark of a weak tag does not count (RFC 9110 §8.8.3.2).
  if (if_none_match.length > 0 && names(if_none_match, current, `W/${current}`)) return 'unchanged'
  return 'holds'
}

/** Whether a list names one of these very tags, or any with `*`. */
function names(lines: readonly string[], ...sought: readonly string[]): boolean {
  const list = lines.join(',').trim()
  if (list === '*') return true
  const tags: readonly string[] = isTagList.test(list) ? (list.match(tagInList) ?? []) : []
  return tags.some((tag) => sought.includes(tag))
}

const tagInList = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
const isTagList = /^[\t ,]*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"[\t ]*(?:,[\t ,]*|$))*$/
