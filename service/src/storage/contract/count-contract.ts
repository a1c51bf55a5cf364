import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PostStore } from '../../posts/store.ts'
import { type DatabaseUnderTest, onNewDatabase, withSecond } from './harness.ts'
import { newPost, under } from './samples.ts'

const scope = { user_id: null, operation: 'createPost' }

type Stores = readonly [PostStore, PostStore]

/** The contract of every `PostStore`: the number of posts on all pages. */
export function describePostCount(database: DatabaseUnderTest): void {
  describe('the number of posts', () => {
    const onTwo = (test: (stores: Stores) => Promise<void>) => () =>
      onNewDatabase(database, (trial) =>
        withSecond(trial, (second) => test([trial.storage.posts, second.posts])),
      )

    it(
      'grows with each created post, also with two writers at once, and once for each key',
      onTwo(async (stores) => {
        assert.deepEqual(await totals(stores), [0, 0])
        await Promise.all(
          stores.flatMap((posts) => [
            ...Array.from({ length: 20 }, () => posts.create(newPost())),
            ...['1', '1', '2'].map((key) => posts.create(newPost(), under({ ...scope, key }))),
          ]),
        )
        assert.deepEqual(await totals(stores), [42, 42])
      }),
    )

    it(
      'shrinks with each deleted post, and stays the same when one is refused or replaced',
      onTwo(async (stores) => {
        const [one, two] = stores
        const posts = await Promise.all(Array.from({ length: 12 }, () => one.create(newPost())))
        const changes = posts
          .slice(0, 10)
          .flatMap(({ id }) => [
            one.delete(id, { version: 2 }),
            one.delete(id),
            two.delete(id),
            two.replace(id, newPost()),
            one.create(newPost({ author_id: 99 })).catch(() => undefined),
          ])
        await Promise.all(changes)
        assert.deepEqual(await totals(stores), [2, 2])
      }),
    )
  })
}

function totals(stores: Stores): Promise<number[]> {
  return Promise.all(stores.map(async (posts) => (await posts.list({ limit: 1 })).total))
}
