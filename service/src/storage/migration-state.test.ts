import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { migrationState } from './migration-state.ts'
import { openStorage } from './open.ts'
import { inFolder } from './sqlite/test-folder.ts'
import { refusal } from './test-failures.ts'

const all = [1, 2, 3, 4, 5]

describe('migrationState of an SQLite database', () => {
  it(
    'shows what is applied and what is pending, and creates nothing',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const url = `sqlite:${path}`
      assert.deepEqual(await numbers(url), { applied: [], pending: all })
      assert.deepEqual(readdirSync(folder), [])
      await (await openStorage(url, { now: () => new Date() })).close()
      assert.deepEqual(await numbers(url), { applied: all, pending: [] })
      const database = new DatabaseSync(path)
      database.exec('DELETE FROM migrations WHERE number = 5')
      assert.deepEqual(await numbers(url), { applied: [1, 2, 3, 4], pending: [5] })
      database.exec("UPDATE migrations SET checksum = 'x'")
      await assert.rejects(migrationState(url), refusal(/has changed since/, url))
      database.exec('DROP TABLE migrations')
      await assert.rejects(migrationState(url), refusal(/another program/, url))
      database.close()
    }),
  )
})

async function numbers(url: string): Promise<{ applied: number[]; pending: number[] }> {
  const { applied, pending } = await migrationState(url)
  const number = (step: { number: number }) => step.number
  return { applied: applied.map(number), pending: pending.map(number) }
}
