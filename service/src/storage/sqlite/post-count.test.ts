import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { migrateSqlite, readSqliteMigrations } from './migrate.ts'
import { openSqlite } from './open.ts'
import { inFolder } from './test-folder.ts'

const now = () => new Date('2026-01-02T03:04:05.678Z')
const insert = `
  INSERT INTO posts (created_at, updated_at, tags, title, content)
  SELECT '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '[]', 'A title', ''
  FROM json_each('[1, 2, 3]')`

describe('the count of posts in SQLite', () => {
  it('includes the posts that are older than it', () =>
    withFile(async (path, database) => {
      const known = await readSqliteMigrations()
      migrateSqlite({ database, where: path }, { migrations: known.slice(0, 2), now })
      database.exec(`${insert}; DELETE FROM posts WHERE id <> 2; ${insert}; DELETE FROM posts WHERE id = 6`)
      assert.equal(await total(path), 3)
    }))

  it('follows what other programs write', () =>
    withFile(async (path, database) => {
      assert.equal(await total(path), 0)
      database.exec(`BEGIN; ${insert}; ${insert}; ROLLBACK; ${insert}; ${insert}`)
      assert.equal(await total(path), 6)
      database.exec(`${insert}; DELETE FROM posts WHERE id > 6`)
      assert.equal(await total(path), 6)
      database.exec('DELETE FROM posts WHERE id % 2 = 0')
      assert.equal(await total(path), 3)
      database.exec('DELETE FROM posts')
      assert.equal(await total(path), 0)
    }))
})

function withFile(test: (path: string, database: DatabaseSync) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'x.db')
    const database = new DatabaseSync(path)
    await test(path, database)
    database.close()
  })()
}

async function total(path: string): Promise<number> {
  const storage = await openSqlite(path, { now })
  const { total } = await storage.posts.list({ limit: 1 })
  await storage.close()
  return total
}
