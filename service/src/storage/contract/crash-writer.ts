import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

// Run as a separate program, to be killed. Keeps writing to the database named by its first argument, and for every
// acknowledged write prints one line: the id of the post and its stage.
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

// A line that is still in this process would be lost with it, and the next write would look lost.
function acknowledge(id: number, stage: number): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${id} ${stage}\n`, () => resolve()))
}
