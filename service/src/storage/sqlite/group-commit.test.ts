import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { StorageUnavailable } from '../errors.ts'
import { GroupCommit } from './group-commit.ts'

type Bench = {
  commits: GroupCommit
  insert(name: string): number | bigint
  names(): unknown[]
  /** How often it was tried to commit something. */
  attempts(): number
  writer: DatabaseSync
}

describe('GroupCommit', () => {
  it(
    'answers a write only when another connection can see it',
    onTable(async ({ commits, insert, names }) => {
      const write = commits.write(() => insert('a'))
      assert.deepEqual(names(), [])
      await write
      assert.deepEqual(names(), ['a'])
    }),
  )

  it(
    'answers each operation its own value',
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
    'lets an operation that throws fail alone',
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

  it(
    'calls a full disk unavailable for every operation whose work was rolled back, and recovers',
    onTable(async ({ commits, insert, names, writer }) => {
      const pages = writer.prepare('PRAGMA page_count').get()?.['page_count']
      writer.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`)
      const outcomes = await Promise.allSettled([
        commits.write(() => insert('small')),
        commits.write(() => insert('large'.repeat(100_000))),
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

  it(
    'calls a file that another program keeps locked unavailable, and recovers',
    onTable(async ({ commits, insert, names }, path) => {
      const other = new DatabaseSync(path)
      other.exec('BEGIN IMMEDIATE')
      await assert.rejects(
        commits.write(() => insert('a')),
        (error) => error instanceof StorageUnavailable && /database is locked/.test(error.message),
      )
      other.exec('COMMIT')
      other.close()
      await commits.write(() => insert('b'))
      assert.deepEqual(names(), ['b'])
    }),
  )

  it(
    'waits for the lock of another program without stopping the process, and then goes on in order',
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
    'commits what is queued when it is closed and refuses what comes later',
    onTable(async ({ commits, insert, names }) => {
      const writes = Array.from({ length: 600 }, (_, index) => commits.write(() => insert(`${index}`)))
      commits.close()
      assert.equal(names().length, 600)
      await Promise.all(writes)
      await assert.rejects(
        commits.write(() => insert('late')),
        StorageUnavailable,
      )
    }),
  )
})

function onTable(test: (bench: Bench, path: string) => Promise<void>, patience = 50): () => Promise<void> {
  return async () => {
    let attempts = 0
    const requireFile = () => {
      attempts++
      statSync(path)
    }
    const folder = mkdtempSync(join(tmpdir(), 'postern-group-commit-'))
    const path = join(folder, 'bench.db')
    const writer = new DatabaseSync(path)
    writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE names (name TEXT UNIQUE)')
    const reader = new DatabaseSync(path)
    const statement = writer.prepare('INSERT INTO names VALUES (?)')
    const all = reader.prepare('SELECT name FROM names ORDER BY name')
    try {
      const bench: Bench = {
        commits: new GroupCommit({ database: writer, where: 'bench' }, { patience, requireFile }),
        insert: (name) => statement.run(name).changes,
        names: () => all.all().map((row) => row['name']),
        attempts: () => attempts,
        writer,
      }
      await test(bench, path)
    } finally {
      reader.close()
      writer.close()
      rmSync(folder, { recursive: true })
    }
  }
}
