import type { PostSummary } from './store.ts'

// A body's limit lets one title be as long as this where the rules do not; a thousand such fit in no string.
const mostCharacters = 1_048_576

/** The first of these posts whose titles fit on one page together, 1 Mi characters: at least one, nearly always all. */
export function fittingPosts(posts: readonly PostSummary[]): readonly PostSummary[] {
  let characters = 0
  const end = posts.findIndex(({ title }, at) => {
    characters += title.length
    return at > 0 && characters > mostCharacters
  })
  return end === -1 ? posts : posts.slice(0, end)
}
