import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate, setTimeout } from 'node:timers'
import { StorageUnavailable } from '../errors.ts'
import { isLocked, statementFailure } from './failure.ts'
import type { Connection } from './query.ts'

/** `savepoint`: the operation writes with several statements, so undo them all when it throws. */
export type WriteOptions = { readonly savepoint?: boolean }

/** What a `GroupCommit` writes by. */
export type CommitOptions = {
  /** Milliseconds that a write waits for the lock of another program; the process goes on meanwhile. */
  readonly patience: number
  /** Throws when what is committed now would be lost. */
  readonly requireFile: () => void
}

type QueuedWrite = {
  readonly run: () => () => void
  readonly savepoint: boolean
  readonly since: number
  readonly reject: (error: unknown) => void
}

const largestBatch = 256
/** Milliseconds between two attempts to get a lock that another program holds. */
const lockDistance = 5

/**
 * Commits the writes of one turn of the event loop together, so that they share one flush to the disk.
 * Each is answered only after the commit; one that throws fails alone, a commit that fails fails them all.
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

  constructor({ database, where }: Connection, options: CommitOptions) {
    this.#database = database
    this.#where = where
    this.#options = options
    // SQLite's own waiting would stop the whole process.
    database.exec('PRAGMA busy_timeout = 0')
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#commit = database.prepare('COMMIT')
  }

  /** Runs the operation inside the next transaction and answers its value once that is on disk. */
  write<Value>(operation: () => Value, { savepoint = false }: WriteOptions = {}): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new StorageUnavailable(`${this.#where} is closed`)
      const run = () => {
        const value = operation()
        return () => resolve(value)
      }
      this.#queue.push({ run, savepoint, since: performance.now(), reject })
      this.#schedule()
    })
  }

  /** Commits what is queued and takes nothing more. */
  close(): void {
    this.#closed = true
    if (this.#database.isOpen) this.#database.exec(`PRAGMA busy_timeout = ${this.#options.patience}`)
    while (this.#queue.length > 0) this.#flush()
  }

  #schedule(delay?: number): void {
    if (this.#scheduled) return
    this.#scheduled = true
    const start = () => {
      this.#scheduled = false
      if (this.#queue.length > 0) this.#flush()
    }
    if (delay === undefined) setImmediate(start)
    else setTimeout(start, delay)
  }

  #flush(): void {
    const batch = this.#queue.splice(0, largestBatch)
    try {
      this.#options.requireFile()
      this.#begin.run()
    } catch (error) {
      this.#postpone(batch, error)
      return
    }
    if (this.#queue.length > 0) this.#schedule()
    try {
      const answers = batch.map((write) => this.#attempt(write))
      this.#commit.run()
      for (const answer of answers) answer()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      for (const write of batch) write.reject(statementFailure(error, this.#where))
    }
  }

  /** Keeps the writes that may still wait for a lock, and rejects the others. */
  #postpone(batch: readonly QueuedWrite[], error: unknown): void {
    const oldest = performance.now() - this.#options.patience
    const mayWait = ({ since }: QueuedWrite) => isLocked(error) && !this.#closed && since > oldest
    const reason = statementFailure(error, this.#where)
    for (const write of batch) if (!mayWait(write)) write.reject(reason)
    this.#queue.unshift(...batch.filter(mayWait))
    if (this.#queue.length > 0) this.#schedule(lockDistance)
  }

  #attempt({ run, savepoint, reject }: QueuedWrite): () => void {
    try {
      return savepoint ? this.#inSavepoint(run) : run()
    } catch (error) {
      // A full disk, among others, makes SQLite roll back everything: then nobody may be answered.
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
