import { openStorage } from '../storage/open.ts'
import type { Clock, Storage } from '../storage/storage.ts'
import { readSettings } from './read-settings.ts'
import type { Terminal } from './terminal.ts'

/** Opens the database that the settings name, lets `work` use it and closes it, whatever happens. */
export async function withStorage<Value>(
  terminal: Pick<Terminal, 'environment' | 'fileProblems'>,
  work: (storage: Storage) => Promise<Value>,
  now: Clock = () => new Date(),
): Promise<Value> {
  const { databaseUrl } = readSettings(terminal)
  const storage = await openStorage(databaseUrl, { now })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
