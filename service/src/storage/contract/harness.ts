import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { openStorage } from '../open.ts'
import type { Clock, Storage } from '../storage.ts'

/** A kind of database under the tests of the store contract. */
export type DatabaseUnderTest = {
  readonly name: string

  /** Creates a new, empty database and returns its URL. */
  createDatabase(): Promise<string>

  /** Throws unless the database at the URL is sound; it is not open at that time. */
  verify?(url: string): Promise<void>
}

/** A clock that stands still until it is set. */
export type SetClock = { readonly now: Clock; set(timestamp: string): void }

/** What one test of the contract works with. */
export type Trial = { readonly url: string; readonly storage: Storage; readonly clock: SetClock }

/** The initial time of every trial's clock. */
export const start = '2026-01-02T03:04:05.678Z'

/** Opens a new database, passes it to the test with a clock, and always closes it. */
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

/** Returns how a contract makes its tests: each works with a new database of its own. */
export function trialsOn(
  database: DatabaseUnderTest,
): (test: (trial: Trial) => Promise<void>) => () => Promise<void> {
  return (test) => () => onNewDatabase(database, test)
}

/**
 * Returns how a suite makes its tests if they do not disturb each other: all work with one new database, which `prepare`
 * has written to.
 */
export function onOneDatabase(
  database: DatabaseUnderTest,
  prepare: (storage: Storage) => Promise<void> = async () => undefined,
): (test: (storage: Storage) => Promise<void>) => () => Promise<void> {
  let storage: Storage | undefined
  before(async () => {
    storage = await openStorage(await database.createDatabase(), createClock())
    await prepare(storage)
  })
  after(() => storage?.close())
  return (test) => () => test(storage ?? assert.fail('There is no database'))
}

/** Opens a trial's database a second time, as another process would. */
export async function withSecond(trial: Trial, test: (second: Storage) => Promise<void>): Promise<void> {
  const second = await openStorage(trial.url, trial.clock)
  try {
    await test(second)
  } finally {
    await second.close()
  }
}

function createClock(): SetClock {
  let timestamp = start
  return {
    now: () => new Date(timestamp),
    set: (next) => {
      timestamp = next
    },
  }
}
