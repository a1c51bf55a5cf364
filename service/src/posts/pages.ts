import { type PagePlace, parseCursor, serializeCursor } from './cursor.ts'
import { foldText } from './folded-text.ts'
import { fittingPosts } from './page-size.ts'
import type { PostPage, PostSort, PostStore, PostSummary } from './store.ts'

/** The client's parameters for a page. */
export interface PageQuery {
  readonly limit: number
  readonly cursor: string | null
  /** Words that a title must all contain; empty for no filter. */
  readonly q: string
  readonly author_id: number | null
  readonly sort: PostSort
}

/** A page as the response shows it. */
export interface Page {
  readonly shown: readonly PostSummary[]
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the page that a client requests; `path` is the path of the list. */
export async function readPage(posts: PostStore, query: PageQuery, path: string): Promise<Page> {
  const { limit, cursor, q, author_id, sort } = query
  const after = cursor === null ? undefined : parseCursor(cursor)
  // One more than is shown, to know whether there is a next page.
  const wanted = { limit: limit + 1, sort, ...(after && { after }), ...(author_id !== null && { author_id }) }
  const { found, end, total } = q === '' ? await list(posts, wanted) : await search(posts, wanted, q)
  const shown = fittingPosts(found.slice(0, limit))
  const last = found.length > shown.length ? shown.at(-1) : end
  const isNarrowed = q !== '' || author_id !== null
  const headers = {
    ...(!isNarrowed && { 'X-Total-Count': String(total) }),
    ...(last && { Link: `<${path}?${nextPage(query, last)}>; rel="next"` }),
  }
  return { shown, headers }
}

interface Found {
  readonly found: readonly PostSummary[]
  /** Where the next page starts, if not after the last post found. */
  readonly end?: PagePlace | undefined
  readonly total: number
}

async function list(posts: PostStore, page: PostPage): Promise<Found> {
  const { posts: found, total } = await posts.list(page)
  return { found, total }
}

/** The maximum number of posts that one search reads, so that a search costs no more among millions. */
export const mostSearched = 5000
const searchedAtOnce = 1000

/** Searches the titles page by page until enough contain all of the words. */
async function search(posts: PostStore, page: PostPage, q: string): Promise<Found> {
  const words = foldText(q).split(/\s+/)
  const found: PostSummary[] = []
  let { after } = page
  for (let searched = 0; ; ) {
    const { posts: some, total } = await posts.list({
      ...page,
      limit: searchedAtOnce,
      ...(after && { after }),
    })
    found.push(...some.filter(({ title }) => hasWords(foldText(title), words)))
    searched += some.length
    // A page is short at the end of the list, or where titles are so long that searching one such page is enough.
    const isShort = some.length < searchedAtOnce
    if (isShort && fittingPosts(some).length === some.length) return { found, total }
    after = some.at(-1)
    if (isShort || found.length >= page.limit || searched >= mostSearched) return { found, total, end: after }
  }
}

function hasWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word))
}

function nextPage({ limit, q, author_id, sort }: PageQuery, place: PagePlace): string {
  return new URLSearchParams({
    limit: String(limit),
    ...(q !== '' && { q }),
    ...(author_id !== null && { author_id: String(author_id) }),
    ...(sort !== 'newest' && { sort }),
    cursor: serializeCursor(place),
  }).toString()
}
