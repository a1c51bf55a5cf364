import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '@postern/model'
import { createPostModels, postRules } from '../posts/models.ts'
import { openStorage } from '../storage/open.ts'
import { UserCreate } from '../users/models.ts'
import { createPassword } from './password.ts'
import { createRandom } from './random.ts'
import { seedPost, seedUser } from './records.ts'
import { createSeedClock, sow } from './sow.ts'

async function sown(seed: number, real = '2026-01-02T03:04:05.678Z') {
  const clock = createSeedClock(() => new Date(real))
  const storage = await openStorage('sqlite::memory:', { now: clock.now })
  let advanced = 0
  const plan = { storage, clock, posts: 450, users: 3, seed, password: 'correct horse' }
  assert.equal(await sow(plan, (by) => (advanced += by)), undefined)
  assert.equal(advanced, 453)
  const posts = await Promise.all(Array.from({ length: 450 }, (_, index) => storage.posts.get(index + 1)))
  const users = await Promise.all([1, 2, 3].map((id) => storage.users.get(id)))
  const again = await sow(plan, () => undefined)
  await storage.close()
  return { posts, users: users.map((user) => user && { ...user, password: '' }), again }
}

test('the same seed gives the same records with the same times, and another seed gives others', async () => {
  const [first, second, other] = [await sown(1), await sown(1), await sown(2)]
  assert.ok(
    first.posts.every((post) => post !== undefined) && first.users.every((user) => user !== undefined),
  )
  assert.deepEqual(first, second)
  assert.notDeepEqual(first.posts, other.posts)
  assert.notDeepEqual(first.users, other.users)
  assert.equal(new Set(first.posts.map((post) => post?.author_id)).size, 3)
})

test('records are a minute apart from 2025 on, or less where the last would be in the future', async () => {
  const creationTimes = async (real: string) => {
    const { users, posts } = await sown(1, real)
    return [...users, ...posts].map((record) => record?.created_at)
  }
  const times = await creationTimes('2025-01-01T07:33:00.000Z')
  assert.deepEqual([times[0], times.at(-1)], ['2025-01-01T00:01:00.000Z', '2025-01-01T07:33:00.000Z'])
  assert.deepEqual(await creationTimes('2026-01-02T03:04:05.678Z'), times)
  const closer = await creationTimes('2025-01-01T00:07:33.452Z')
  assert.deepEqual([closer[0], closer.at(-1)], ['2025-01-01T00:00:01.000Z', '2025-01-01T00:07:33.000Z'])
})

test('a seed that was sown before is refused with the username that is taken', async () => {
  const { again, users } = await sown(1)
  assert.equal(again, users[0]?.username)
})

test('sown records fit every model that an installation may choose', () => {
  const random = createRandom(1)
  for (let number = 1; number <= 500; number++) {
    const post = seedPost(random, [])
    for (const rules of postRules) {
      const { PostCreate } = createPostModels({ rules, response: 'full', prohibitedWords: ['spam', 'scam'] })
      assert.ok(createConverter(PostCreate).convert(post).ok, JSON.stringify(post))
    }
    assert.ok(createConverter(UserCreate).convert(seedUser(random, { seed: 1, number })).ok)
  }
})

test('generated passwords differ and contain no characters that look alike', () => {
  const made = new Set(Array.from({ length: 1000 }, () => createPassword()))
  assert.equal(made.size, 1000)
  for (const password of made) assert.match(password, /^([a-hj-km-np-z2-9]{5}-){3}[a-hj-km-np-z2-9]{5}$/)
})
