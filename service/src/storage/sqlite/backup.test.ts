import assert from 'node:assert/strict'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { backupDatabase, restoreDatabase } from '../backup.ts'
import { startCrashWriter, verifyStage } from '../contract/crash-load.ts'
import {
  createPosts,
  listTitles,
  newPost,
  newUser,
  signUp,
  storePosts,
  titlesIn,
} from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { refusal } from '../test-failures.ts'
import { damage, inFolder } from './test-folder.ts'

const options = { now: () => new Date('2026-01-02T03:04:05.678Z') }

describe('backing up an SQLite database', () => {
  it(
    'writes everything to one file that only its owner may read, while the database is open',
    inFolder(async (folder) => {
      const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, options)
      await signUp(storage, newUser('ada'))
      await createPosts(storage, ['First', 'Second'])
      const file = join(folder, 'x.backup')
      const report = await backupDatabase(storage.describe(), file)
      const { size, mode } = statSync(file)
      assert.deepEqual(report, { bytes: size, posts: 2, users: 1 })
      if (process.platform !== 'win32') assert.equal(mode & 0o777, 0o600)
      assert.deepEqual(readdirSync(folder).sort(), ['x.backup', 'x.db', 'x.db-shm', 'x.db-wal'])
      await storage.close()
    }),
  )

  it(
    'overwrites a file only if it is allowed to',
    inFolder(async (folder) => {
      const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, options)
      const file = join(folder, 'x.backup')
      writeFileSync(file, 'precious')
      writeFileSync(`${file}.partial-1`, 'of a backup that overwrites it meanwhile')
      await assert.rejects(
        backupDatabase(storage.describe(), file),
        refusal(/already exists; name another file, or add --overwrite/, file),
      )
      assert.equal(statSync(file).size, 8)
      assert.ok(existsSync(`${file}.partial-1`))
      await createPosts(storage, ['Only'])
      assert.equal((await backupDatabase(storage.describe(), file, { overwrite: true })).posts, 1)
      await storage.close()
    }),
  )

  it(
    'writes to the file that links lead to, which need not exist yet',
    inFolder(async (folder) => {
      const [url, link, disk] = [`sqlite:${folder}/x.db`, join(folder, 'latest'), join(folder, 'disk')]
      mkdirSync(disk)
      symlinkSync(join(folder, 'next'), link)
      symlinkSync(join(disk, 'latest'), join(folder, 'next'))
      await storePosts(url, ['First'])
      for (const overwrite of [false, true]) {
        await backupDatabase(url, link, { overwrite })
        assert.ok(lstatSync(link).isSymbolicLink())
        assert.deepEqual(readdirSync(disk), ['latest'])
        await storePosts(url, ['Second'])
      }
      await backupDatabase(url, link, { overwrite: true })
      assert.equal((await titlesIn(`sqlite:${join(disk, 'latest')}`)).length, 3)
    }),
  )

  it(
    'names the database, and not a file that is gone, where the copy is refused',
    inFolder(async (folder) => {
      const [path, file] = [join(folder, 'x.db'), join(folder, 'x.backup')]
      await storePosts(`sqlite:${path}`, ['Only'])
      alter(path, "INSERT INTO migrations VALUES (99, 'later', '', '')")
      const expected = refusal(/The schema of the copy of sqlite:\S+x\.db is newer than this program/, path)
      await assert.rejects(backupDatabase(`sqlite:${path}`, file), expected)
    }),
  )

  it(
    'removes what killed backups to the same name left, and completes one of two at once',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      await storePosts(url, ['Only'])
      for (const end of ['', '-journal']) writeFileSync(join(folder, `x.backup.partial-1${end}`), 'half')
      const file = join(folder, 'x.backup')
      const outcomes = await Promise.allSettled([backupDatabase(url, file), backupDatabase(url, file)])
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.startsWith('x.backup')),
        ['x.backup'],
      )
      assert.deepEqual(await titlesIn(`sqlite:${file}`), ['Only'])
    }),
  )

  it(
    'changes neither the database nor the log that a killed service left',
    inFolder(async (folder) => {
      const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, options)
      await createPosts(storage, ['Only'])
      const killed = join(folder, 'killed.db')
      for (const end of ['', '-wal']) writeFileSync(killed + end, readFileSync(join(folder, `x.db${end}`)))
      await storage.close()
      const contents = () => ['', '-wal'].map((end) => readFileSync(killed + end))
      const before = contents()
      assert.equal((await backupDatabase(`sqlite:${killed}`, join(folder, 'x.backup'))).posts, 1)
      assert.deepEqual(contents(), before)
    }),
  )

  for (const [mode, end] of [
    ['WAL', '-wal'],
    ['PERSIST', '-journal'],
  ] as const) {
    it(
      `over an older one with its own ${end} holds what it reports, and has no log beside it`,
      inFolder(async (folder) => {
        const { url, file } = await interrupted(folder, { mode, end })
        assert.equal((await backupDatabase(url, file, { overwrite: true })).posts, 3)
        const names = readdirSync(folder).filter((name) => name.startsWith('x.backup'))
        assert.deepEqual(names, ['x.backup'])
        assert.deepEqual(await titlesIn(`sqlite:${file}`), ['Newer', 'New', 'Old'])
      }),
    )

    it(
      `is refused beside a ${end} without its file, which would be read as the log of the backup`,
      inFolder(async (folder) => {
        const { url, file } = await interrupted(folder, { mode, end })
        rmSync(file)
        await assert.rejects(
          backupDatabase(url, file),
          refusal(/exists without its file.*name another file, or add --overwrite/, `${file}${end}`),
        )
        const names = readdirSync(folder).filter((name) => name.startsWith('x.backup'))
        assert.deepEqual(names, [`x.backup${end}`])
        await backupDatabase(url, file, { overwrite: true })
        assert.deepEqual(await titlesIn(`sqlite:${file}`), ['Newer', 'New', 'Old'])
      }),
    )
  }

  it(
    'is refused over an older one that another program writes to, which stays as it is',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const file = join(folder, 'x.backup')
      await storePosts(url, ['New'])
      const older = await openStorage(`sqlite:${file}`, options)
      await createPosts(older, ['Old'])
      await assert.rejects(backupDatabase(url, file, { overwrite: true }), refusal(/is in use/, file))
      assert.deepEqual(await listTitles(older), ['Old'])
      await older.close()
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('partial')),
        [],
      )
    }),
  )

  for (const end of ['-wal', '-shm', '-journal', '-WAL']) {
    it(
      `is refused in place of the ${end} of a database, its own or another's, which keeps what it acknowledged`,
      inFolder(async (folder) => {
        const [path, other] = [join(folder, 'x.db'), join(folder, 'other.db')]
        await storePosts(`sqlite:${other}`, ['Other'])
        const storage = await openStorage(`sqlite:${path}`, options)
        await createPosts(storage, ['Acknowledged'])
        const before = readdirSync(folder)
        for (const url of [`sqlite:${path}`, `sqlite:${other}`]) {
          await assert.rejects(
            backupDatabase(url, path + end, { overwrite: true }),
            refusal(/is where SQLite keeps a log of .*x\.db; give the path of another file/, path + end),
          )
        }
        const kept = readdirSync(folder).filter((name) => !name.startsWith('other.db-'))
        assert.deepEqual(kept, before)
        const killed = join(folder, 'killed.db')
        for (const part of ['', '-wal']) writeFileSync(killed + part, readFileSync(path + part))
        assert.deepEqual(await titlesIn(`sqlite:${killed}`), ['Acknowledged'])
        await storage.close()
        assert.equal((await backupDatabase(`sqlite:${path}`, join(folder, `no-database${end}`))).posts, 1)
      }),
    )
  }

  const refused: readonly [name: string, url: (folder: string) => string, file: string, message: RegExp][] = [
    ['of a database that is not there', (folder) => `sqlite:${folder}/no.db`, 'b', /There is no database at/],
    ['of a database in memory', () => 'sqlite::memory:', 'b', /has no file/],
    ['over the database itself', (folder) => `sqlite:${folder}/x.db`, 'x.db', /the database itself/],
    [
      'into a folder that is not there',
      (folder) => `sqlite:${folder}/x.db`,
      'no/b',
      /There is no folder .*no for the backup; create it, or name another file$/,
    ],
    ['as a folder', (folder) => `sqlite:${folder}/x.db`, '', /Cannot back up .*this is a folder/],
    [
      'where nobody may look',
      (folder) => `sqlite:${folder}/x.db`,
      'endless/b',
      /Cannot back up .*unable to open database file/,
    ],
    ['of another program', (folder) => `sqlite:${folder}/songs.db`, 'b', /another program/],
    ['of a damaged database', (folder) => `sqlite:${folder}/damaged.db`, 'b', /Cannot back up .*malformed/],
  ]
  for (const [name, url, file, message] of refused) {
    it(
      `is refused ${name}, and leaves nothing behind`,
      inFolder(async (folder) => {
        for (const name of ['x', 'damaged']) {
          await storePosts(`sqlite:${join(folder, `${name}.db`)}`, Array(200).fill('Damaged sooner or later'))
        }
        damage(join(folder, 'damaged.db'))
        const songs = new DatabaseSync(join(folder, 'songs.db'))
        songs.exec('CREATE TABLE songs (name TEXT)')
        songs.close()
        symlinkSync(join(folder, 'endless'), join(folder, 'endless'))
        const before = readdirSync(folder)
        await assert.rejects(backupDatabase(url(folder), join(folder, file)), refusal(message))
        assert.deepEqual(
          readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name)),
          before,
        )
      }),
    )
  }
})

