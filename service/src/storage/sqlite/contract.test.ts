import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after } from 'node:test'
import { describeStoreContract } from '../contract/store-contract.ts'

const folder = await mkdtemp(join(tmpdir(), 'postern-sqlite-'))
let databases = 0

after(() => rm(folder, { recursive: true }))

describeStoreContract({
  name: 'SQLite',

  async createDatabase() {
    databases += 1
    return `sqlite:${join(folder, `${databases}.db`)}`
  },

  async verify(url) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
    assert.deepEqual(database.prepare('PRAGMA foreign_key_check').all(), [])
    database.close()
  },
})
