import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers'
import { StorageUnavailable } from '../errors.ts'
import { statementFailure } from './failure.ts'
import type { Connection } from './query.ts'

/** `savepoint`: the operation writes with several statements, so undo them all when it throws. */
export type WriteOptions = { readonly savepoint?: boolean }

type QueuedWrite = {
  readonly run: () => () => void
  readonly savepoint: boolean
  readonly reject: (error: unknown) => void
}

const largestBatch = 256

/**
 * Commits the writes of one turn of the event loop together, so that they share one flush to the disk.
 * Each is answered only after the commit; one that throws fails alone, a commit that fails fails them all.
 */
export class GroupCommit {
  readonly #database: DatabaseSync
  readonly #where: string
  readonly #begin: StatementSync
  readonly #commit: StatementSync
  #queue: QueuedWrite[] = []
  #scheduled = false
  #closed = false

  constructor({ database, where }: Connection) {
    this.#database = database
    this.#where = where
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
      this.#queue.push({ run, savepoint, reject })
      this.#schedule()
    })
  }

  /** Commits what is queued and takes nothing more. */
  close(): void {
    this.#closed = true
    while (this.#queue.length > 0) this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (this.#queue.length > 0) this.#flush()
    })
  }

  #flush(): void {
    const batch = this.#queue.splice(0, largestBatch)
    if (this.#queue.length > 0) this.#schedule()
    try {
      this.#begin.run()
      const answers = batch.map((write) => this.#attempt(write))
      this.#commit.run()
      for (const answer of answers) answer()
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      for (const write of batch) write.reject(statementFailure(error, this.#where))
    }
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
