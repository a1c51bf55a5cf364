import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openConnections } from './connections.ts'

it('the writer puts every commit on the disk and minds references; the reader writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-connections-'))
  const { writer, reader } = await openConnections({
    path: join(folder, 'x.db'),
    where: 'here',
    patience: 1000,
    migrations: [],
    now: () => new Date(),
  })
  const setting = (name: string) => Object.values(writer.database.prepare(`PRAGMA ${name}`).get() ?? {})
  assert.deepEqual(setting('synchronous'), [2])
  assert.deepEqual(setting('journal_mode'), ['wal'])
  assert.deepEqual(setting('foreign_keys'), [1])
  assert.deepEqual(setting('busy_timeout'), [0], 'the writer never stops the process')
  assert.throws(() => reader.database.exec('CREATE TABLE x (y)'), /readonly/)
  reader.database.close()
  writer.database.close()
  rmSync(folder, { recursive: true })
})
