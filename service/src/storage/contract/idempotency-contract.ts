import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CreateOutcome } from '../../posts/store.ts'
import { type DatabaseUnderTest, start, type Trial, trialsOn, withSecond } from './harness.ts'
import { answerOf, listTitles, newPost, scope, under } from './samples.ts'

const almostADayLater = '2026-01-03T03:04:05.677Z'

/** The contract of every store: a creation under a key happens once, and its response is stored with it. */
export function describeIdempotency(database: DatabaseUnderTest): void {
  const onTrial = trialsOn(database)

  describe('creations under a key', () => {
    it('store the post, and give their first response again', onTrial(repeats))
    it('are refused when the key was used for another request', onTrial(conflicts))
    it('are distinguished by user, operation and key', onTrial(keepApart))
    it('that arrive at once store one post, across processes', onTrial(collide))
    it(
      'made at the same time do not wait for each other, and each gets its own response',
      onTrial(standTogether),
    )
    it('that fail leave the key free', onTrial(fail))
    it('give their response again though the post was replaced or deleted since', onTrial(outlive))
    it('keep any key, any text of the post and any response exactly', onTrial(keepText))
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
    const storages = [trial.storage, second]
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (storages[index % 2] ?? second).posts.create(newPost(), under({ ...scope, key: `key ${index % 4}` })),
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
  const unowned = newPost({ author_id: 99 })
  const [before, refused, after] = await Promise.allSettled([
    storage.posts.create(newPost(), under({ ...scope, key: 'before' })),
    storage.posts.create(unowned, under(scope)),
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
  const post = newPost({ title: text, content: text, tags: [text] })
  const first = await storage.posts.create(post, options)
  assert.partialDeepStrictEqual(first, { outcome: 'created', answer })
  assert.partialDeepStrictEqual('post' in first && (await storage.posts.get(first.post.id)), post)
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
