import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate, setTimeout } from 'node:timers'
import { StorageUnavailable } from '../errors.ts'
import { flushFailure, isLocked, statementFailure } from './failure.ts'
import type { Connection } from './query.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/**
 * `savepoint`: the operation writes with several statements, so undo all of them when it throws. `wait`: it waits for
 * the lock of another program (default true).
 */
export type WriteOptions = { readonly savepoint?: boolean; readonly wait?: boolean }

/** What a `GroupCommit` writes with. */
export type CommitOptions = {
  /** Milliseconds that a write waits for the lock of another program; the process continues meanwhile. */
  readonly patience: number
  /** Throws when a commit made now would be lost. */
  readonly requireFile: () => void
  /** Flushes commits to disk; undefined for a database in memory. */
  readonly log: Log | undefined
  /** Runs the reads queued so far: after the next commit they would have to wait for its flush. */
  readonly readFirst: () => void
}

type Log = Pick<WriteAheadLog, 'flush'>

type QueuedWrite = {
  readonly run: () => () => void
  readonly savepoint: boolean
  /** Until when it waits for the lock of another program. */
  readonly until: number
  readonly reject: (error: unknown) => void
}

const largestBatch = 256
/** Milliseconds between two attempts to get a lock that another program holds. */
const lockDistance = 5

/**
 * Commits the writes of one turn of the event loop together. While these are flushed to disk, it collects the next
 * ones, which then share one flush; the process does not wait for a flush. A write resolves only after its flush. A
 * write that throws fails alone; a failed commit or flush fails all of its writes.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #where: string
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  readonly #options: CommitOptions
  #queue: QueuedWrite[] = []
  #scheduled = false
  #closed = false
  #unflushed: Promise<void> | undefined
  #isLogDoubtful = false

  constructor({ database, where }: Connection, options: CommitOptions) {
    this.#database = database
    this.#where = where
    this.#options = options
    // SQLite's own waiting, for a lock or for the disk, would block the whole process.
    database.exec('PRAGMA busy_timeout = 0')
    if (options.log) database.exec('PRAGMA synchronous = NORMAL')
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
  }

  /** Runs the operation inside the next transaction and resolves with its value once that is on disk. */
  write<Value>(
    operation: () => Value,
    { savepoint = false, wait = true }: WriteOptions = {},
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new StorageUnavailable(`${this.#where} is closed`)
      const run = () => {
        const value = operation()
        return () => resolve(value)
      }
      const until = wait ? performance.now() + this.#options.patience : 0
      this.#queue.push({ run, savepoint, until, reject })
      this.#schedule()
    })
  }

  /** Resolves when all committed writes are settled; undefined where none is pending. Until then a power cut may undo them. */
  get unflushed(): Promise<void> | undefined {
    return this.#unflushed
  }

  /**
   * Throws where commits whose flush failed are not on disk. After a failed flush nothing shows which parts of the log
   * are on disk, nor does a second flush: the system may have discarded what it could not write. So the whole log is
   * written to the file before anything in it is read or added to it.
   */
  requireFlushed(): void {
    if (!this.#isLogDoubtful) return
    const result = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
    if (result?.['busy'] !== 0) {
      throw new StorageUnavailable(`${this.#where}: another program reads it, so its log cannot be emptied`)
    }
    this.#isLogDoubtful = false
  }

  /** Commits what is queued, flushes it to disk and accepts no more writes. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#database.isOpen) this.#database.exec(`PRAGMA busy_timeout = ${this.#options.patience}`)
    do {
      await this.#unflushed
      this.#commitQueued()
    } while (this.#unflushed || this.#queue.length > 0)
  }

  #schedule(delay?: number): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const start = () => {
      this.#scheduled = false
      this.#commitQueued()
    }
    if (delay === undefined) setImmediate(start)
    else setTimeout(start, delay)
  }

  #commitQueued(): void {
    if (this.#unflushed || this.#queue.length === 0) return
    this.#options.readFirst()
    const batch = this.#queue.splice(0, largestBatch)
    try {
      this.#options.requireFile()
      this.requireFlushed()
      this.#begin.run()
    } catch (error) {
      this.#postpone(batch, error)
      return
    }
    if (this.#queue.length > 0) this.#schedule()
    try {
      const answers = batch.map((write) => this.#attempt(write))
      this.#commit.run()
      const { log } = this.#options
      if (log) this.#unflushed = this.#flush(log, batch, answers)
      else for (const answer of answers) answer()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      for (const write of batch) write.reject(statementFailure(error, this.#where))
    }
  }

  async #flush(log: Log, batch: readonly QueuedWrite[], answers: readonly (() => void)[]): Promise<void> {
    try {
      await log.flush()
      this.#unflushed = undefined
      for (const answer of answers) answer()
    } catch (error) {
      this.#unflushed = undefined
      this.#isLogDoubtful = true
      for (const { reject } of batch) reject(flushFailure(error, this.#where))
    }
    if (this.#queue.length > 0) this.#schedule()
  }

  /** Keeps the writes that may still wait for a lock, and rejects the others; while it is closed, all that are queued. */
  #postpone(batch: readonly QueuedWrite[], error: unknown): void {
    const now = performance.now()
    const mayWait = ({ until }: QueuedWrite) => isLocked(error) && !this.#closed && until > now
    const reason = statementFailure(error, this.#where)
    // Each further batch would wait for the same lock again.
    const tried = this.#closed ? [...batch, ...this.#queue.splice(0)] : batch
    for (const write of tried) if (!mayWait(write)) write.reject(reason)
    this.#queue.unshift(...tried.filter(mayWait))
    if (this.#queue.length > 0) this.#schedule(lockDistance)
  }

  #attempt({ run, savepoint, reject }: QueuedWrite): () => void {
    try {
      return savepoint ? this.#inSavepoint(run) : run()
    } catch (error) {
      // A full disk, among others, makes SQLite roll back everything; then no write may be acknowledged.
      if (!this.#database.isTransaction) throw error
      return () => reject(statementFailure(error, this.#where))
    }
  }

  #inSavepoint(run: () => () => void): () => void {
    this.#database.exec('SAVEPOINT operation')
    try {
      const answer = run()
      this.#database.exec('RELEASE operation')
      return answer
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK TO operation; RELEASE operation')
      throw error
    }
  }
}
