import type { PostPage } from '../posts/store.ts'

/** Whether it is the beginning of the whole list, newest first: what most ask for, and often together. */
export function isFirstPage({ after, author_id, sort = 'newest' }: PostPage): boolean {
  return after === undefined && author_id === undefined && sort === 'newest'
}