describe('restoring an SQLite database', () => {
  it(
    'puts the backup in place and keeps what was there',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const file = join(folder, 'x.backup')
      await storePosts(url, ['Old'])
      await backupDatabase(url, file)
      await storePosts(url, ['New'])
      const { replaced, posts } = await restoreDatabase(file, url)
      assert.equal(posts, 1)
      assert.equal(replaced, join(folder, 'x.db.replaced-1'))
      assert.deepEqual(await titlesIn(url), ['Old'])
      assert.deepEqual(await titlesIn(`sqlite:${replaced}`), ['New', 'Old'])
      assert.equal((await restoreDatabase(file, url)).replaced, join(folder, 'x.db.replaced-2'))
    }),
  )

  it(
    'of two at once completes the one whose backup is then in place, and removes what killed ones left',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const files = ['one', 'two'].map((name) => join(folder, name))
      for (const file of files) {
        await storePosts(url, [file])
        await backupDatabase(url, file)
      }
      for (const end of ['', '-journal']) writeFileSync(join(folder, `x.db.restoring-1${end}`), 'half')
      const outcomes = await Promise.allSettled(files.map((file) => restoreDatabase(file, url)))
      // Which one began last is chance, and nearly always they overlap.
      const { length } = await titlesIn(url)
      const results = outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value.posts : String(outcome.reason),
      )
      const refused = `StorageRefused: Another restore of ${url} was begun in the meantime`
      assert.ok(
        results.includes(length) && results.every((one) => one === refused || Number(one) > 0),
        `${results}`,
      )
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('restoring')),
        [],
      )
    }),
  )

  it(
    'creates the database and its folder where there is none, and assigns no id twice',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const first = await openStorage(url, options)
      const [, last] = await createPosts(first, ['First', 'Last'])
      await first.posts.delete(last?.id ?? 0)
      await first.close()
      const file = join(folder, 'x.backup')
      await backupDatabase(url, file)
      const elsewhere = `sqlite:${join(folder, 'a/b/y.db')}`
      assert.deepEqual(await restoreDatabase(file, elsewhere), {
        bytes: statSync(file).size,
        posts: 1,
        users: 0,
        replaced: undefined,
      })
      const second = await openStorage(elsewhere, options)
      assert.ok((await second.posts.create(newPost())).id > (last?.id ?? 0))
      await second.close()
    }),
  )

  it(
    'repairs a damaged database',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const file = join(folder, 'x.backup')
      const titles = Array.from({ length: 200 }, (_, index) => `Title ${index}`)
      await storePosts(url, titles)
      await backupDatabase(url, file)
      for (const page of ['first', 'middle'] as const) {
        damage(join(folder, 'x.db'), page)
        await restoreDatabase(file, url)
        assert.deepEqual((await titlesIn(url)).sort(), titles.sort())
      }
    }),
  )

  it(
    'keeps the log of a database that is too damaged to take it in',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const url = `sqlite:${path}`
      const file = join(folder, 'x.backup')
      await storePosts(url, ['Old'])
      await backupDatabase(url, file)
      damage(path, 'first')
      writeFileSync(`${path}-wal`, 'its log')
      const { replaced } = await restoreDatabase(file, url)
      assert.equal(readFileSync(`${replaced}-wal`, 'utf8'), 'its log')
      assert.deepEqual(await titlesIn(url), ['Old'])
    }),
  )

  it(
    'does not use the log that a killed process left for a file that is gone',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const url = `sqlite:${path}`
      const file = join(folder, 'x.backup')
      const titles = Array.from({ length: 200 }, (_, index) => `Title ${index}`)
      await storePosts(url, titles)
      await backupDatabase(url, file)
      const writer = startCrashWriter(url)
      await writer.reach(300)
      await writer.kill()
      rmSync(path)
      assert.equal((await restoreDatabase(file, url)).replaced, `${path}.replaced-1-wal`)
      assert.deepEqual((await titlesIn(url)).sort(), titles.sort())
      assert.equal((await restoreDatabase(file, url)).replaced, `${path}.replaced-2`)
      for (const name of [`${path}.replaced-3-journal`, `${path}.replaced-4-journal`]) {
        rmSync(path)
        writeFileSync(`${path}-journal`, 'left of another mode')
        assert.equal((await restoreDatabase(file, url)).replaced, name)
      }
      assert.deepEqual((await titlesIn(url)).sort(), titles.sort())
    }),
  )

  it(
    'replaces the database that a link points to, and keeps the link',
    inFolder(async (folder) => {
      const [link, disk] = [join(folder, 'x.db'), join(folder, 'disk')]
      mkdirSync(disk)
      symlinkSync(join(disk, 'real.db'), link)
      const url = `sqlite:${link}`
      await storePosts(url, ['Old'])
      const file = join(folder, 'x.backup')
      await backupDatabase(url, file)
      symlinkSync(disk, join(folder, 'other-name'))
      const second = join(folder, 'second.db')
      linkSync(join(disk, 'real.db'), second)
      for (const over of [link, join(disk, 'real.db'), join(folder, 'other-name', 'real.db'), second]) {
        await assert.rejects(backupDatabase(url, over, { overwrite: true }), refusal(/the database itself/))
        await assert.rejects(restoreDatabase(over, url), refusal(/is the database itself; name another file/))
      }
      await storePosts(url, ['New'])
      const { replaced } = await restoreDatabase(file, url)
      assert.equal(replaced, join(disk, 'real.db.replaced-1'))
      assert.ok(lstatSync(link).isSymbolicLink())
      assert.deepEqual(await titlesIn(url), ['Old'])
      assert.deepEqual((await titlesIn(`sqlite:${replaced}`)).sort(), ['New', 'Old'])
      rmSync(join(disk, 'real.db'))
      assert.equal((await restoreDatabase(file, url)).replaced, undefined)
      assert.ok(lstatSync(link).isSymbolicLink())
      assert.deepEqual(await titlesIn(`sqlite:${join(disk, 'real.db')}`), ['Old'])
    }),
  )

  it(
    'is refused in place of the log of a database',
    inFolder(async (folder) => {
      const [path, file] = [join(folder, 'x.db'), join(folder, 'x.backup')]
      const storage = await openStorage(`sqlite:${path}`, options)
      await createPosts(storage, ['Acknowledged'])
      await backupDatabase(`sqlite:${path}`, file)
      const before = readFileSync(`${path}-wal`)
      await assert.rejects(
        restoreDatabase(file, `sqlite:${path}-wal`),
        refusal(/is where SQLite keeps a log of .*x\.db/, `${path}-wal`),
      )
      assert.deepEqual(readFileSync(`${path}-wal`), before)
      await storage.close()
    }),
  )

  it(
    'is refused while another program writes to a database that was not served yet',
    inFolder(async (folder) => {
      const [path, file] = [join(folder, 'x.db'), join(folder, 'x.backup')]
      await storePosts(`sqlite:${path}`, ['Old'])
      await backupDatabase(`sqlite:${path}`, file)
      await restoreDatabase(file, `sqlite:${path}`)
      const other = new DatabaseSync(path)
      other.exec("BEGIN IMMEDIATE; UPDATE posts SET title = 'Other'")
      await assert.rejects(
        restoreDatabase(file, `sqlite:${path}`),
        refusal(/is in use; stop the service first/, path),
      )
      other.exec('COMMIT')
      other.close()
      assert.deepEqual(await titlesIn(`sqlite:${path}`), ['Other'])
    }),
  )

  it(
    'is refused while the database is in use, and does not disturb it',
    inFolder(async (folder) => {
      const url = `sqlite:${join(folder, 'x.db')}`
      const file = join(folder, 'x.backup')
      const storage = await openStorage(url, options)
      await createPosts(storage, ['Old'])
      await backupDatabase(url, file)
      await assert.rejects(restoreDatabase(file, url), refusal(/is in use; stop the service first/, url))
      await createPosts(storage, ['New'])
      await storage.close()
      assert.deepEqual(await titlesIn(url), ['New', 'Old'])
    }),
  )

  const refused: readonly [name: string, spoil: (file: string) => void, message: RegExp][] = [
    ['is damaged', (file) => damage(file), /is damaged \(.*\)\. Take an older backup$/s],
    [
      'is cut in the middle',
      (file) => truncateSync(file, statSync(file).size / 2),
      /x\.backup is damaged \(.*malformed\)\. Take an older backup$/,
    ],
    ['is cut', (file) => writeFileSync(file, 'SQLite format 3\0'), /not a database|malformed|is empty/],
    ['is empty', (file) => writeFileSync(file, ''), /is empty: it has nothing to restore/],
    ['is not a database', (file) => writeFileSync(file, 'x'.repeat(10_000)), /not a database/],
    ['is newer', (file) => alter(file, "INSERT INTO migrations VALUES (99, 'a', 'b', 'c')"), /is newer than/],
    [
      'was made by a migration that has changed',
      (file) => alter(file, "UPDATE migrations SET checksum = 'x'"),
      /has changed since/,
    ],
    [
      'has an index that misses rows',
      loseIndex,
      /is damaged \((row [123] missing from index \w+(; |\)\. Take an older backup)){3}$/,
    ],
    [
      'holds rows that belong to nothing',
      (file) => alter(file, 'PRAGMA foreign_keys = OFF; UPDATE posts SET author_id = 99 WHERE id = 1'),
      /a row of posts belongs to nothing/,
    ],
  ]
  for (const [name, spoil, message] of refused) {
    it(
      `is refused with a backup that ${name}, and changes nothing`,
      inFolder(async (folder) => {
        const url = `sqlite:${join(folder, 'x.db')}`
        const file = join(folder, 'x.backup')
        await storePosts(url, Array(200).fill('Kept'))
        await backupDatabase(url, file)
        spoil(file)
        await assert.rejects(restoreDatabase(file, url), refusal(message, file))
        assert.equal((await titlesIn(url)).length, 200)
        assert.deepEqual(
          readdirSync(folder).filter((name) => !name.startsWith('x.backup')),
          ['x.db'],
        )
      }),
    )
  }

  it(
    'is refused with a backup that does not exist, is a folder, or cannot be opened, and makes no folder',
    inFolder(async (folder) => {
      const [endless, text] = [join(folder, 'endless'), join(folder, 'text')]
      symlinkSync(endless, endless)
      writeFileSync(text, 'x'.repeat(10_000))
      const cases: readonly [path: string, message: RegExp][] = [
        [join(folder, 'no.backup'), /There is no backup file at/],
        [folder, /There is no backup file at/],
        [endless, /unable to open database file/],
        [text, /file is not a database/],
      ]
      for (const [path, message] of cases) {
        const restoring = restoreDatabase(path, `sqlite:${join(folder, 'new', 'x.db')}`)
        await assert.rejects(restoring, refusal(message, path))
      }
      assert.ok(!existsSync(join(folder, 'new')))
    }),
  )
})

