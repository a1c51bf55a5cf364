import type { PostPage } from './store.ts'

/** The last post of a page, after which the next page starts. */
export type PagePlace = NonNullable<PostPage['after']>

/** Creates the opaque string with which a client requests the page after this post. */
export function serializeCursor({ created_at, id }: PagePlace): string {
  // Base64 writes no + and no / for these characters, so a URL can contain it as it is.
  return btoa(`${created_at} ${id}`).replaceAll('=', '')
}

/** Returns the place that a cursor stands for; undefined for a string that {@link serializeCursor} cannot have written. */
export function parseCursor(cursor: string): PagePlace | undefined {
  const [, created_at = '', digits = ''] = /^([1-9]\d{3}-\S{19}) ([1-9]\d{0,15})$/.exec(decoded(cursor)) ?? []
  const place = { created_at, id: Number(digits) }
  if (!isTimestamp(created_at) || !Number.isSafeInteger(place.id)) return undefined
  return serializeCursor(place) === cursor ? place : undefined
}

function decoded(cursor: string): string {
  try {
    return atob(cursor)
  } catch {
    return ''
  }
}

function isTimestamp(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
