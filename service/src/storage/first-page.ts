import type { PostPage } from '../posts/store.ts'

/** Whether it is the first page of the whole list, newest first: the most requested one, often by many at once. */
export function isFirstPage({ after, author_id, sort = 'newest' }: PostPage): boolean {
  return after === undefined && author_id === undefined && sort === 'newest'
}
