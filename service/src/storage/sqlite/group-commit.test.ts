import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { StorageUnavailable } from '../errors.ts'
import { unavailable } from '../test-failures.ts'
import { GroupCommit } from './group-commit.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

type Bench = {
  commits: GroupCommit
  log: TestLog
  insert(name: string): number | bigint
  names(): unknown[]
  /** The number of attempted commits. */
  attempts(): number
  writer: DatabaseSync
}

/** A log whose flushes a test can delay or fail. */
class TestLog {
  readonly #log: WriteAheadLog
  flushes = 0
  /** What a flush waits for before it completes. */
  obstacle: Promise<void> | undefined
  failure: Error | undefined

  constructor(path: string) {
    this.#log = new WriteAheadLog(path)
  }

  async flush(): Promise<void> {
    this.flushes++
    await this.obstacle
    if (this.failure) throw this.failure
    await this.#log.flush()
  }

  close(): void {
    this.#log.close()
  }
}

describe('GroupCommit', () => {
  it(
    'acknowledges a write only when another connection can see it',
    onTable(async ({ commits, insert, names }) => {
      const write = commits.write(() => insert('a'))
      assert.deepEqual(names(), [])
      await write
      assert.deepEqual(names(), ['a'])
    }),
  )

  it(
    'acknowledges a write when it is on the disk, and gathers those that arrive meanwhile for one more flush',
    onTable(async ({ commits, insert, names, log }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      log.obstacle = promise
      const answered: string[] = []
      const write = (name: string) => commits.write(() => insert(name)).then(() => answered.push(name))
      const writes = [write('a')]
      while (log.flushes === 0) await turn()
      assert.ok(commits.unflushed)
      writes.push(write('b'), write('c'))
      for (let turns = 0; turns < 5; turns++) await turn()
      assert.deepEqual([names(), answered, log.flushes], [['a'], [], 1])
      resolve()
      await Promise.all(writes)
      assert.deepEqual([names(), answered, log.flushes], [['a', 'b', 'c'], ['a', 'b', 'c'], 2])
      assert.equal(commits.unflushed, undefined)
    }),
  )

  it(
    'also commits a single write that arrived during a flush',
    onTable(async ({ commits, insert, names, log }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      log.obstacle = promise
      const first = commits.write(() => insert('a'))
      while (log.flushes === 0) await turn()
      const second = commits.write(() => insert('b'))
      // Its own turn has come while the log is still being flushed.
      for (let turns = 0; turns < 5; turns++) await turn()
      resolve()
      await Promise.all([first, second])
      assert.deepEqual(names(), ['a', 'b'])
    }),
  )

  it(
    'rejects writes that could not be flushed, and moves them into the file before it adds to the log',
    onTable(async ({ commits, insert, names, log }, path) => {
      await commits.write(() => insert('a'))
      const length = statSync(`${path}-wal`).size
      log.failure = new Error('EIO: i/o error, fdatasync')
      const doubtful = [commits.write(() => insert('b')), commits.write(() => insert('a'))]
      for (const { status, reason } of rejections(await Promise.allSettled(doubtful))) {
        assert.ok(reason instanceof StorageUnavailable, status)
        assert.match(reason.message, /^bench: its log could not be flushed: EIO: .*\. Check the disk$/)
      }
      log.failure = undefined
      await commits.write(() => insert('c'))
      assert.deepEqual(names(), ['a', 'b', 'c'])
      assert.ok(statSync(`${path}-wal`).size < length)
      copyFileSync(path, `${path}.alone`)
      const alone = new DatabaseSync(`${path}.alone`)
      assert.equal(alone.prepare('SELECT count(*) AS count FROM names').get()?.['count'], 2)
      alone.close()
    }),
  )

  it(
    'adds nothing to a log whose flush failed while another program keeps it from being emptied',
    onTable(async ({ commits, insert, names, log }, path) => {
      log.failure = new Error('EIO: i/o error, fdatasync')
      await assert.rejects(
        commits.write(() => insert('a')),
        StorageUnavailable,
      )
      log.failure = undefined
      const other = new DatabaseSync(path)
      other.exec('BEGIN; SELECT * FROM names')
      await assert.rejects(
        commits.write(() => insert('b')),
        unavailable(/another program reads it/),
      )
      other.exec('COMMIT')
      await commits.write(() => insert('c'))
      other.exec('BEGIN; SELECT * FROM names')
      await commits.write(() => insert('d'))
      assert.deepEqual(names(), ['a', 'c', 'd'])
      other.close()
    }),
  )

  it(
    'returns to each operation its own value',
    onTable(async ({ commits, insert, names }) => {
      const values = await Promise.all(
        Array.from({ length: 1000 }, (_, index) =>
          commits.write(() => {
            insert(`name ${index}`)
            return index
          }),
        ),
      )
      assert.deepEqual(values, [...values.keys()])
      assert.equal(names().length, 1000)
    }),
  )

  it(
    'fails only the operation that throws',
    onTable(async ({ commits, insert, names }) => {
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'a', 'c'].map((name) => commits.write(() => insert(name))),
      )
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(names(), ['a', 'b', 'c'])
    }),
  )

  it(
    'undoes all statements of a failed operation with a savepoint, and nothing else',
    onTable(async ({ commits, insert, names }) => {
      const both = (first: string, second: string) =>
        commits.write(() => [insert(first), insert(second)], { savepoint: true })
      const outcomes = await Promise.allSettled([both('a', 'b'), both('c', 'a'), both('d', 'e')])
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled'],
      )
      assert.deepEqual(names(), ['a', 'b', 'd', 'e'])
    }),
  )

  it(
    'fails every operation of a batch whose commit fails, and serves the next',
    onTable(async ({ commits, insert, names, writer }) => {
      writer.exec('CREATE TABLE child (name REFERENCES names (name) DEFERRABLE INITIALLY DEFERRED)')
      const outcomes = await Promise.allSettled([
        commits.write(() => insert('a')),
        commits.write(() => writer.exec("INSERT INTO child VALUES ('nobody')")),
        commits.write(() => insert('b')),
      ])
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['rejected', 'rejected', 'rejected'],
      )
      assert.deepEqual(names(), [])
      await commits.write(() => insert('c'))
      assert.deepEqual(names(), ['c'])
    }),
  )

  for (const savepoint of [false, true]) {
    it(
      `reports a full disk as unavailable to every operation that was rolled back, and recovers${savepoint ? ', with a savepoint' : ''}`,
      onTable(async ({ commits, insert, names, writer }) => {
        const pages = writer.prepare('PRAGMA page_count').get()?.['page_count']
        writer.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`)
        const outcomes = await Promise.allSettled([
          commits.write(() => insert('small')),
          commits.write(() => insert('large'.repeat(100_000)), { savepoint }),
        ])
        for (const outcome of outcomes) {
          assert.ok(outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailable)
          assert.match(outcome.reason.message, /^bench: database or disk is full/)
        }
        assert.deepEqual(names(), [])
        await commits.write(() => insert('small'))
        assert.deepEqual(names(), ['small'])
      }),
    )
  }

  it(
    'reports a file that another program keeps locked as unavailable, and recovers',
    onTable(async ({ commits, insert, names }, path) => {
      const other = new DatabaseSync(path)
      other.exec('BEGIN IMMEDIATE')
      await assert.rejects(
        commits.write(() => insert('a')),
        unavailable(/database is locked/),
      )
      other.exec('COMMIT')
      other.close()
      await commits.write(() => insert('b'))
      assert.deepEqual(names(), ['b'])
    }),
  )

  it(
    'refuses a write at its first attempt if something other than a lock prevents it',
    onTable(async ({ commits, insert, attempts }, path) => {
      rmSync(path)
      await assert.rejects(
        commits.write(() => insert('a')),
        /ENOENT/,
      )
      assert.equal(attempts(), 1)
    }),
  )

  it(
    'waits for the lock of another program without blocking the process, and then continues in order',
    onTable(async ({ commits, insert, names, attempts }, path) => {
      const other = new DatabaseSync(path)
      other.exec('BEGIN IMMEDIATE')
      const writes = Array.from({ length: 300 }, (_, index) => commits.write(() => insert(`${1000 + index}`)))
      const written = Promise.all(writes)
      while (attempts() < 3) await Promise.race([written, new Promise(setImmediate)])
      other.exec('COMMIT')
      other.close()
      assert.equal((await written).length, 300)
      assert.deepEqual(
        names(),
        Array.from({ length: 300 }, (_, index) => `${1000 + index}`),
      )
    }, 5_000),
  )

  it(
    'commits the queued writes when it is closed and refuses later ones',
    onTable(async ({ commits, insert, names, log }) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      log.obstacle = promise
      const first = commits.write(() => insert('first'))
      while (log.flushes === 0) await turn()
      const writes = Array.from({ length: 600 }, (_, index) => commits.write(() => insert(`${index}`)))
      const closed = commits.close()
      resolve()
      await closed
      assert.equal(commits.unflushed, undefined)
      assert.equal(names().length, 601)
      await first
      await Promise.all(writes)
      await assert.rejects(
        commits.write(() => insert('late')),
        StorageUnavailable,
      )
    }),
  )

  it(
    'waits for the lock of another program also while it is closed',
    onTable(async ({ commits, insert, names }, path) => {
      const isClosing = new Int32Array(new SharedArrayBuffer(4))
      const other = new Worker(locker, { eval: true, workerData: { path, isClosing } })
      await once(other, 'message')
      const write = commits.write(() => insert('a'))
      const closed = commits.close()
      Atomics.store(isClosing, 0, 1)
      Atomics.notify(isClosing, 0)
      await Promise.all([closed, write, once(other, 'exit')])
      assert.deepEqual(names(), ['a'])
    }, 5_000),
  )

  it(
    'waits for such a lock only once while it is closed, however many writes are queued',
    onTable(async ({ commits, insert, names, attempts }, path) => {
      const other = new DatabaseSync(path)
      other.exec('BEGIN IMMEDIATE')
      const writes = Array.from({ length: 600 }, (_, index) => commits.write(() => insert(`${index}`)))
      const settled = Promise.allSettled(writes)
      await commits.close()
      assert.equal(attempts(), 1)
      for (const { reason } of rejections(await settled)) unavailable(/database is locked/)(reason)
      other.close()
      assert.deepEqual(names(), [])
    }),
  )
})

/** Locks the database until the other thread closes it. */
const locker = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData.path)
  database.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('locked')
  Atomics.wait(workerData.isClosing, 0, 0)
  database.exec('COMMIT')
  database.close()
`

function onTable(test: (bench: Bench, path: string) => Promise<void>, patience = 50): () => Promise<void> {
  return async () => {
    let attempts = 0
    const readFirst = () => undefined
    const requireFile = () => {
      attempts++
      statSync(path)
    }
    const folder = mkdtempSync(join(tmpdir(), 'postern-group-commit-'))
    const path = join(folder, 'bench.db')
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE names (name TEXT UNIQUE)')
    const reader = new DatabaseSync(path)
    const log = new TestLog(path)
    const statement = writer.prepare('INSERT INTO names VALUES (?)')
    const all = reader.prepare('SELECT name FROM names ORDER BY rowid')
    try {
      const bench: Bench = {
        commits: new GroupCommit(
          { database: writer, where: 'bench' },
          { patience, requireFile, log, readFirst },
        ),
        log,
        insert: (name) => statement.run(name).changes,
        names: () => all.all().map((row) => row['name']),
        attempts: () => attempts,
        writer,
      }
      await test(bench, path)
    } finally {
      log.close()
      reader.close()
      writer.close()
      rmSync(folder, { recursive: true })
    }
  }
}

function rejections(outcomes: readonly PromiseSettledResult<unknown>[]): PromiseRejectedResult[] {
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(rejected.length, outcomes.length)
  return rejected
}
