import { once } from 'node:events'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'
import { newPost, newUser, under } from './samples.ts'

// Run as a separate program beside others like it. Opens the database named by its first argument and reports that; on
// a message, does the same work as the others at the same time and sends the result as its last message.
const storage = await openStorage(process.argv[2] ?? '', { now: () => new Date() })
process.send?.('open')
const [work] = await once(process, 'message')
await count(storage, work)
process.send?.({ signedUp: await signUp(storage), created: await create(storage) })
await storage.close()
process.disconnect()

/** The work that the rivals receive. */
export type RivalWork = { readonly post: number; readonly times: number }

/** What a rival reports about its work. */
export type RivalResult = {
  readonly signedUp: string[]
  readonly created: string[]
}

/** Increments the number in a post's title this many times, each time only if no one else changed it meanwhile. */
async function count({ posts }: Storage, { post, times }: RivalWork): Promise<void> {
  let counted = 0
  while (counted < times) {
    const current = await posts.get(post)
    if (!current) throw new Error(`Post ${post} is gone`)
    const title = String(Number(current.title) + 1)
    const replaced = await posts.replace(post, { title, content: '' }, { version: current.version })
    if (replaced !== 'changed') counted += 1
  }
}

async function signUp({ users }: Storage): Promise<string[]> {
  const names = Array.from({ length: 20 }, (_, index) => `rival${index}`)
  const answers = await Promise.all(names.map((name) => users.create(newUser(name))))
  return names.filter((_, index) => 'id' in (answers[index] ?? {}))
}

async function create({ posts }: Storage): Promise<string[]> {
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
  const answers = await Promise.all(
    keys.map((key) =>
      posts.create(
        newPost({ title: key }),
        under({ user_id: null, operation: 'createPost', key }, { fingerprint: key }),
      ),
    ),
  )
  return keys.filter((_, index) => answers[index]?.outcome === 'created')
}
