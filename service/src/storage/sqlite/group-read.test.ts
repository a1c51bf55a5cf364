import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { StorageUnavailable } from '../errors.ts'
import { GroupRead } from './group-read.ts'

/** Creates a table with the numbers 1 to 3, and reads of it; by default what they read is on disk already. */
function openNumbers(unflushed: () => Promise<void> | undefined = () => undefined) {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE numbers (value INTEGER); INSERT INTO numbers VALUES (1), (2), (3)')
  const sum = database.prepare('SELECT sum(value) AS sum FROM numbers')
  const reads = new GroupRead(
    { database, where: 'the numbers' },
    { unflushed, requireReadable: () => undefined },
  )
  return { database, reads, readSum: () => Number(sum.get()?.['sum']) }
}

describe('GroupRead', () => {
  it('returns to each operation its own value, in order', async () => {
    const { reads, readSum } = openNumbers()
    const answered: string[] = []
    const ask = (name: string) => reads.read(() => `${name}${readSum()}`).then((text) => answered.push(text))
    await Promise.all(['a', 'b', 'c'].map(ask))
    assert.deepEqual(answered, ['a6', 'b6', 'c6'])
  })

  it('does the reads of one turn in one transaction, and leaves none open', async () => {
    const { database, reads } = openNumbers()
    const look = () => reads.read(() => database.isTransaction)
    assert.deepEqual(await Promise.all([look(), look()]), [true, true])
    assert.equal(await look(), false)
    assert.equal(database.isTransaction, false)
  })

  it('shows what was committed since the last turn', async () => {
    const { database, reads, readSum } = openNumbers()
    assert.equal(await reads.read(readSum), 6)
    database.exec('INSERT INTO numbers VALUES (4)')
    assert.deepEqual(await Promise.all([reads.read(readSum), reads.read(readSum)]), [10, 10])
  })

  it('reads nothing until everything that it could show is on the disk', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let unflushed: Promise<void> | undefined = promise
    const { reads, readSum } = openNumbers(() => unflushed)
    let read = 0
    const pending = [reads.read(() => read++), reads.read(readSum)]
    for (let turns = 0; turns < 5; turns++) await turn()
    assert.equal(read, 0)
    unflushed = undefined
    resolve()
    assert.deepEqual(await Promise.all(pending), [0, 6])
  })

  it('does its queued reads at once when they must come before something else', async () => {
    const { reads, readSum } = openNumbers()
    let read = 0
    const pending = [reads.read(() => ++read), reads.read(readSum)]
    reads.readQueued()
    assert.equal(read, 1)
    assert.deepEqual(await Promise.all(pending), [1, 6])
  })

  it('fails only the operation that throws', async () => {
    const { reads, readSum } = openNumbers()
    const fail = () => {
      throw new RangeError('of its own')
    }
    const outcomes = await Promise.allSettled([reads.read(fail), reads.read(readSum)])
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    )
  })

  it('does the reads queued before it is closed, and refuses later ones', async () => {
    const { reads, readSum } = openNumbers()
    const before = reads.read(readSum)
    reads.close()
    assert.equal(await before, 6)
    await assert.rejects(reads.read(readSum), StorageUnavailable)
  })

  it('rejects reads as unavailable when the database is lost', async () => {
    const { database, reads, readSum } = openNumbers()
    const pending = [reads.read(readSum), reads.read(readSum)]
    database.close()
    for (const one of pending) await assert.rejects(one, StorageUnavailable)
  })
})
