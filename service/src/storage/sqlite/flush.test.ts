import assert from 'node:assert/strict'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { backupDatabase, restoreDatabase } from '../backup.ts'
import { startCrashWriter } from '../contract/crash-load.ts'
import { createPosts, listTitles, storePosts, titlesIn } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { logEnds } from './leftover-logs.ts'
import { WatchedDisk } from './test-disk.ts'
import { damage, inFolder } from './test-folder.ts'

const options = { now: () => new Date('2026-01-02T03:04:05.678Z') }

describe('opening a database so that it survives a power cut', () => {
  it(
    'flushes the names of a new file and of all folders made for it',
    inFolder(async (folder) => {
      const path = join(folder, 'a', 'b', 'x.db')
      const disk = new WatchedDisk(folder)
      await disk.during(() => storePosts(`sqlite:${path}`, ['First']))
      assert.ok(disk.keeps(path))
    }),
  )

  it(
    'flushes them too where an earlier start was killed before it had flushed what it made',
    inFolder(async (folder) => {
      const path = join(folder, 'a', 'b', 'x.db')
      const disk = new WatchedDisk(folder)
      mkdirSync(join(folder, 'a', 'b'), { recursive: true })
      writeFileSync(path, '')
      await disk.during(() => storePosts(`sqlite:${path}`, ['First']))
      assert.ok(disk.keeps(path))
    }),
  )

  it(
    'flushes the name of the new file that a link leads to',
    inFolder(async (folder) => {
      const [path, link] = [join(folder, 'a', 'x.db'), join(folder, 'link.db')]
      mkdirSync(join(folder, 'a'))
      symlinkSync(path, link)
      const disk = new WatchedDisk(folder)
      await disk.during(() => storePosts(`sqlite:${link}`, ['First']))
      assert.ok(disk.keeps(path))
    }),
  )

  it(
    'flushes the log that a killed process left before it reads anything in it',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      await storeKilled(`sqlite:${path}`)
      const disk = new WatchedDisk(folder)
      rmSync(`${path}-shm`)
      await disk.during(async () => {
        const storage = await openStorage(`sqlite:${path}`, options)
        assert.ok(disk.isFlushed(`${path}-wal`))
        assert.deepEqual(disk.names(folder), ['x.db', 'x.db-wal'])
        await storage.close()
      })
    }),
  )

  it(
    'goes on where the file system allows no more: a folder that cannot be flushed, or that this user may not read',
    { skip: process.platform === 'win32' },
    inFolder(async (folder) => {
      const disk = new WatchedDisk(folder)
      for (const flushError of ['EINVAL', 'ERR_ACCESS_DENIED']) {
        await disk.during(() => storePosts(`sqlite:${join(folder, `${flushError}.db`)}`, ['First']), {
          flushError,
        })
      }
      const inner = join(folder, 'closed', 'inner')
      mkdirSync(inner, { recursive: true })
      chmodSync(inner, 0o333)
      chmodSync(join(folder, 'closed'), 0o111)
      chmodSync(folder, 0o755)
      const isRoot = process.geteuid?.() === 0
      if (isRoot) process.seteuid?.(65534)
      try {
        await storePosts(`sqlite:${join(inner, 'x.db')}`, ['First'])
        await backupDatabase(`sqlite:${join(inner, 'x.db')}`, join(inner, 'x.backup'))
      } finally {
        if (isRoot) process.seteuid?.(0)
        chmodSync(join(folder, 'closed'), 0o755)
        chmodSync(inner, 0o755)
      }
    }),
  )

  it(
    'is refused where the disk fails, and the next start begins again',
    inFolder(async (folder) => {
      const path = join(folder, 'a', 'x.db')
      const disk = new WatchedDisk(folder)
      const open = () => storePosts(`sqlite:${path}`, ['First'])
      const refused = refusal(/Cannot open sqlite:.*: (EIO|ENOSPC|EDQUOT)/, path)
      for (const flushError of ['EIO', 'ENOSPC', 'EDQUOT'])
        await disk.during(() => assert.rejects(open(), refused), { flushError })
      await disk.during(open)
      assert.ok(disk.keeps(path))
      await storeKilled(`sqlite:${path}`)
      await disk.during(() => assert.rejects(open(), refused), { flushError: 'EIO' })
    }),
  )
})

