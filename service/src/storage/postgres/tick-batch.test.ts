import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { unavailable } from '../test-failures.ts'
import { TickBatch } from './tick-batch.ts'

const usual = { patience: 10_000 }

/** Creates a batch that doubles numbers, with a record of what was run and a gate that holds the results back. */
function createBench() {
  const runs: (readonly number[])[] = []
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const batch = new TickBatch(async (inputs: readonly number[]) => {
    runs.push(inputs)
    await gate
    if (inputs.includes(13)) throw Object.assign(new Error('13 is bad'), { code: '23503' })
    if (inputs.includes(99)) throw Object.assign(new Error('down'), { code: '57P01' })
    return inputs.map((input) => input * 2)
  }, usual)
  return { batch, runs, open }
}

describe('TickBatch', () => {
  it('runs the inputs of one turn together, and returns the output of each', async () => {
    const { batch, runs, open } = createBench()
    open()
    assert.deepEqual(await Promise.all([3, 1, 2].map((input) => batch.add(input))), [6, 2, 4])
    assert.deepEqual(runs, [[3, 1, 2]])
  })

  it('runs at most 256 inputs and two batches at a time; the rest wait and are not forgotten', async () => {
    const { batch, runs, open } = createBench()
    const inputs = Array.from({ length: 513 }, (_, index) => 100 + index)
    const answers = Promise.all(inputs.map((input) => batch.add(input)))
    while (runs.length < 2) await new Promise(setImmediate)
    await new Promise(setImmediate)
    assert.deepEqual(
      runs.map(({ length }) => length),
      [256, 256],
    )
    open()
    assert.deepEqual(
      await answers,
      inputs.map((input) => input * 2),
    )
    assert.deepEqual(
      runs.map(({ length }) => length),
      [256, 256, 1],
    )
  })

  it('runs two at a time again when others have ended', async () => {
    let running = 0
    let most = 0
    const batch = new TickBatch(async (inputs: readonly number[]) => {
      running += 1
      most = Math.max(most, running)
      for (let turns = 0; turns < 9; turns += 1) await new Promise(setImmediate)
      running -= 1
      return inputs
    }, usual)
    await Promise.all(Array.from({ length: 256 * 8 }, (_, index) => batch.add(index)))
    assert.equal(most, 2)
  })

  it('runs at most about 4 MiB together, and larger inputs alone', async () => {
    const runs: (readonly number[])[] = []
    const batch = new TickBatch(
      async (inputs: readonly number[]) => {
        runs.push(inputs)
        return inputs
      },
      { ...usual, weigh: (mebibytes) => mebibytes * 2 ** 20 },
    )
    await Promise.all([1, 2, 1, 9, 3, 0, 2].map((input) => batch.add(input)))
    assert.deepEqual(runs, [[1, 2, 1], [9], [3, 0], [2]])
  })

  it('runs each input alone when a batch fails for one of them', async () => {
    const { batch, runs, open } = createBench()
    open()
    const outcomes = await Promise.allSettled([1, 13, 2].map((input) => batch.add(input)))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(runs, [[1, 13, 2], [1], [13], [2]])
    await Promise.allSettled([13, 4].map((input) => batch.add(input)))
    assert.deepEqual(runs.slice(4), [[13, 4], [13], [4]])
  })

  it('runs nothing again when the database went away, since what it had done is unknown', async () => {
    const { batch, runs, open } = createBench()
    open()
    const outcomes = await Promise.allSettled([1, 99, 2].map((input) => batch.add(input)))
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    )
    assert.deepEqual(runs, [[1, 99, 2]])
  })

  it('refuses what waited for its turn longer than it may, and sends what did not', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const runs: (readonly number[])[] = []
    // Long beside what a busy machine takes to send the last one.
    const patience = 1_000
    const batch = new TickBatch(
      async (inputs: readonly number[]) => {
        runs.push(inputs)
        await promise
        return inputs
      },
      { patience, weigh: () => 3 * 2 ** 20 },
    )
    const [first, second, ...late] = [1, 2, 3, 4, 5].map((input) => batch.add(input))
    const refused = Promise.allSettled(late)
    await wait(patience + 10)
    const inTime = batch.add(6)
    resolve()
    for (const outcome of await refused) {
      assert.ok(outcome.status === 'rejected' && unavailable(/not sent within 1000 ms/)(outcome.reason))
    }
    assert.deepEqual(await Promise.all([first, second, inTime]), [1, 2, 6])
    assert.deepEqual(runs, [[1], [2], [6]])
  })
})
