import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

// Run as a program of its own, to be killed: writes without end to the database of its first argument
// and prints one line, the post's id and how far it came, for every write that was acknowledged.
const storage = await openStorage(process.argv[2] ?? '', { now: () => new Date() })
await Promise.all(Array.from({ length: 16 }, () => writeOn(storage)))

async function writeOn({ posts }: Storage): Promise<void> {
  for (;;) {
    const { id } = await posts.create({
      title: 'created',
      content: 'created'.repeat(100),
      tags: ['crash'],
      priority: 1,
      author_id: null,
    })
    await acknowledge(id, 1)
    await posts.replace(id, { title: 'replaced', content: 'replaced'.repeat(100) })
    await acknowledge(id, 2)
    if (id % 2) continue
    await posts.delete(id)
    await acknowledge(id, 3)
  }
}

// A line still in this process would die with it, and the next write would look like a loss.
function acknowledge(id: number, stage: number): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${id} ${stage}\n`, () => resolve()))
}
