import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type PostPage, type PostSort, type PostSummary, postSorts } from '../../posts/store.ts'
import type { Storage } from '../storage.ts'
import { type DatabaseUnderTest, onNewDatabase, type SetClock } from './harness.ts'
import { createPosts, listTitles, newPost, newUser, signUp } from './samples.ts'

/** The contract of every `PostStore`: the order of the list and its pages. */
export function describePostPages(database: DatabaseUnderTest): void {
  describe('posts: the list', () => {
    it('is newest first, and the later id first at the same time', () =>
      onNewDatabase(database, async ({ storage, clock }) => {
        clock.set('2026-01-01T00:00:00.002Z')
        await createPosts(storage, ['Second', 'Third'])
        clock.set('2026-01-01T00:00:00.001Z')
        await createPosts(storage, ['First'])
        clock.set('2026-01-01T00:00:00.010Z')
        await createPosts(storage, ['Fourth'])
        assert.deepEqual(await listTitles(storage), ['Fourth', 'Third', 'Second', 'First'])
      }))

    it('shows id, title, author and time, at most as many posts as the limit, after the given place', () =>
      onNewDatabase(database, async ({ storage }) => {
        const { id: author_id } = await signUp(storage, newUser('ada'))
        const first = await storage.posts.create(newPost())
        const { id, title, created_at } = await storage.posts.create(newPost({ author_id }))
        const third = await storage.posts.create(newPost())
        const page = { posts: [{ id, title, author_id, created_at }], total: 3 }
        assert.deepEqual(await storage.posts.list({ limit: 1, after: third }), page)
        assert.deepEqual(await storage.posts.list({ limit: 5, after: first }), { posts: [], total: 3 })
        assert.equal((await storage.posts.list({ limit: 2 })).posts.length, 2)
      }))

    it('its first pages, requested together, each have their own length', () =>
      onNewDatabase(database, async ({ storage }) => {
        await createPosts(storage, ['One', 'Two', 'Three'])
        const pages = await Promise.all([1, 3, 2, 9].map((limit) => storage.posts.list({ limit })))
        assert.deepEqual(
          pages.map(({ posts }) => posts.map(({ title }) => title)),
          [['Three'], ['Three', 'Two', 'One'], ['Three', 'Two'], ['Three', 'Two', 'One']],
        )
      }))

    it('its pages skip and repeat nothing while posts are added, whatever the clock does', () =>
      onNewDatabase(database, async ({ storage, clock }) => {
        const { id } = await signUp(storage, newUser('ada'))
        const walk = fc.asyncProperty(pagePlans(id), (plan) => walkPages(storage, clock, plan))
        await fc.assert(walk, { numRuns: 40 })
      }))
  })
}

/** Filtering and sorting of a list. */
export function describeNarrowedPosts(database: DatabaseUnderTest): void {
  it('a list can be limited to one author, newest or oldest first, and has the total number of all posts', () =>
    onNewDatabase(database, async ({ storage }) => {
      const { id: ada } = await signUp(storage, newUser('ada'))
      const { id: bob } = await signUp(storage, newUser('bob'))
      for (const author_id of [ada, bob, null, ada, ada]) await storage.posts.create(newPost({ author_id }))
      const list = async (page: PostPage) => {
        const { posts, total } = await storage.posts.list(page)
        assert.equal(total, 5)
        return posts
      }
      const ids = async (page: PostPage) => (await list(page)).map(({ id }) => id)
      assert.deepEqual(await ids({ limit: 9, author_id: ada }), [5, 4, 1])
      assert.deepEqual(await ids({ limit: 2, author_id: ada, sort: 'oldest' }), [1, 4])
      const [, fourth] = await list({ limit: 9, author_id: ada })
      assert.ok(fourth)
      assert.deepEqual(await ids({ limit: 9, author_id: ada, after: fourth }), [1])
      assert.deepEqual(await ids({ limit: 9, author_id: ada, after: fourth, sort: 'oldest' }), [5])
      assert.deepEqual(await ids({ limit: 9, author_id: bob }), [2])
      assert.deepEqual(await ids({ limit: 9, author_id: 9007199254740991 }), [])
      assert.deepEqual(await ids({ limit: 3, sort: 'oldest' }), [1, 2, 3])
      assert.deepEqual(await ids({ limit: 3, sort: 'newest' }), [5, 4, 3])
    }))
}

