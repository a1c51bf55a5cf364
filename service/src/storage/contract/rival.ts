import { once } from 'node:events'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'
import { newPost, newUser, under } from './samples.ts'

// Run as a program of its own beside others like it: opens the database of its first argument, says so, and when it is
// told to go, does what the others do at the same time; what came of it is told as the last message.
const storage = await openStorage(process.argv[2] ?? '', { now: () => new Date() })
process.send?.('open')
const [work] = await once(process, 'message')
await count(storage, work)
process.send?.({ signedUp: await signUp(storage), created: await create(storage) })
await storage.close()
process.disconnect()

/** What the rivals are told. */
export type RivalWork = { readonly post: number; readonly times: number }

/** What a rival tells of its work. */
export type RivalResult = {
  readonly signedUp: string[]
  readonly created: string[]
}

/** Adds one to the number in a post's title so many times, each time only if nobody else changed it meanwhile. */
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
