import type { Settings } from '../settings.ts'
import { migrationState } from '../storage/migration-state.ts'
import { openStorage } from '../storage/open.ts'
import type { Clock, Storage } from '../storage/storage.ts'
import { requireCurrentSchema } from './current-schema.ts'

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

/** As {@link withStorage}, but throws a `CommandError` where it would create the database or change its schema. */
export async function withMigratedStorage<Value>(
  settings: Pick<Settings, 'databaseUrl'>,
  work: (storage: Storage) => Promise<Value>,
): Promise<Value> {
  requireCurrentSchema(settings.databaseUrl, await migrationState(settings.databaseUrl))
  return withStorage(settings, work)
}
