import type { Storage, StorageOptions } from '../storage.ts'
export async function openPostgres(path: string, _options: StorageOptions): Promise<Storage> {
  throw new Error(path)
}
