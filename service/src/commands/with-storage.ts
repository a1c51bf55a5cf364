import type { Settings } from '../settings.ts'
import { openStorage } from '../storage/open.ts'
import type { Clock, Storage } from '../storage/storage.ts'

/** Opens the database of the settings, passes it to `work`, and always closes it. */
export async function withStorage<Value>(
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  work: (storage: Storage) => Promise<Value>,
  now: Clock = () => new Date(),
): Promise<Value> {
  const storage = await openStorage(databaseUrl, { now })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
