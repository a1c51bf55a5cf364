import { closeSync, fdatasync, openSync } from 'node:fs'
import { logOf } from './location.ts'

/** The log beside the file of an open database, which has what was committed until SQLite takes it into the file. */
export class WriteAheadLog {
  readonly #descriptor: number

  /** Throws what the system says where the log cannot be opened. */
  constructor(path: string) {
    this.#descriptor = openSync(logOf(path), 'r+')
  }

  /** Puts what is in it on the disk, while the process goes on; rejects with what the system says. */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#descriptor, (error) => (error ? reject(error) : resolve()))
    })
  }

  /** To be called when no flush is under way, and once. */
  close(): void {
    closeSync(this.#descriptor)
  }
}
