import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CreateOutcome, NewPost } from '../../posts/store.ts'
import { StorageUnavailable } from '../errors.ts'
import { openStorage } from '../open.ts'
import { type DatabaseUnderTest, onNewDatabase, start, type Trial, withSecond } from './harness.ts'
import { answerOf, listTitles, newPost, under } from './samples.ts'

const scope = { user_id: null, operation: 'createPost', key: 'key' }
const almostADayLater = '2026-01-03T03:04:05.677Z'
const aDayLater = '2026-01-03T03:04:05.678Z'

/** The contract of every store: a creation under a key happens once, and its response is stored with it. */
export function describeIdempotency(database: DatabaseUnderTest): void {
  const onTrial = (test: (trial: Trial) => Promise<void>) => () => onNewDatabase(database, test)

  describe('creations under a key', () => {
    it('store the post, and give their first response again', onTrial(repeats))
    it('are refused when the key was used for another request', onTrial(conflicts))
    it('are told apart by user, operation and key', onTrial(keepApart))
    it('that arrive at once store one post, across processes', onTrial(collide))
    it('of one moment do not wait for each other, and each gets its own response', onTrial(standTogether))
    it('that fail leave the key free', onTrial(fail))
    it('may be made again after a day', onTrial(expire))
    it('are made again, or are unavailable, if the day ends while they are made', onTrial(expireAmid))
    it('that have expired are cleared when new ones are made', onTrial(clear))
    it('that have expired are free again, even if they are not cleared yet', onTrial(reuse))
    it('give their response again though the post was replaced or deleted since', onTrial(outlive))
    it('keep any key and any response exactly', onTrial(keepText))
  })
}

async function repeats({ storage, clock }: Trial): Promise<void> {
  const first = await storage.posts.create(newPost({ title: 'First', tags: ['x'] }), under(scope))
  assert.ok(first.outcome === 'created')
  const { post, answer } = first
  assert.deepEqual(post, {
    ...newPost({ title: 'First', tags: ['x'] }),
    id: post.id,
    created_at: start,
    updated_at: start,
    version: 1,
  })
  assert.deepEqual(answer, answerOf(post))
  assert.deepEqual(await storage.posts.get(post.id), post)
  clock.set(almostADayLater)
  const again = await storage.posts.create(newPost({ title: 'First', tags: ['x'] }), under(scope))
  assert.deepEqual(again, { outcome: 'replayed', answer })
  assert.deepEqual(await listTitles(storage), ['First'])
}

async function conflicts({ storage }: Trial): Promise<void> {
  await storage.posts.create(newPost({ title: 'First' }), under(scope, { fingerprint: 'one' }))
  const other = await storage.posts.create(newPost({ title: 'Second' }), under(scope, { fingerprint: 'two' }))
  assert.deepEqual(other, { outcome: 'conflict' })
  assert.deepEqual(await listTitles(storage), ['First'])
}

async function keepApart({ storage }: Trial): Promise<void> {
  const scopes = [
    scope,
    { ...scope, user_id: 1 },
    { ...scope, user_id: 2 },
    { ...scope, key: 'other' },
    { ...scope, key: 'KEY' },
    { ...scope, operation: 'createUser' },
  ]
  const createAll = async () => {
    const outcomes: CreateOutcome[] = []
    for (const one of scopes) outcomes.push(await storage.posts.create(newPost(), under(one)))
    return outcomes
  }
  const first = await createAll()
  assert.ok(first.every(({ outcome }) => outcome === 'created'))
  const answers = first.map((one) => 'answer' in one && one.answer)
  assert.deepEqual(
    await createAll(),
    answers.map((answer) => ({ outcome: 'replayed', answer })),
  )
}

async function collide(trial: Trial): Promise<void> {
  await withSecond(trial, async (second) => {
    const doors = [trial.storage, second]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (doors[index % 2] ?? second).posts.create(newPost(), under({ ...scope, key: `key ${index % 4}` })),
      ),
    )
    assert.equal(answers.filter(({ outcome }) => outcome === 'created').length, 4)
    assert.equal(answers.filter(({ outcome }) => outcome === 'replayed').length, 36)
    for (const key of [0, 1, 2, 3]) {
      const same = answers.filter((_, index) => index % 4 === key)
      assert.equal(new Set(same.map((one) => 'answer' in one && one.answer.body)).size, 1)
    }
    assert.equal((await listTitles(second)).length, 4)
  })
}