describe('what a power cut leaves of acknowledged work', () => {
  it(
    'a write is acknowledged only once it is on the disk',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const disk = new WatchedDisk(folder)
      const { beforeCommit, begun, letGo } = heldCommit()
      const work = async () => {
        const storage = await openStorage(`sqlite:${path}`, options)
        let isAnswered = false
        const created = createPosts(storage, ['First']).finally(() => {
          isAnswered = true
        })
        await begun
        for (let turns = 0; turns < 5; turns++) await turn()
        assert.deepEqual([isAnswered, disk.isFlushed(`${path}-wal`)], [false, false])
        letGo()
        await created
        assert.ok(disk.isFlushed(`${path}-wal`) && disk.keeps(path))
        await storage.close()
      }
      await disk.during(work, { beforeCommit })
    }),
  )

  it(
    'a read shows nothing that is still on its way to the disk, and an earlier read does not wait for it',
    inFolder(async (folder) => {
      const disk = new WatchedDisk(folder)
      const { beforeCommit, begun, letGo } = heldCommit()
      const work = async () => {
        const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, options)
        const created = createPosts(storage, ['First'])
        const shown: string[] = []
        const before = storage.posts.get(1).finally(() => shown.push('before'))
        await begun
        const after = storage.posts.get(1).finally(() => shown.push('after'))
        for (let turns = 0; turns < 5; turns++) await turn()
        assert.deepEqual(shown, ['before'])
        letGo()
        assert.deepEqual([await before, await after], [undefined, ...(await created)])
        await storage.close()
      }
      await disk.during(work, { beforeCommit })
    }),
  )

  it(
    'a write whose flush failed is reported as unavailable, and the next one succeeds',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const beforeCommit = failingOnce()
      const work = async () => {
        const storage = await openStorage(url, options)
        await assert.rejects(createPosts(storage, ['Doubtful']), unavailable(/could not be flushed: EIO/))
        await createPosts(storage, ['Second'])
        await storage.close()
      }
      await new WatchedDisk(folder).during(work, { beforeCommit })
      assert.equal((await titlesIn(url))[0], 'Second')
    }),
  )

  it(
    'a write whose flush failed is shown by a read only when it is on disk',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const work = async () => {
        const storage = await openStorage(`sqlite:${path}`, options)
        await assert.rejects(createPosts(storage, ['Doubtful']), unavailable(/could not be flushed: EIO/))
        const other = new DatabaseSync(path)
        other.exec('BEGIN; SELECT * FROM posts')
        await assert.rejects(listTitles(storage), unavailable(/its log cannot be emptied/))
        other.close()
        assert.deepEqual(await listTitles(storage), ['Doubtful'])
        copyFileSync(path, join(folder, 'without-log.db'))
        await storage.close()
      }
      await new WatchedDisk(folder).during(work, { beforeCommit: failingOnce() })
      assert.deepEqual(await titlesIn(`sqlite:${join(folder, 'without-log.db')}`), ['Doubtful'])
    }),
  )
})

/** Fails the first flush of a commit. */
function failingOnce() {
  let failures = 1
  const error = Object.assign(new Error('EIO: simulated disk failure'), { code: 'EIO' })
  return () => (failures-- > 0 ? Promise.reject(error) : Promise.resolve())
}

/** A flush of a commit that takes until it is released. */
function heldCommit() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const beforeCommit = () => {
    begin()
    return held
  }
  return { beforeCommit, begun, letGo }
}

