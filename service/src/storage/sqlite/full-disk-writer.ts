import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newPost } from '../contract/samples.ts'
import { StorageUnavailable } from '../errors.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

// Run as a separate program on a small disk. Writes into the folder of its first argument until nothing more fits,
// makes room again where it can, and prints as JSON what was acknowledged and how writes were refused.
const folder = process.argv[2] ?? '.'
const canMakeRoom = process.argv[3] === 'makes-room'
const ballast = join(folder, 'ballast')
if (canMakeRoom) writeFileSync(ballast, Buffer.alloc(2 ** 19))
const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, { now: () => new Date() })
const before = await fill(storage)
const checks = await countChecks(storage)
const readable = (await Promise.all(before.ids.map((id) => storage.posts.get(id)))).every((post) => post)
if (canMakeRoom) rmSync(ballast)
const after = canMakeRoom ? await create(storage, 1000) : undefined
await storage.close()
const kept = canMakeRoom ? await countPosts() : undefined
process.stdout.write(JSON.stringify({ ...before, checks, readable, after, kept }))

/** What the program reports. */
export type FullDiskResult = {
  readonly ids: readonly number[]
  readonly reason: string
  /** How often the full database passed the check for writes: the last free bytes hold a few. */
  readonly checks: number
  /** Whether everything acknowledged could be read while nothing could be written. */
  readonly readable: boolean
  /** The id of a post that was stored after room had been made. */
  readonly after?: number
  /** How many posts there were after opening again. */
  readonly kept?: number
}

async function fill(storage: Storage): Promise<Pick<FullDiskResult, 'ids' | 'reason'>> {
  const ids: number[] = []
  for (;;) {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create(storage, 10_000)))
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') ids.push(outcome.value)
      else if (outcome.reason instanceof StorageUnavailable) return { ids, reason: outcome.reason.message }
      else throw outcome.reason
    }
  }
}

async function countChecks(storage: Storage): Promise<number> {
  let checks = 0
  try {
    for (; checks < 100; checks += 1) await storage.check()
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
  }
  return checks
}

async function create({ posts }: Storage, length: number): Promise<number> {
  const { id } = await posts.create(newPost({ content: 'x'.repeat(length) }))
  return id
}

async function countPosts(): Promise<number> {
  const again = await openStorage(`sqlite:${join(folder, 'x.db')}`, { now: () => new Date() })
  const { posts, total } = await again.posts.list({ limit: 10_000 })
  await again.close()
  if (total !== posts.length) throw new Error(`${posts.length} posts are counted as ${total}`)
  return total
}
