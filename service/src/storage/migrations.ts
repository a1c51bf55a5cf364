import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { StorageRefused } from './errors.ts'
import type { Clock } from './storage.ts'

/** One step of the schema, from a file `NNN-name.sql`; the checksum is that of its text with LF line ends. */
export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** What a database records about an applied migration. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'checksum'>

/** What applying migrations needs besides the database. */
export type MigrateOptions = { readonly migrations: readonly Migration[]; readonly now: Clock }

/**
 * The columns of the table `migrations`, in order, in which a database records them; a table with others belongs to
 * another program.
 */
export const migrationColumns: readonly string[] = ['number', 'name', 'checksum', 'applied_at']

/** Reads the migrations of a folder in order; throws when their numbers are not 1, 2, 3 and so on. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = /^(\d{3})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
      if (Number(digits) !== index + 1 || name === undefined) {
        throw new Error(`Migration ${file} should be named ${String(index + 1).padStart(3, '0')}-NAME.sql`)
      }
      const sql = (await readFile(new URL(file, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { number: index + 1, name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Returns the migrations that are still to be applied to the database at `where`. Throws `StorageRefused` when its
 * schema is newer than ours or was made by a migration that has changed since.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  where: string,
): readonly Migration[] {
  for (const [index, done] of applied.entries()) {
    const ours = known[index]
    if (!ours) {
      throw new StorageRefused(
        `The schema of ${where} is newer than this program: it has migration ${done.number} (${done.name}), ` +
          `this program knows ${known.length}. Start the newer program, or restore a backup made before it`,
      )
    }
    if (ours.number !== done.number || ours.checksum !== done.checksum) {
      throw new StorageRefused(
        `Migration ${done.number} (${done.name}) has changed since it was applied to ${where}. ` +
          'Put its file back as it was released, and write the change as a new migration',
      )
    }
  }
  return known.slice(applied.length)
}
