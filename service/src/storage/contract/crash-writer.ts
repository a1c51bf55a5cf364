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
    acknowledge(id, 1)
    await posts.replace(id, { title: 'replaced', content: 'replaced'.repeat(100) })
    acknowledge(id, 2)
    if (id % 2) continue
    await posts.delete(id)
    acknowledge(id, 3)
  }
}

function acknowledge(id: number, stage: number): void {
  process.stdout.write(`${id} ${stage}\n`)
}
