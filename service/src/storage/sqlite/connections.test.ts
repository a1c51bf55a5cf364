import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { closeConnections, openConnections } from './connections.ts'

it('the writer leaves the flushing of commits to the group and enforces references; the reader cannot write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-connections-'))
  const connections = await openConnections({
    path: join(folder, 'x.db'),
    where: 'here',
    patience: 1000,
    migrations: [],
    now: () => new Date(),
  })
  const { writer, reader } = connections
  const setting = (name: string) => Object.values(writer.database.prepare(`PRAGMA ${name}`).get() ?? {})
  assert.deepEqual(setting('synchronous'), [1])
  assert.deepEqual(setting('fullfsync'), [1])
  assert.deepEqual(setting('journal_mode'), ['wal'])
  assert.deepEqual(setting('foreign_keys'), [1])
  assert.deepEqual(setting('busy_timeout'), [0], 'the writer never stops the process')
  assert.throws(() => reader.database.exec('CREATE TABLE x (y)'), /readonly/)
  await closeConnections(connections)
  await assert.rejects(connections.log?.flush() ?? Promise.resolve(), /EBADF/, 'the log is closed')
  rmSync(folder, { recursive: true })
})