for (const hasLinks of [true, false]) {
  const where = hasLinks ? '' : ', on a file system without links'

  describe(`a power cut during a backup${where}`, () => {
    it(
      'leaves nothing under its name, or all of it',
      inFolder(async (folder) => {
        const url = `sqlite:${join(folder, 'x.db')}`
        const file = join(folder, 'x.backup')
        await storePosts(url, ['First'])
        const disk = new WatchedDisk(folder)
        const before = (change: string) => {
          if (change.startsWith('linkSync')) assert.ok(!existsSync(file))
          // Without links an empty file holds the name, since a rename would replace the file of anyone else.
          if (change.startsWith('renameSync')) assert.equal(statSync(file).size, 0)
        }
        const back = async () => {
          await backupDatabase(url, file)
        }
        await disk.during(back, { hasLinks, before })
        assert.ok(disk.isFlushed(file) && disk.keeps(file))
        const beside = readdirSync(folder).filter((name) => name.startsWith('x.backup'))
        assert.deepEqual(beside, ['x.backup'])
      }),
    )

    it(
      'leaves nothing under its name where a newer backup to the same name removes it when it is complete',
      inFolder(async (folder) => {
        const url = `sqlite:${join(folder, 'x.db')}`
        await storePosts(url, ['First'])
        const disk = new WatchedDisk(folder)
        const removeWhole = (change: string) => {
          if (!change.startsWith('linkSync')) return
          for (const name of readdirSync(folder).filter((name) => name.includes('.partial-')))
            unlinkSync(join(folder, name))
        }
        await disk.during(
          () =>
            assert.rejects(
              backupDatabase(url, join(folder, 'x.backup')),
              refusal(/Another backup to .* was begun/),
            ),
          { hasLinks, before: removeWhole },
        )
        assert.ok(!existsSync(join(folder, 'x.backup')))
      }),
    )
  })

  it(
    `a backup does not overwrite a file that took its name meanwhile${where}`,
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const file = join(folder, 'x.backup')
      await storePosts(url, ['First'])
      const takeName = (change: string) => {
        if (change.startsWith('linkSync')) writeFileSync(file, 'of somebody else')
      }
      const taken = refusal(/ already exists; name another file/, file)
      await new WatchedDisk(folder).during(() => assert.rejects(backupDatabase(url, file), taken), {
        hasLinks,
        before: takeName,
      })
      assert.equal(readFileSync(file, 'utf8'), 'of somebody else')
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('x.backup')),
        ['x.backup'],
      )
    }),
  )

  describe(`a power cut while a backup replaces a database${where}`, () => {
    const states: readonly [name: string, spoil: (path: string) => void][] = [
      ['was not stopped cleanly', () => undefined],
      ['is damaged', (path) => damage(path, 'first')],
      [
        'is too damaged to take in its log',
        (path) => {
          damage(path, 'first')
          writeFileSync(`${path}-wal`, 'its log')
        },
      ],
    ]
    for (const [name, spoil] of states) {
      it(
        `leaves the old one, or the new one and the old one beside it, where the old one ${name}`,
        inFolder(async (folder) => {
          const path = join(folder, 'x.db')
          const file = join(folder, 'x.backup')
          await storePosts(`sqlite:${path}`, ['Old'])
          await backupDatabase(`sqlite:${path}`, file)
          await storeKilled(`sqlite:${path}`)
          spoil(path)
          const disk = new WatchedDisk(folder)
          const before = (change: string) => {
            assert.ok(existsSync(path), change)
            const end = logEnds.find((one) => change === `rmSync ${path}${one}`)
            if (end !== undefined) {
              const kept = `${path}.replaced-1${end}`
              assert.ok(disk.keeps(kept) && (hasLinks || disk.isFlushed(kept)), change)
            }
            if (!/^renameSync .*\.restoring-/.test(change)) return
            assert.ok(disk.keeps(`${path}.replaced-1`), change)
            const beside = disk.names(folder).filter((name) => /^x\.db-(wal|journal)$/.test(name))
            assert.deepEqual(beside, [], change)
          }
          const restore = async () => {
            await restoreDatabase(file, `sqlite:${path}`)
          }
          await disk.during(restore, { hasLinks, before })
          assert.ok(disk.isFlushed(path) && disk.keeps(path))
          assert.ok(hasLinks || disk.isFlushed(`${path}.replaced-1`))
          assert.deepEqual(await titlesIn(`sqlite:${path}`), ['Old'])
        }),
      )
    }
  })
}

