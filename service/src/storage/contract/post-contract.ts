import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type DatabaseUnderTest, onNewDatabase, start, type Trial, withSecond } from './harness.ts'
import { createPosts, listTitles, newPost, newUser, signUp } from './samples.ts'

/** The contract of every `PostStore`: creating, reading and listing. */
export function describePostReading(database: DatabaseUnderTest): void {
  describe('posts: creating and reading', () => {
    it('§2.2 a created post has an id and its times, and is read back as it was returned', () =>
      onNewDatabase(database, async ({ storage }) => {
        const { id: author_id } = await signUp(storage, newUser('ada'))
        const post = newPost({ tags: ['b', 'a', 'a'], priority: 3, author_id })
        const created = await storage.posts.create(post)
        const { id } = created
        assert.ok(Number.isSafeInteger(id) && id > 0)
        assert.deepEqual(created, { id, ...post, created_at: start, updated_at: start, version: 1 })
        assert.deepEqual(await storage.posts.get(id), created)
      }))

    it('there is no post where none was created', () =>
      onNewDatabase(database, async ({ storage }) => {
        for (const id of [-1, 0, 1, Number.MAX_SAFE_INTEGER])
          assert.equal(await storage.posts.get(id), undefined)
      }))

    it('posts that are created at once get different ids, and each id its own post', () =>
      onNewDatabase(database, async ({ storage }) => {
        const titles = Array.from({ length: 600 }, (_, index) => `Title ${index}`)
        const created = await Promise.all(titles.map((title) => storage.posts.create(newPost({ title }))))
        assert.equal(new Set(created.map(({ id }) => id)).size, 600)
        const read = await Promise.all(created.map(({ id }) => storage.posts.get(id)))
        assert.deepEqual(
          read.map((post) => post?.title),
          titles,
        )
      }))

    it('a post of a user that does not exist fails, and others created at the same time do not', () =>
      onNewDatabase(database, async ({ storage }) => {
        const [, refused] = await Promise.allSettled([
          storage.posts.create(newPost({ title: 'Before' })),
          storage.posts.create(newPost({ title: 'Refused', author_id: 99 })),
          storage.posts.create(newPost({ title: 'After' })),
        ])
        assert.equal(refused?.status, 'rejected')
        assert.deepEqual((await listTitles(storage)).sort(), ['After', 'Before'])
      }))

    it('what one process stored, another reads', () =>
      onNewDatabase(database, (trial) =>
        withSecond(trial, async (second) => {
          const created = await trial.storage.posts.create(newPost())
          assert.deepEqual(await second.posts.get(created.id), created)
        }),
      ))
  })
}