/** What a page holds of long titles, where the rules allow them. */
export function describeLongTitles(database: DatabaseUnderTest): void {
  it('a page ends with the post whose title is too much for it, and the next page continues after it', () =>
    onNewDatabase(database, async ({ storage }) => {
      const long = 'x'.repeat(600_000)
      const longest = '\0'.repeat(1_100_000)
      await createPosts(storage, ['Last', longest, long, long, long, 'First'])
      for (const limit of [10, 100]) {
        const { posts: first } = await storage.posts.list({ limit })
        const lengths = (posts: readonly PostSummary[]) => posts.map(({ title }) => title.length)
        assert.deepEqual(lengths(first), [5, 600_000, 600_000])
        const [, one] = first
        assert.ok(one)
        const { posts: second } = await storage.posts.list({ limit, after: one })
        assert.deepEqual(lengths(second), [600_000, 600_000])
        const { posts: third } = await storage.posts.list({ limit, after: second[1] ?? one })
        assert.deepEqual(lengths(third), [1_100_000, 4])
      }
    }))

  it('a page has as many characters of titles as it may, and one post more', () =>
    onNewDatabase(database, async ({ storage }) => {
      const half = 'x'.repeat(524_288)
      await createPosts(storage, ['Further behind', 'Behind', half, half])
      assert.deepEqual(await listTitles(storage), [half, half, 'Behind'])
    }))

  it('what is read after such a page is right for posts that are created and deleted', () =>
    onNewDatabase(database, async ({ storage: { posts } }) => {
      const long = 'x'.repeat(600_000)
      const first = await posts.create(newPost({ title: long }))
      for (let more = 0; more < 3; more++) await posts.create(newPost({ title: long }))
      await posts.list({ limit: 100 })
      const { id } = await posts.create(newPost({ title: 'New' }))
      assert.equal((await posts.get(id))?.title, 'New')
      assert.equal(await posts.delete(first.id), 'deleted')
      assert.equal(await posts.get(first.id), undefined)
    }))
}

type PagePlan = {
  readonly before: readonly number[]
  readonly limit: number
  readonly during: readonly number[]
  readonly sort: PostSort
  readonly author_id: number | undefined
}

function pagePlans(author_id: number): fc.Arbitrary<PagePlan> {
  const ticks = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 12 })
  return fc.record({
    before: ticks,
    limit: fc.integer({ min: 1, max: 5 }),
    during: ticks,
    sort: fc.constantFrom(...postSorts),
    author_id: fc.constantFrom(author_id, undefined),
  })
}

async function walkPages(
  storage: Storage,
  clock: SetClock,
  { before, limit, during, sort, author_id }: PagePlan,
): Promise<void> {
  const create = (tick: number, index: number) =>
    createAt(tick, index % 2 === 0 ? null : (author_id ?? null), { storage, clock })
  for (const [index, tick] of before.entries()) await create(tick, index)
  const wanted = { sort, ...(author_id !== undefined && { author_id }) }
  const { posts, total } = await storage.posts.list({ limit: 1000, ...wanted })
  const expected = posts.map(({ id }) => id)
  assert.equal(total, before.length)
  assert.equal(expected.length, author_id === undefined ? before.length : Math.floor(before.length / 2))
  const seen: PostSummary[] = []
  const additions = during.entries()
  for (;;) {
    const last = seen.at(-1)
    const { posts: page } = await storage.posts.list({ limit, ...wanted, ...(last && { after: last }) })
    if (page.length === 0) break
    seen.push(...page)
    const { value: addition, done } = additions.next()
    if (!done) await create(addition[1], addition[0])
  }
  const ids = seen.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    ids.filter((id) => expected.includes(id)),
    expected,
  )
  for (const { id } of (await storage.posts.list({ limit: 1000 })).posts) await storage.posts.delete(id)
}

async function createAt(
  tick: number,
  author_id: number | null,
  { storage, clock }: { readonly storage: Storage; readonly clock: SetClock },
): Promise<void> {
  clock.set(new Date(clock.now().getTime() + tick).toISOString())
  await storage.posts.create(newPost({ author_id }))
}
