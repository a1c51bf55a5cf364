import { openStorage } from '../open.ts'
import type { Clock, Storage } from '../storage.ts'

/** A kind of database that the store contract is tried on. */
export type DatabaseUnderTest = {
  readonly name: string

  /** Makes a new, empty database and answers its URL. */
  createDatabase(): Promise<string>

  /** Throws unless the database at the URL is sound; nothing has it open then. */
  verify?(url: string): Promise<void>
}

/** A clock that stands still until it is set. */
export type SetClock = { readonly now: Clock; set(moment: string): void }

/** What one test of the contract works with. */
export type Trial = { readonly url: string; readonly storage: Storage; readonly clock: SetClock }

/** Where the clock of every trial starts. */
export const start = '2026-01-02T03:04:05.678Z'

/** Opens a new database, hands it to the test with a clock, and closes it whatever happens. */
export async function onNewDatabase(
  database: DatabaseUnderTest,
  test: (trial: Trial) => Promise<void>,
): Promise<void> {
  const clock = createClock()
  const url = await database.createDatabase()
  const storage = await openStorage(url, clock)
  try {
    await test({ url, storage, clock })
  } finally {
    await storage.close()
  }
}

/** A second door to a trial's database, as another process would have it. */
export async function withSecond(trial: Trial, test: (second: Storage) => Promise<void>): Promise<void> {
  const second = await openStorage(trial.url, trial.clock)
  try {
    await test(second)
  } finally {
    await second.close()
  }
}

function createClock(): SetClock {
  let moment = start
  return {
    now: () => new Date(moment),
    set: (next) => {
      moment = next
    },
  }
}
