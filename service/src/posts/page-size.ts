import type { PostSummary } from './store.ts'

// A body's limit lets one title be as long as this where the rules do not; a thousand such fit in no string.
const mostCharacters = 1_048_576

/** More bytes than the titles of a page have, however they are stored: no UTF-16 unit takes more than seven, and one title may be too long. */
export const mostPageBytes = 2 * 7 * mostCharacters

/** Of posts that are read one after the other, tells of the first whose title is too much for one page; never of the very first. */
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

/** The first of these posts whose titles fit on one page together, 1 Mi characters: at least one, nearly always all. */
export function fittingPosts(posts: readonly PostSummary[]): readonly PostSummary[] {
  const end = posts.findIndex(createPageEnd())
  return end === -1 ? posts : posts.slice(0, end)
}

/** These posts up to the one that is too much for one page, which tells that there is a next. */
export function readPosts(posts: Iterable<PostSummary>): PostSummary[] {
  const read: PostSummary[] = []
  const isBeyond = createPageEnd()
  for (const post of posts) {
    read.push(post)
    if (isBeyond(post)) break
  }
  return read
}
