import { parseSettings, type Settings } from '../settings.ts'
import { openStorage } from '../storage/open.ts'
import type { Clock, Storage } from '../storage/storage.ts'
import type { Terminal } from './terminal.ts'

/** What a command works with once the database is open. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly settings: Settings
}

/** Opens the database that the settings name, lets `work` use it and closes it, whatever happens. */
export async function withStorage<Value>(
  { environment }: Pick<Terminal, 'environment'>,
  work: (opened: OpenedStorage) => Promise<Value>,
  now: Clock = () => new Date(),
): Promise<Value> {
  const settings = parseSettings(environment)
  const storage = await openStorage(settings.databaseUrl, { now })
  try {
    return await work({ storage, settings })
  } finally {
    await storage.close()
  }
}
