import { statSync } from 'node:fs'
import type { BackupReport } from '../backup.ts'
import { StorageRefused } from '../errors.ts'
import { pendingMigrations } from '../migrations.ts'
import { isDamage, openFailure } from './failure.ts'
import { readApplied, readSqliteMigrations } from './migrate.ts'
import { type Connection, createQuery } from './query.ts'
import { readDatabase } from './read-only.ts'

/**
 * Reads a whole database file, which messages call `where`. Throws `StorageRefused` when it is damaged, not ours, or
 * newer than this program.
 */
export async function inspectFile(file: string, where: string = file): Promise<BackupReport> {
  const known = await readSqliteMigrations()
  try {
    return readDatabase(file, (database) => {
      const connection = { database, where }
      const applied = readApplied(connection)
      if (applied.length === 0) throw new StorageRefused(`${where} is empty: it has nothing to restore`)
      pendingMigrations(known, applied, where)
      requireSound(connection)
      return {
        bytes: statSync(file).size,
        posts: count(connection, 'posts'),
        users: count(connection, 'users'),
      }
    })
  } catch (error) {
    throw isDamage(error) ? damaged(where, 'database disk image is malformed') : openFailure(error, where)
  }
}

function requireSound(connection: Connection): void {
  const found = createQuery<[report: string]>(connection, 'PRAGMA integrity_check(3)').all().flat()
  const orphans = createQuery<[table: string]>(connection, 'PRAGMA foreign_key_check').all()
  const problems = orphans.map(([table]) => `a row of ${table} belongs to nothing`)
  if (found.join() !== 'ok') problems.unshift(...found)
  if (problems.length === 0) return
  throw damaged(connection.where, problems.slice(0, 3).join('; '))
}

function damaged(where: string, problems: string): StorageRefused {
  return new StorageRefused(`${where} is damaged (${problems}). Take an older backup`)
}

function count(connection: Connection, table: 'posts' | 'users'): number {
  const [rows] = createQuery<[rows: number]>(connection, `SELECT count(*) FROM ${table}`).get() ?? []
  return rows ?? 0
}
