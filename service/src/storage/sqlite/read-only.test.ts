import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it } from 'node:test'
import { backupDatabase, restoreDatabase } from '../backup.ts'
import { storePosts, titlesIn } from '../contract/samples.ts'
import { migrationState } from '../migration-state.ts'
import { openStorage } from '../open.ts'
import { refusal } from '../test-failures.ts'
import { transferRecords } from '../transfer.ts'
import { inFolder } from './test-folder.ts'

const options = { now: () => new Date('2026-01-02T03:04:05.678Z') }

it(
  'a file whose writer was killed before it committed is read as it was before, through a link too, whichever command comes first',
  inFolder(async (folder) => {
    const half = join(folder, 'half.db')
    await leaveHalfDone(folder, half)
    const commands = {
      migrationState: (url: string) => migrationState(url),
      backup: (url: string) => backupDatabase(url, join(folder, 'backup')),
      transfer: (url: string) =>
        transferRecords(url, `sqlite:${join(folder, 'other.db')}`, { ...options, ...silent }),
      restore: (url: string) => restoreDatabase(join(folder, 'backup'), url),
    }
    for (const [name, command] of Object.entries(commands)) {
      const [file, link] = [join(folder, `${name}.db`), join(folder, `${name}.link`)]
      for (const end of ['', '-journal']) copyFileSync(half + end, file + end)
      symlinkSync(file, link)
      await command(`sqlite:${link}`)
      assert.deepEqual(await titlesIn(`sqlite:${file}`), ['Kept'], name)
    }
  }),
)

const noFile = /this is a folder, a device or a pipe\. Give the path of a file$/

/** Things with the name of a database that are none, such as a pipe or a device: no file may take their place. */
const others: Readonly<Record<string, { make: (path: string) => void; message: RegExp }>> = {
  folder: { make: (path) => mkdirSync(path), message: noFile },
  ...(process.platform !== 'win32' && {
    pipe: { make: (path) => void execFileSync('mkfifo', [path]), message: noFile },
    // The system reports as little about it as about what is in a folder that a user may not enter, and root may enter
    // every folder.
    'link that leads to itself': {
      make: (path) => symlinkSync(path, path),
      message: /unable to open database file\. Give the path of a file that this user may/,
    },
  }),
}

for (const [other, { make, message }] of Object.entries(others)) {
  it(
    `every command reports that a ${other} is not a file, not that the disk fails, and leaves it in place`,
    inFolder(async (folder) => {
      const [path, file, place] = [join(folder, 'x.db'), join(folder, 'x.backup'), join(folder, 'd')]
      await (await openStorage(`sqlite:${path}`, options)).close()
      await backupDatabase(`sqlite:${path}`, file)
      make(place)
      const url = `sqlite:${place}`
      const commands = [
        () => openStorage(url, options),
        () => migrationState(url),
        () => backupDatabase(url, join(folder, 'other')),
        () => backupDatabase(`sqlite:${path}`, place),
        () => backupDatabase(`sqlite:${path}`, place, { overwrite: true }),
        () => transferRecords(url, `sqlite:${path}`, { ...options, ...silent }),
        () => transferRecords(`sqlite:${path}`, url, { ...options, ...silent }),
        () => restoreDatabase(file, url),
      ]
      const expected = refusal(message, place)
      for (const command of commands) await assert.rejects(command(), expected)
      assert.equal(lstatSync(place).isFile(), false)
      assert.deepEqual(
        readdirSync(folder)
          .filter((name) => !/-(wal|shm)$/.test(name))
          .sort(),
        ['d', 'x.backup', 'x.db'],
      )
    }),
  )
}

const silent = { begin: async () => undefined, advance: () => undefined }

/** Leaves a database and its journal, with some changes in the file and none of them committed. */
async function leaveHalfDone(folder: string, half: string): Promise<void> {
  const file = join(folder, 'whole.db')
  await storePosts(`sqlite:${file}`, ['Kept'])
  const writer = new DatabaseSync(file)
  // Changes that exceed so small a cache are in the file before the commit.
  writer.exec(`
    PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN;
    UPDATE posts SET title = 'Lost', content = hex(zeroblob(200000))`)
  for (const end of ['', '-journal']) copyFileSync(file + end, half + end)
  writer.close()
}
