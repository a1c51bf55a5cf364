import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runFlags, startCrashWriter, verifyStage } from '../contract/crash-load.ts'
import { createPosts, listTitles, newPost } from '../contract/samples.ts'
import { openStorage } from '../open.ts'
import { unavailable } from '../test-failures.ts'
import type { FullDiskResult } from './full-disk-writer.ts'
import { damage, inFolder } from './test-folder.ts'

const options = { now: () => new Date() }
const writer = fileURLToPath(new URL('full-disk-writer.ts', import.meta.url))
const flags = runFlags().join(' ')
/** A separate disk of 2 MiB; not every system allows mounting one. */
const smallDisk = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c']
const canMount = spawnSync('unshare', [...smallDisk.slice(1), 'mount -t tmpfs none /mnt']).status === 0

describe('a full disk', () => {
  it(
    'refuses writes, loses nothing acknowledged, and accepts writes again when there is room',
    { skip: !canMount && 'this system mounts no disk for its users' },
    inFolder(async (folder) => {
      const script = `mount -t tmpfs -o size=2m none "${folder}" && exec "$0" ${flags} "${writer}" "${folder}" makes-room`
      const result = run([...smallDisk, script, process.execPath])
      assert.match(result.reason, /x\.db: (database or disk is full\. Make room|disk I\/O error)/)
      assert.ok(result.readable && result.ids.length > 20 && result.checks < 30)
      assert.ok((result.after ?? 0) > (result.ids.at(-1) ?? 0))
      assert.equal(result.kept, result.ids.length + 1)
    }),
  )

  it(
    'or a file that may not grow refuses writes, and everything acknowledged is there afterwards',
    inFolder(async (folder) => {
      const script = `trap "" XFSZ; ulimit -f 2000; exec "$0" ${flags} "${writer}" "${folder}"`
      const result = run(['sh', '-c', script, process.execPath])
      assert.match(result.reason, /x\.db: disk I\/O error\. Check the disk/)
      assert.ok(result.readable && result.ids.length > 20 && result.checks < 30)
      const storage = await openStorage(`sqlite:${join(folder, 'x.db')}`, options)
      for (const id of result.ids) assert.equal((await storage.posts.get(id))?.content.length, 10_000)
      await storage.posts.create(newPost())
      await storage.close()
      const database = new DatabaseSync(join(folder, 'x.db'))
      assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' })
      database.close()
    }),
  )
})

describe('a database file that something else changes while it is open', () => {
  it(
    'is missed when it is moved: nothing is acknowledged that would be lost',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const storage = await openStorage(`sqlite:${path}`, options)
      await createPosts(storage, ['Before'])
      renameSync(path, `${path}.moved`)
      const gone = unavailable(/was moved, removed or replaced .* Start the service again/)
      await assert.rejects(storage.check(), gone)
      await assert.rejects(storage.posts.create(newPost()), gone)
      writeFileSync(path, '')
      await assert.rejects(storage.posts.create(newPost()), gone)
      renameSync(`${path}.moved`, path)
      await createPosts(storage, ['After'])
      assert.deepEqual(await listTitles(storage), ['After', 'Before'])
      await storage.close()
    }),
  )

  it(
    'is missed when its log is removed, through a link too, and a stop keeps what was acknowledged',
    inFolder(async (folder) => {
      const [path, link] = [join(folder, 'x.db'), join(folder, 'link.db')]
      symlinkSync(path, link)
      const storage = await openStorage(`sqlite:${link}`, options)
      await createPosts(storage, ['Before'])
      rmSync(`${path}-wal`)
      const gone = unavailable(/x\.db-wal was moved, removed or replaced .* Start the service again/)
      await assert.rejects(storage.check(), gone)
      await assert.rejects(storage.posts.create(newPost()), gone)
      await storage.close()
      const again = await openStorage(`sqlite:${path}`, options)
      await createPosts(again, ['After'])
      assert.deepEqual((await listTitles(again)).sort(), ['After', 'Before'])
      await again.close()
    }),
  )

  it(
    'is missed when the index of its log is removed, through a link too, and a stop keeps what another program acknowledged since',
    inFolder(async (folder) => {
      const [url, link] = [`sqlite:${join(folder, 'x.db')}`, join(folder, 'link.db')]
      symlinkSync(join(folder, 'x.db'), link)
      const storage = await openStorage(`sqlite:${link}`, options)
      const [before] = await createPosts(storage, ['Before'])
      rmSync(join(folder, 'x.db-shm'))
      const other = startCrashWriter(url)
      // Enough for the log to start over, with content that the removed index does not know.
      await other.reach(4000)
      await other.kill()
      const gone = unavailable(/x\.db-shm was moved, removed or replaced .* Start the service again/)
      await assert.rejects(storage.posts.get(before?.id ?? 0), gone)
      await assert.rejects(listTitles(storage), gone)
      await assert.rejects(storage.check(), gone)
      await assert.rejects(storage.posts.create(newPost()), gone)
      await storage.close()
      const again = await openStorage(url, options)
      for (const [id, last] of other.stages) await verifyStage(again, id, { last })
      await createPosts(again, ['After'])
      await again.close()
    }),
  )

  it(
    'is missed when the system cannot say whether it is there',
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const storage = await openStorage(`sqlite:${join(data, 'x.db')}`, options)
      renameSync(data, `${data}.moved`)
      assert.deepEqual(await listTitles(storage), [], 'together the files can still be read')
      symlinkSync(data, data)
      const unknown = unavailable(/x\.db cannot be watched: ELOOP/)
      await assert.rejects(storage.check(), unknown)
      await assert.rejects(storage.posts.create(newPost()), unknown)
      rmSync(data)
      renameSync(`${data}.moved`, data)
      await createPosts(storage, ['After'])
      await storage.close()
    }),
  )

  it(
    'is reported as damaged where it is damaged, and the rest can be read',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const first = await openStorage(`sqlite:${path}`, options)
      const created = await Promise.all(
        Array.from({ length: 100 }, () => first.posts.create(newPost({ content: 'x'.repeat(2000) }))),
      )
      await first.close()
      damage(path)
      const storage = await openStorage(`sqlite:${path}`, options)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) => storage.posts.get(index + 1)),
      )
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
      assert.ok(failures.length > 0 && failures.length < 100)
      const damaged = unavailable(/x\.db: .* The file is damaged: restore a backup/)
      for (const { reason } of failures) damaged(reason)
      const [after] = created.slice(65)
      assert.ok(after)
      for (const page of [{ limit: 100 }, { limit: 32, after }])
        await assert.rejects(storage.posts.list(page), damaged)
      await storage.close()
    }),
  )

  it(
    'makes writes wait while another program writes to it, and reads do not wait',
    inFolder(async (folder) => {
      const path = join(folder, 'x.db')
      const storage = await openStorage(`sqlite:${path}`, options)
      const [post] = await createPosts(storage, ['First'])
      const other = new DatabaseSync(path)
      other.exec("BEGIN IMMEDIATE; UPDATE posts SET title = 'Changed by the other'")
      const replaced = storage.posts.replace(post?.id ?? 0, { title: 'Second', content: '' })
      assert.equal((await storage.posts.get(post?.id ?? 0))?.title, 'First')
      other.exec('COMMIT')
      other.close()
      assert.partialDeepStrictEqual(await replaced, { title: 'Second', version: 2 })
      await storage.close()
    }),
  )
})

function run([program = '', ...given]: readonly string[]): FullDiskResult {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout)
}
