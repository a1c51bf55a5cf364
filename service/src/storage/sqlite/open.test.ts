import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { openStorage } from '../open.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { openSqlite } from './open.ts'
import { inFolder } from './test-folder.ts'

const options = { now: () => new Date('2026-01-02T03:04:05.678Z') }

describe('opening an SQLite database', () => {
  it(
    'creates the folders and the file, and names the file',
    inFolder(async (folder) => {
      const path = join(folder, 'a', 'b', 'c.db')
      const storage = await openStorage(`sqlite:${path}`, options)
      assert.equal(storage.describe(), `sqlite:${path}`)
      await storage.check()
      await storage.close()
      const file = new DatabaseSync(path)
      assert.deepEqual({ ...file.prepare('PRAGMA journal_mode').get() }, { journal_mode: 'wal' })
      file.close()
    }),
  )

  it(
    'creates files that only their owner may read, because they hold password hashes',
    { skip: process.platform === 'win32' },
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const storage = await openStorage(`sqlite:${path}`, options)
      await storage.check()
      for (const end of ['', '-wal', '-shm']) assert.equal(statSync(path + end).mode & 0o777, 0o600, end)
      await storage.close()
      chmodSync(path, 0o640)
      await (await openStorage(`sqlite:${path}`, options)).close()
      assert.equal(statSync(path).mode & 0o777, 0o640)
      const [link, led] = [join(folder, 'link.db'), join(folder, 'led.db')]
      symlinkSync(led, link)
      await (await openStorage(`sqlite:${link}`, options)).close()
      assert.equal(statSync(led).mode & 0o777, 0o600)
    }),
  )

  it(
    'creates the file that a link points to as the system finds it: `..` is above the folder that a link points to',
    { skip: process.platform === 'win32' },
    inFolder(async (folder) => {
      mkdirSync(join(folder, 'deep', 'real'), { recursive: true })
      symlinkSync(join(folder, 'deep', 'real'), join(folder, 'linked'))
      symlinkSync('../kept.db', join(folder, 'linked', 'x.db'))
      await (await openStorage(`sqlite:${join(folder, 'linked', 'x.db')}`, options)).close()
      assert.equal(statSync(join(folder, 'deep', 'kept.db')).mode & 0o777, 0o600)
      assert.deepEqual(readdirSync(folder).sort(), ['deep', 'linked'])
    }),
  )

  it('keeps each in-memory database separate from every other', async () => {
    const [one, other] = await Promise.all([
      openStorage('sqlite::memory:', options),
      openStorage('sqlite::memory:', options),
    ])
    const post = { title: 'T', content: '', tags: [], priority: null, author_id: null }
    const created = await one.posts.create(post)
    assert.deepEqual(await one.posts.get(created.id), created)
    assert.equal(await other.posts.get(created.id), undefined)
    assert.equal(one.describe(), 'sqlite::memory:')
    assert.ok(!existsSync(':memory:'))
    await Promise.all([one.close(), other.close()])
  })

  it('takes more writes at once into memory than one commit holds, and writes and reads sent before it is closed', async () => {
    const storage = await openStorage('sqlite::memory:', options)
    const post = { title: 'T', content: '', tags: [], priority: null, author_id: null }
    const create = () => Promise.all(Array.from({ length: 257 }, () => storage.posts.create(post)))
    assert.equal((await create()).at(-1)?.id, 257)
    const [created, read] = [create(), storage.posts.get(1)]
    await storage.close()
    assert.equal((await created).at(-1)?.id, 514)
    assert.equal((await read)?.id, 1)
    await assert.rejects(storage.posts.get(1), unavailable(/^sqlite::memory: is closed$/))
  })

  it(
    'migrates once when several processes open a new file at the same time',
    inFolder(async (folder) => {
      const program = join(folder, 'open.ts')
      writeFileSync(
        program,
        `import { openStorage } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)}
         process.once('message', async (url) => {
           const storage = await openStorage(url, { now: () => new Date() })
           await storage.close()
           process.disconnect()
         })
         process.send('ready')`,
      )
      const processes = Array.from({ length: 6 }, () => fork(program))
      await Promise.all(processes.map((one) => once(one, 'message')))
      const ends = processes.map((one) => once(one, 'exit'))
      for (const one of processes) one.send(`sqlite:${join(folder, 'new.db')}`)
      for (const [code] of await Promise.all(ends)) assert.equal(code, 0)
    }),
  )
})