const replacing: readonly [
  name: string,
  replace: (url: string, file: string) => Promise<unknown>,
  message: RegExp,
][] = [
  [
    'an overwriting backup',
    (url, file) => backupDatabase(url, file, { overwrite: true }),
    /^Another backup to .*x\.backup was begun in the meantime$/,
  ],
  [
    'a restore',
    (url, file) => restoreDatabase(file, url),
    /^Another restore of sqlite:.*x\.db was begun in the meantime$/,
  ],
]
for (const [name, replace, message] of replacing) {
  it(
    `${name} whose finished copy is removed by another one says so, and leaves what was there`,
    inFolder(async (folder) => {
      const [url, file] = [`sqlite:${join(folder, 'x.db')}`, join(folder, 'x.backup')]
      await storePosts(url, ['Old'])
      await backupDatabase(url, file)
      await storePosts(url, ['New'])
      const before = (change: string) => {
        const [work, copy = ''] = change.split(' ')
        if (work === 'renameSync') unlinkSync(copy)
      }
      await new WatchedDisk(folder).during(() => assert.rejects(replace(url, file), refusal(message)), {
        before,
      })
      assert.deepEqual(await titlesIn(`sqlite:${file}`), ['Old'])
      assert.deepEqual(await titlesIn(url), ['New', 'Old'])
      assert.deepEqual(readdirSync(folder).sort(), ['x.backup', 'x.db'])
    }),
  )
}

it(
  'a restore is refused if a service opens the database while the old file is set aside: its log would be read as that of the backup',
  inFolder(async (folder) => {
    const [path, file] = [join(folder, 'x.db'), join(folder, 'x.backup')]
    await storePosts(`sqlite:${path}`, ['Old'])
    await backupDatabase(`sqlite:${path}`, file)
    const opened: DatabaseSync[] = []
    const before = (change: string) => {
      if (!change.startsWith('linkSync')) return
      const service = new DatabaseSync(path)
      service.exec("PRAGMA journal_mode = WAL; UPDATE posts SET title = 'Acknowledged'")
      opened.push(service)
    }
    await new WatchedDisk(folder).during(
      () =>
        assert.rejects(
          restoreDatabase(file, `sqlite:${path}`),
          refusal(/x\.db is in use; stop the service first$/),
        ),
      { before },
    )
    for (const service of opened) service.close()
    assert.equal(opened.length, 1)
    assert.deepEqual(await titlesIn(`sqlite:${path}`), ['Acknowledged'])
    assert.deepEqual(readdirSync(folder).sort(), ['x.backup', 'x.db'])
  }),
)

it(
  'a power cut during a backup over a damaged older one does not leave the log of that beside the new one',
  inFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'x.db')}`
    const file = join(folder, 'x.backup')
    await storePosts(url, ['First'])
    writeFileSync(file, 'no database any more')
    writeFileSync(`${file}-wal`, 'its log')
    const disk = new WatchedDisk(folder)
    let isReplaced = false
    const before = (change: string) => {
      if (!change.startsWith('renameSync') || !change.endsWith(` ${file}`)) return
      isReplaced = true
      assert.ok(!disk.names(folder).includes('x.backup-wal'))
    }
    const back = async () => {
      await backupDatabase(url, file, { overwrite: true })
    }
    await disk.during(back, { before })
    assert.ok(isReplaced && disk.keeps(file))
  }),
)

it(
  'after a power cut a restored database still has the names of the folders made for it',
  inFolder(async (folder) => {
    const file = join(folder, 'x.backup')
    await storePosts(`sqlite:${join(folder, 'x.db')}`, ['First'])
    await backupDatabase(`sqlite:${join(folder, 'x.db')}`, file)
    const path = join(folder, 'a', 'b', 'y.db')
    const disk = new WatchedDisk(folder)
    await disk.during(async () => {
      await restoreDatabase(file, `sqlite:${path}`)
    })
    assert.ok(disk.keeps(path))
  }),
)

async function storeKilled(url: string): Promise<void> {
  const writer = startCrashWriter(url)
  await writer.reach(30)
  await writer.kill()
}
