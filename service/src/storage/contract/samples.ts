import assert from 'node:assert/strict'
import type { IdempotencyScope, KeptAnswer } from '../../posts/idempotency.ts'
import type { CreateOptions, NewPost, PostRecord } from '../../posts/store.ts'
import type { NewSession } from '../../sessions/store.ts'
import type { NewUser, UserRecord } from '../../users/store.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

/** Returns a new post; the given fields replace the default ones. */
export function newPost(fields: Partial<NewPost> = {}): NewPost {
  return { title: 'A title', content: 'Some content', tags: [], priority: null, author_id: null, ...fields }
}

/** Returns a new user of this name; the given fields replace the default ones. */
export function newUser(username: string, fields: Partial<NewUser> = {}): NewUser {
  const email = `${username}@example.org`
  return { username, email, website: null, birth_date: null, age: 36, password: '$x$y', ...fields }
}

/** Returns a new session of a user that `newUser` made. */
export function newSession(user_id: number, token_hash: string, expires_at: string): NewSession {
  return { token_hash, user_id, expires_at, user_agent: 'curl/8', password: newUser('').password }
}

/** The scope of a key for posts of nobody. */
export const scope = { user_id: null, operation: 'createPost', key: 'key' }

/** Makes a creation happen once under this key, with the response of `answerOf`; the given terms replace the default ones. */
export function under(
  one: IdempotencyScope,
  change: Partial<CreateOptions['idempotency']> = {},
): CreateOptions {
  return { idempotency: { ...one, fingerprint: 'print', answer: answerOf, ...change } }
}

/** The response to a creation under a key. */
export function answerOf(post: PostRecord): KeptAnswer {
  return { status: 201, headers: { Location: `/posts/${post.id}` }, body: JSON.stringify(post) }
}

/** Stores a user and returns the record; the names must be free. */
export async function signUp(storage: Storage, user: NewUser): Promise<UserRecord> {
  const created = await storage.users.create(user)
  assert.ok('id' in created, `${user.username} should be free`)
  return created
}

/** Lists the titles of all posts, newest first. */
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

/** Lists the titles of all posts in a database, newest first. */
export async function titlesIn(url: string): Promise<string[]> {
  const storage = await openStorage(url, { now })
  const titles = await listTitles(storage)
  await storage.close()
  return titles
}

const now = () => new Date('2026-01-02T03:04:05.678Z')