it(
  'backups taken under load hold everything acknowledged before they began, and can be restored',
  inFolder(async (folder) => {
    const url = `sqlite:${join(folder, 'x.db')}`
    const writer = startCrashWriter(url)
    for (const number of [1, 2, 3]) {
      await writer.reach(number * 300)
      const acknowledged = new Map(writer.stages)
      const file = join(folder, `${number}.backup`)
      await backupDatabase(url, file)
      const restored = `sqlite:${join(folder, `${number}.db`)}`
      await restoreDatabase(file, restored)
      const storage = await openStorage(restored, options)
      for (const [id, stage] of acknowledged) await verifyStage(storage, id, { atLeast: stage })
      await storage.close()
    }
    await writer.kill()
    assert.ok(existsSync(join(folder, '3.backup')))
  }),
)

/**
 * Creates a database with three posts, and a backup of its first post with the log of a program that was killed while
 * writing to it.
 */
async function interrupted(
  folder: string,
  { mode, end }: { mode: 'WAL' | 'PERSIST'; end: '-wal' | '-journal' },
): Promise<{ url: string; file: string }> {
  const url = `sqlite:${join(folder, 'x.db')}`
  const file = join(folder, 'x.backup')
  await storePosts(url, ['Old'])
  await backupDatabase(url, file)
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = ${mode}; BEGIN; UPDATE posts SET title = 'Altered'`)
  if (mode === 'WAL') database.exec('COMMIT')
  const log = readFileSync(`${file}${end}`)
  if (mode === 'PERSIST') database.exec('ROLLBACK')
  database.close()
  writeFileSync(`${file}${end}`, log)
  await storePosts(url, ['New'])
  await storePosts(url, ['Newer'])
  return { url, file }
}

/** Puts back an index as it was before any row was in it, as a disk does that lost a write. */
function loseIndex(file: string): void {
  const database = new DatabaseSync(file)
  const query = "SELECT rootpage FROM sqlite_schema WHERE name = 'posts_by_author_and_age'"
  const from = (Number(database.prepare(query).get()?.['rootpage']) - 1) * 4096
  database.close()
  const page = readFileSync(file).subarray(from, from + 4096)
  alter(
    file,
    `INSERT INTO users (id, age, created_at, username, username_key, email, email_key, password)
       VALUES (1, 30, '', 'ann', 'ann', 'a@example.com', 'a@example.com', '');
     UPDATE posts SET author_id = 1 WHERE id <= 4`,
  )
  writeFileSync(file, readFileSync(file).fill(page, from, from + 4096))
}

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}
