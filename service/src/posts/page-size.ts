import type { PostSummary } from './store.ts'

// Where the rules set no limit, the body limit allows a title this long; a thousand of these exceed the longest string.
const mostCharacters = 1_048_576

/** More bytes than the titles of a page take, however stored: at most seven per UTF-16 unit, and one title may be too long. */
export const mostPageBytes = 2 * 7 * mostCharacters

/**
 * Returns a test to call with each post in order: true for a post whose title no longer fits on the page, never for the
 * first post.
 */
function createPageEnd(): (post: PostSummary) => boolean {
  let characters = 0
  let isFirst = true
  return ({ title }) => {
    characters += title.length
    const isBeyond = !isFirst && characters > mostCharacters
    isFirst = false
    return isBeyond
  }
}

/** Returns the leading posts whose titles fit on one page together, 1 Mi characters: at least one, nearly always all. */
export function fittingPosts(posts: readonly PostSummary[]): readonly PostSummary[] {
  const end = posts.findIndex(createPageEnd())
  return end === -1 ? posts : posts.slice(0, end)
}

/** Returns the posts up to and including the first that does not fit on one page, which shows that there is a next page. */
export function readPosts(posts: Iterable<PostSummary>): PostSummary[] {
  const read: PostSummary[] = []
  const isBeyond = createPageEnd()
  for (const post of posts) {
    read.push(post)
    if (isBeyond(post)) break
  }
  return read
}