async function standTogether({ storage }: Trial): Promise<void> {
  const titles = Array.from({ length: 300 }, (_, index) => `Title ${index}`)
  const create = () =>
    Promise.all(
      titles.map((title) => storage.posts.create(newPost({ title }), under({ ...scope, key: title }))),
    )
  const first = await create()
  assert.deepEqual(
    first.map((one) => 'post' in one && one.post.title),
    titles,
  )
  const again = await create()
  const answers = first.map((one) => 'answer' in one && one.answer)
  assert.deepEqual(
    again,
    answers.map((answer) => ({ outcome: 'replayed', answer })),
  )
  assert.deepEqual((await listTitles(storage)).sort(), titles.sort())
}

async function fail({ storage }: Trial): Promise<void> {
  const nobodys = newPost({ author_id: 99 })
  const [before, refused, after] = await Promise.allSettled([
    storage.posts.create(newPost(), under({ ...scope, key: 'before' })),
    storage.posts.create(nobodys, under(scope)),
    storage.posts.create(newPost(), under({ ...scope, key: 'after' })),
  ])
  assert.deepEqual([before?.status, refused?.status, after?.status], ['fulfilled', 'rejected', 'fulfilled'])
  const refuse = () => {
    throw new Error('No answer for this post')
  }
  await assert.rejects(storage.posts.create(newPost(), under(scope, { answer: refuse })), /No answer/)
  assert.equal((await storage.posts.create(newPost(), under(scope))).outcome, 'created')
  assert.equal((await listTitles(storage)).length, 3)
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

async function expireAmid({ storage, url }: Trial): Promise<void> {
  let time = 0
  // A millisecond passes each time that it is asked.
  const ticking = await openStorage(url, { now: () => new Date(time++) })
  for (let before = 0; before < 10; before += 1) {
    const one = under({ ...scope, key: `key ${before}` })
    await storage.posts.create(newPost(), one)
    time = Date.parse(aDayLater) - before
    const again = await ticking.posts.create(newPost(), one).catch((error) => error)
    if (!(again instanceof StorageUnavailable)) assert.match(again.outcome, /^(created|replayed)$/)
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
    const asked = await createAll(newPost({ author_id: 99 }))
    assert.equal(asked.map(outcomeOf).includes('replayed'), areLeft)
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
  clock.set('2026-01-04T00:00:00.000Z')
  const other = under(scope, { fingerprint: 'other' })
  const again = await storage.posts.create(newPost({ title: 'Again' }), other)
  assert.ok(again.outcome === 'created')
  const replayed = { outcome: 'replayed', answer: again.answer }
  assert.deepEqual(await storage.posts.create(newPost({ title: 'Again' }), other), replayed)
}

async function outlive({ storage }: Trial): Promise<void> {
  const first = await storage.posts.create(newPost(), under(scope))
  assert.ok(first.outcome === 'created')
  const { post, answer } = first
  await storage.posts.replace(post.id, { title: 'T', content: 'C' })
  assert.deepEqual(await storage.posts.create(newPost(), under(scope)), { outcome: 'replayed', answer })
  await storage.posts.delete(post.id)
  assert.deepEqual(await storage.posts.create(newPost(), under(scope)), { outcome: 'replayed', answer })
}

async function keepText({ storage }: Trial): Promise<void> {
  const text = 'a\0b\ud800 \u2400 "\\\' \u{1f600}'
  const odd = { user_id: 7, operation: 'createPost', key: text }
  const answer = { status: 201, headers: { Location: text, ETag: '"1"' }, body: text }
  const options = under(odd, { answer: () => answer })
  assert.partialDeepStrictEqual(await storage.posts.create(newPost(), options), {
    outcome: 'created',
    answer,
  })
  assert.deepEqual(await storage.posts.create(newPost(), options), { outcome: 'replayed', answer })
  for (const [character, other] of [
    ['\0', ''],
    ['\0', '\u2400'],
    ['\ud800', '\ufffd'],
  ] as const) {
    const near = under({ ...odd, key: text.replace(character, other) }, { answer: () => answer })
    assert.equal((await storage.posts.create(newPost(), near)).outcome, 'created')
  }
}

function outcomeOf(settled: PromiseSettledResult<CreateOutcome>): CreateOutcome['outcome'] | 'refused' {
  return settled.status === 'fulfilled' ? settled.value.outcome : 'refused'
}
