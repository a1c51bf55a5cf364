import { closeSync, fdatasync, openSync } from 'node:fs'
import { logOf } from './location.ts'

/** The log beside the file of an open database, which holds commits until SQLite moves them into the file. */
export class WriteAheadLog {
  readonly #descriptor: number

  /** Throws the system's error where the log cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(logOf(path), 'r+')
  }

  /** Flushes the log to disk without blocking the process; rejects with the system's error. */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** To be called once, and not during a flush. */
  close(): void {
    closeSync(this.#descriptor)
  }
}
