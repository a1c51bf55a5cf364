import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { HttpError, type Incoming } from '@postern/contract'
import { createLoad } from './load.ts'
import { incomingOf } from './test-incoming.ts'

// As in docs/limits.md.
const mostHashing = 32
const hashingAtOnce = 3

const calm = { mostRequests: 2, longestDelay: 100, loopDelay: () => 0 }

async function isRefused(load: ReturnType<typeof createLoad>, given: Partial<Incoming> = {}) {
  const { refusal, headers } = await load.admit(incomingOf(given))
  if (refusal !== undefined) assert.deepEqual([refusal.status, headers], [503, ['retry-after', '1']])
  return refusal !== undefined
}

test('requests are refused while the maximum is in progress, except liveness probes and preflights', async () => {
  const load = createLoad(calm)
  const { work } = load.track({ work: (promise: Promise<unknown>) => promise })
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const works = [work(first.promise)]
  assert.equal(await isRefused(load), false)
  works.push(work(second.promise))
  assert.equal(await isRefused(load), true)
  assert.equal(await isRefused(load, { path: '/health/ready' }), true)
  assert.equal(await isRefused(load, { path: '/health/live' }), false)
  assert.equal(await isRefused(load, { path: '/health/live/' }), false)
  assert.equal(await isRefused(load, { method: 'OPTIONS' }), false)
  first.reject(new Error('broken'))
  await assert.rejects(works[0] ?? Promise.resolve())
  assert.equal(await isRefused(load), false)
  second.resolve()
})

test('a request that was let in is refused if too many are in progress when its body has arrived, except a liveness probe', async () => {
  const load = createLoad(calm)
  const done = Promise.withResolvers<void>()
  const { work, read, live } = load.track({ work: () => done.promise, read: () => 1, live: () => 1 })
  const works = [work(), work()]
  const headers = { 'Retry-After': '1' }
  assert.throws(() => work(), { constructor: HttpError, status: 503, headers })
  assert.throws(() => read(), { constructor: HttpError, status: 503, headers })
  assert.equal(live(), 1)
  done.resolve()
  await Promise.all(works)
  assert.equal(read(), 1)
})

test('requests are refused while work waits too long for its turn', async () => {
  let delay = 100
  const load = createLoad({ ...calm, loopDelay: () => delay })
  assert.equal(await isRefused(load), false)
  delay = 101
  assert.equal(await isRefused(load), true)
})

test('when more passwords wait than can be hashed soon, a password is refused at once and nothing else is', async () => {
  const load = createLoad({ ...calm, mostRequests: 1000 })
  const hashed = Promise.withResolvers<void>()
  const tracked = load.track({ signIn: () => hashed.promise, signUp: () => hashed.promise, read: () => 1 })
  const begun = Array.from({ length: mostHashing }, () => tracked.signIn())
  const detail = 'Too much is asked of the service at once; try again soon'
  const headers = { 'Retry-After': '1' }
  assert.throws(() => tracked.signUp(), { constructor: HttpError, status: 503, detail, headers })
  assert.equal(tracked.read(), 1)
  hashed.resolve()
  await Promise.all(begun)
  await tracked.signUp()
})

test('every operation that hashes a password counts as one', async () => {
  for (const name of ['issueToken', 'signIn', 'signUp', 'changePassword']) {
    const load = createLoad({ ...calm, mostRequests: 1000 })
    const hashed = Promise.withResolvers<void>()
    const { [name]: hash = assert.fail } = load.track({ [name]: () => hashed.promise })
    const begun = Array.from({ length: mostHashing }, () => hash())
    assert.throws(() => hash(), { status: 503 }, name)
    hashed.resolve()
    await Promise.all(begun)
  }
})

test('passwords are hashed a few at once, in order, and one that fails makes room for the next', async () => {
  const load = createLoad({ ...calm, mostRequests: 1000 })
  const begun: PromiseWithResolvers<string>[] = []
  const hash = () => {
    const { promise, ...settle } = Promise.withResolvers<string>()
    begun.push({ promise, ...settle })
    return promise
  }
  const { signIn, signUp } = load.track({ signIn: hash, signUp: hash })
  const works = Array.from({ length: hashingAtOnce }, () => [signIn(), signUp()]).flat()
  await turn()
  assert.equal(begun.length, hashingAtOnce)
  begun[0]?.reject(new Error('broken'))
  await assert.rejects(works[0] ?? Promise.resolve(), /broken/)
  // A waiting request has taken the place of the failed one, so a request that comes now waits as well.
  works.push(signIn())
  await turn()
  assert.equal(begun.length, hashingAtOnce + 1)
  for (let index = 1; index < works.length; index++) {
    begun[index]?.resolve(`${index}`)
    assert.equal(await works[index], `${index}`)
    await turn()
  }
  assert.equal(begun.length, works.length)
  // When all have ended, as many can be hashed at once as at first.
  const later = Array.from({ length: hashingAtOnce + 1 }, () => signUp())
  await turn()
  assert.equal(begun.length, works.length + hashingAtOnce)
  for (const { resolve } of begun) resolve('')
  await turn()
  begun.at(-1)?.resolve('')
  await Promise.all(later)
})
