import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Storage } from '../storage.ts'
import { openSqlite } from './open.ts'
import { inFolder } from './test-folder.ts'

const now = () => new Date('2026-01-02T03:04:05.678Z')
const rest = { content: 'Written by somebody.', tags: [], priority: null, author_id: null }
const create = ({ posts }: Storage, title: string) => posts.create({ ...rest, title })
const titles = async ({ posts }: Storage, limit = 10) =>
  (await posts.list({ limit })).posts.map((one) => one.title)

/** Uses a second connection as a second process: each has its own pages in memory. */
function withTwo(test: (one: Storage, other: Storage) => Promise<void>): () => Promise<void> {
  return inFolder(async (folder) => {
    const one = await openSqlite(join(folder, 'x.db'), { now })
    const other = await openSqlite(join(folder, 'x.db'), { now })
    await test(one, other)
    await Promise.all([one.close(), other.close()])
  })
}

it(
  'a list that was read before shows every commit since, its own and those of others',
  withTwo(async (one, other) => {
    const assertTitles = async (...expected: string[]) =>
      assert.deepEqual([await titles(one), await titles(other)], [expected, expected])
    const { id } = await create(one, 'a')
    await assertTitles('a')
    await create(one, 'b')
    await assertTitles('b', 'a')
    await other.posts.replace(id, { title: 'c', content: rest.content })
    await assertTitles('b', 'c')
    await one.posts.delete(id)
    await assertTitles('b')
  }),
)

it(
  'a list of another length, or with titles too long to keep, is read again',
  withTwo(async (one) => {
    await create(one, 'a')
    await create(one, 'b')
    assert.deepEqual(
      [await titles(one, 2), await titles(one, 1), await titles(one, 2)],
      [['b', 'a'], ['b'], ['b', 'a']],
    )
    const long = 'x'.repeat(100_000)
    await create(one, long)
    assert.deepEqual(
      [await titles(one), await titles(one)],
      [
        [long, 'b', 'a'],
        [long, 'b', 'a'],
      ],
    )
  }),
)

it('a list in memory shows every write', async () => {
  const storage = await openSqlite(':memory:', { now })
  await create(storage, 'a')
  assert.deepEqual(await titles(storage), ['a'])
  await create(storage, 'b')
  assert.deepEqual(await titles(storage), ['b', 'a'])
  await storage.close()
})