/** The contract of every `PostStore`: replacing. */
export function describePostReplacing(database: DatabaseUnderTest): void {
  describe('posts: replacing', () => {
    it('§4.1 updated_at always becomes later, though the clock stands still or goes back; created_at stays', () =>
      onNewDatabase(database, async ({ storage, clock }) => {
        const created = await storage.posts.create(newPost())
        const expected = { ...created, title: 'New', content: 'Newer content' }
        const change = { title: 'New', content: 'Newer content' }
        const times: readonly [now: string, updated: string][] = [
          [start, '2026-01-02T03:04:05.679Z'],
          ['1999-01-01T00:00:00.000Z', '2026-01-02T03:04:05.680Z'],
          ['2026-03-01T00:00:00.999Z', '2026-03-01T00:00:00.999Z'],
        ]
        for (const [index, [now, updated_at]] of times.entries()) {
          clock.set(now)
          const replaced = await storage.posts.replace(created.id, change)
          assert.deepEqual(replaced, { ...expected, updated_at, version: index + 2 })
          assert.deepEqual(await storage.posts.get(created.id), replaced)
        }
      }))

    it('tags and priority stay unless they are given', () =>
      onNewDatabase(database, async ({ storage }) => {
        const created = await storage.posts.create(newPost({ tags: ['kept'], priority: 2 }))
        const { id } = created
        const text = { title: 'T', content: 'C' }
        for (const [given, tags, priority] of [
          [{}, ['kept'], 2],
          [{ tags: ['b', 'a'], priority: 0 }, ['b', 'a'], 0],
          [{ tags: [], priority: null }, [], null],
        ] as const) {
          const replaced = await storage.posts.replace(id, { ...text, ...given })
          assert.ok(typeof replaced === 'object')
          const { updated_at, version } = replaced
          assert.deepEqual(replaced, { ...created, ...text, tags, priority, updated_at, version })
          assert.deepEqual(await storage.posts.get(id), replaced)
        }
      }))

    it('a post that is not there is reported as missing, one of another version as changed, and nothing is written', () =>
      onNewDatabase(database, async ({ storage }) => {
        const created = await storage.posts.create(newPost())
        const change = { title: 'T', content: 'C' }
        assert.equal(await storage.posts.replace(created.id + 1, change), 'missing')
        assert.equal(await storage.posts.replace(created.id, change, { version: 2 }), 'changed')
        assert.deepEqual(await storage.posts.get(created.id), created)
        assert.partialDeepStrictEqual(await storage.posts.replace(created.id, change, { version: 1 }), change)
      }))

    it('replacing and deleting change no other post', () => onNewDatabase(database, leaveOthers))
  })
}

async function leaveOthers({ storage }: Trial): Promise<void> {
  const [, { id } = { id: 0 }] = await createPosts(storage, ['First', 'Second', 'Third'])
  await storage.posts.replace(id, { title: 'Changed', content: '' })
  assert.deepEqual(await listTitles(storage), ['Third', 'Changed', 'First'])
  await storage.posts.delete(id)
  assert.deepEqual(await listTitles(storage), ['Third', 'First'])
}

/** The contract of every `PostStore`: concurrent writers of one post. */
export function describePostConflicts(database: DatabaseUnderTest): void {
  describe('posts: several writers at once', () => {
    it('of several replacements of one version exactly one wins, across processes', () =>
      onNewDatabase(database, (trial) =>
        withSecond(trial, async (second) => {
          const { id } = await trial.storage.posts.create(newPost())
          const answers = await Promise.all(
            Array.from({ length: 10 }, (_, index) =>
              [trial.storage, second][index % 2]?.posts.replace(
                id,
                { title: `Writer ${index}`, content: '' },
                { version: 1 },
              ),
            ),
          )
          const [winner, ...others] = answers.filter((answer) => answer !== 'changed')
          assert.deepEqual(others, [])
          assert.deepEqual(await trial.storage.posts.get(id), winner)
        }),
      ))

    it('no replacement without a condition is lost, across processes', () =>
      onNewDatabase(database, (trial) =>
        withSecond(trial, async (second) => {
          const { id } = await trial.storage.posts.create(newPost())
          const change = { title: 'T', content: 'C' }
          await Promise.all(
            Array.from({ length: 20 }, (_, index) =>
              [trial.storage, second][index % 2]?.posts.replace(id, change),
            ),
          )
          assert.partialDeepStrictEqual(await second.posts.get(id), {
            version: 21,
            updated_at: '2026-01-02T03:04:05.698Z',
          })
        }),
      ))

    it('a deleted post is gone for good and its id is never used again', () =>
      onNewDatabase(database, async ({ storage }) => {
        const [, { id } = { id: 0 }] = await createPosts(storage, ['First', 'Last'])
        await storage.posts.replace(id, newPost())
        for (const version of [1, 3]) assert.equal(await storage.posts.delete(id, { version }), 'changed')
        assert.equal(await storage.posts.delete(id, { version: 2 }), 'deleted')
        assert.equal(await storage.posts.delete(id), 'missing')
        assert.equal(await storage.posts.get(id), undefined)
        assert.deepEqual(await listTitles(storage), ['First'])
        assert.ok((await storage.posts.create(newPost())).id > id)
      }))
  })
}
