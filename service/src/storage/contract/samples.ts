import assert from 'node:assert/strict'
import type { IdempotencyScope, KeptAnswer } from '../../posts/idempotency.ts'
import type { CreateOptions, NewPost, PostRecord } from '../../posts/store.ts'
import type { NewSession } from '../../sessions/store.ts'
import type { NewUser, UserRecord } from '../../users/store.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

/** A new post, with the given fields in place of the ordinary ones. */
export function newPost(fields: Partial<NewPost> = {}): NewPost {
  return { title: 'A title', content: 'Some content', tags: [], priority: null, author_id: null, ...fields }
}

/** A new user of this name, with the given fields in place of the ordinary ones. */
export function newUser(username: string, fields: Partial<NewUser> = {}): NewUser {
  const email = `${username}@example.org`
  return { username, email, website: null, birth_date: null, age: 36, password: '$x$y', ...fields }
}

/** A session of a user that `newUser` made. */
export function newSession(user_id: number, token_hash: string, expires_at: string): NewSession {
  return { token_hash, user_id, expires_at, user_agent: 'curl/8', password: newUser('').password }
}

/** Has a creation happen once under this key, answered with `answerOf`, with the given terms in place of the ordinary ones. */
export function under(
  one: IdempotencyScope,
  change: Partial<CreateOptions['idempotency']> = {},
): CreateOptions {
  return { idempotency: { ...one, fingerprint: 'print', answer: answerOf, ...change } }
}

/** What a creation under a key is answered with. */
export function answerOf(post: PostRecord): KeptAnswer {
  return { status: 201, headers: { Location: `/posts/${post.id}` }, body: JSON.stringify(post) }
}

/** Stores a user and answers the record; the names have to be free. */
export async function signUp(storage: Storage, user: NewUser): Promise<UserRecord> {
  const created = await storage.users.create(user)
  assert.ok('id' in created, `${user.username} should be free`)
  return created
}

/** The titles of all posts, newest first. */
export async function listTitles(storage: Storage): Promise<string[]> {
  return (await storage.posts.list({ limit: 1000 })).posts.map(({ title }) => title)
}

/** Stores posts of these titles one after the other. */
export async function createPosts(storage: Storage, titles: readonly string[]): Promise<PostRecord[]> {
  const records: PostRecord[] = []
  for (const title of titles) records.push(await storage.posts.create(newPost({ title })))
  return records
}

/** Opens a database, stores posts of these titles at once, and closes it. */
export async function storePosts(url: string, titles: readonly string[]): Promise<void> {
  const storage = await openStorage(url, { now })
  await Promise.all(titles.map((title) => storage.posts.create(newPost({ title }))))
  await storage.close()
}

/** The titles of all posts that a database holds, newest first. */
export async function titlesIn(url: string): Promise<string[]> {
  const storage = await openStorage(url, { now })
  const titles = await listTitles(storage)
  await storage.close()
  return titles
}

const now = () => new Date('2026-01-02T03:04:05.678Z')
