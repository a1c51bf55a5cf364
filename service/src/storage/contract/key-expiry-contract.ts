import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CreateOutcome, NewPost } from '../../posts/store.ts'
import { openStorage } from '../open.ts'
import { type DatabaseUnderTest, start, type Trial, trialsOn } from './harness.ts'
import { answerOf, listTitles, newPost, scope, under } from './samples.ts'

const aDayLater = '2026-01-03T03:04:05.678Z'

/** The contract of every store: a key expires after a day and is cleared. */
export function describeKeyExpiry(database: DatabaseUnderTest): void {
  const onTrial = trialsOn(database)

  describe('creations under a key', () => {
    it('may be made again after a day', onTrial(expire))
    it('are made again or replayed if the day ends while they run', onTrial(expireMeanwhile))
    it('that have expired are cleared when new ones are made', onTrial(clear))
    it('that have expired are free again, even if they are not cleared yet', onTrial(reuse))
  })
}

async function expire({ storage, clock }: Trial): Promise<void> {
  const first = await storage.posts.create(newPost({ title: 'First' }), under(scope, { fingerprint: 'one' }))
  clock.set(aDayLater)
  const second = await storage.posts.create(
    newPost({ title: 'Second' }),
    under(scope, { fingerprint: 'two' }),
  )
  assert.ok(first.outcome === 'created' && second.outcome === 'created')
  assert.deepEqual(
    await storage.posts.create(newPost({ title: 'Second' }), under(scope, { fingerprint: 'two' })),
    { outcome: 'replayed', answer: second.answer },
  )
  assert.deepEqual(await listTitles(storage), ['Second', 'First'])
}

async function expireMeanwhile({ storage, url }: Trial): Promise<void> {
  let time = 0
  // A millisecond passes each time that it is asked.
  const ticking = await openStorage(url, { now: () => new Date(time++) })
  for (let before = 0; before < 10; before += 1) {
    const one = under({ ...scope, key: `key ${before}` })
    await storage.posts.create(newPost(), one)
    time = Date.parse(aDayLater) - before
    assert.match((await ticking.posts.create(newPost(), one)).outcome, /^(created|replayed)$/)
  }
  await ticking.close()
}

async function clear({ storage, clock }: Trial): Promise<void> {
  const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
  const createAll = (post: NewPost) =>
    Promise.allSettled(keys.map((key) => storage.posts.create(post, under({ ...scope, key }))))
  await createAll(newPost())
  clock.set(aDayLater)
  // A few are cleared with each new one, so that no request waits for all of them.
  for (const [index, areLeft] of [true, true, false].entries()) {
    await storage.posts.create(newPost(), under({ ...scope, key: `new ${index}` }))
    clock.set(start)
    // A free key stays free, since a post of an unknown user is refused; under a used key, the first response is found.
    const results = await createAll(newPost({ author_id: 99 }))
    assert.equal(results.map(outcomeOf).includes('replayed'), areLeft)
    clock.set(aDayLater)
  }
  clock.set(start)
  assert.deepEqual(new Set((await createAll(newPost())).map(outcomeOf)), new Set(['created']))
}

async function reuse({ storage, clock }: Trial): Promise<void> {
  const older = Array.from({ length: 40 }, (_, index) => `key ${index}`)
  await Promise.all(older.map((key) => storage.posts.create(newPost(), under({ ...scope, key }))))
  clock.set('2026-01-02T03:04:06.000Z')
  await storage.posts.create(newPost({ title: 'First' }), under(scope))
  clock.set('2026-01-03T03:04:06.000Z')
  const other = under(scope, { fingerprint: 'other', answer: (post) => ({ ...answerOf(post), status: 200 }) })
  const again = await storage.posts.create(newPost({ title: 'Again' }), other)
  assert.ok(again.outcome === 'created')
  const replayed = { outcome: 'replayed', answer: again.answer }
  assert.deepEqual(await storage.posts.create(newPost({ title: 'Again' }), other), replayed)
}

function outcomeOf(settled: PromiseSettledResult<CreateOutcome>): CreateOutcome['outcome'] | 'refused' {
  return settled.status === 'fulfilled' ? settled.value.outcome : 'refused'
}