describe('an SQLite database that cannot be opened', () => {
  it(
    'because its folder cannot be made',
    inFolder(async (folder) => {
      writeFileSync(join(folder, 'file'), '')
      const path = join(folder, 'file', 'x.db')
      await assert.rejects(
        openStorage(`sqlite:${path}`, options),
        refusal(
          /Cannot create the folder of sqlite:.*\. Create it yourself, or give the path of another/,
          path,
        ),
      )
    }),
  )

  it(
    'because it is a folder',
    inFolder(async (folder) => {
      await assert.rejects(
        openStorage(`sqlite:${folder}`, options),
        refusal(/this is a folder, a device or a pipe\. Give the path of a file$/, folder),
      )
    }),
  )

  it(
    'because it is not a database',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      writeFileSync(path, 'This is not a database, it is a text of some length.'.repeat(100))
      await assert.rejects(openStorage(`sqlite:${path}`, options), refusal(/file is not a database/, path))
    }),
  )

  it(
    'because it is damaged',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      await (await openStorage(`sqlite:${path}`, options)).close()
      const header = Buffer.from('53514c69746520666f726d6174203300', 'hex')
      writeFileSync(path, Buffer.concat([header, Buffer.alloc(8176, 0xff)]))
      await assert.rejects(
        openStorage(`sqlite:${path}`, options),
        refusal(/file is not a database|malformed/, path),
      )
    }),
  )

  for (const table of ['songs', 'migrations']) {
    it(
      `because it is the database of another program with the table ${table}, which is left as it was`,
      inFolder(async (folder) => {
        const path = join(folder, 'x.db')
        const other = new DatabaseSync(path)
        other.exec(`CREATE TABLE ${table} (name TEXT)`)
        const expected = refusal(
          new RegExp(`another program .*${table}\\)\\. Give the path of another file$`),
          path,
        )
        await assert.rejects(openStorage(`sqlite:${path}`, options), expected)
        assert.equal(other.prepare('SELECT * FROM sqlite_master').all().length, 1)
        other.close()
      }),
    )
  }

  it(
    'because its record of migrations was deleted',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      await (await openStorage(`sqlite:${path}`, options)).close()
      const other = new DatabaseSync(path)
      other.exec('DELETE FROM migrations')
      other.close()
      await assert.rejects(
        openStorage(`sqlite:${path}`, options),
        refusal(
          /has tables \(migrations, .*users.*\) but no record of the migrations that made them\. Restore a backup/,
          path,
        ),
      )
    }),
  )

  const locked: readonly [name: string, lock: string, isServed: boolean][] = [
    ['keeps it locked', 'BEGIN IMMEDIATE', true],
    ['has kept it locked since before it was first served', 'BEGIN EXCLUSIVE', false],
  ]
  for (const [name, lock, isServed] of locked) {
    it(
      `because another program ${name}`,
      inFolder(async (folder) => {
        const path = join(folder, 'x.db')
        if (isServed) await (await openStorage(`sqlite:${path}`, options)).close()
        const other = new DatabaseSync(path)
        other.exec(lock)
        await assert.rejects(
          openSqlite(path, { ...options, patience: 20 }),
          unavailable(/database is locked\. Another program/, path),
        )
        other.close()
      }),
    )
  }

  const closed: readonly [name: string, file: number, folder: number][] = [
    ['it may not be written', 0o444, 0o777],
    ['its folder may not be written', 0o666, 0o555],
    ['neither it nor its folder may be written', 0o444, 0o555],
  ]
  for (const [name, fileMode, folderMode] of closed) {
    it(
      `because ${name}`,
      inFolder(async (folder) => {
        const path = join(folder, 'inner', 'x.db')
        await (await openStorage(`sqlite:${path}`, options)).close()
        chmodSync(path, fileMode)
        chmodSync(join(folder, 'inner'), folderMode)
        chmodSync(folder, 0o755)
        await asOrdinaryUser(() =>
          assert.rejects(
            openStorage(`sqlite:${path}`, options),
            refusal(/attempt to write a readonly database|unable to open database file/, path),
          ),
        )
        chmodSync(join(folder, 'inner'), 0o755)
      }),
    )
  }
})

// The superuser may write to every file, so the test drops its privileges where it runs as that user.
async function asOrdinaryUser(test: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    await test()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
