import assert from 'node:assert/strict'
import { closeSync, openSync, writeSync } from 'node:fs'
import { link as hardLink, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { answerOf, createPosts, newPost, newSession, newUser, signUp, under } from './contract/samples.ts'
import { openStorage } from './open.ts'
import { startTestServer } from './postgres/test-server.ts'
import { damage } from './sqlite/test-folder.ts'
import type { Clock, Storage } from './storage.ts'
import { tables } from './tables.ts'
import { refusal, unavailable } from './test-failures.ts'
import { transferRecords } from './transfer.ts'

const server = await startTestServer()
const folder = await mkdtemp(join(tmpdir(), 'postern-transfer-'))
let files = 0

after(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const createDatabase = {
  sqlite: async () => {
    files += 1
    return `sqlite:${join(folder, `${files}.db`)}`
  },
  postgres: () => server.createDatabase(),
} as const

const kinds = ['sqlite', 'postgres'] as const
const now = () => new Date('2026-01-02T03:04:05.678Z')
const quiet = { now, begin: async () => undefined, advance: () => undefined }
const keyed = under(
  { user_id: 1, operation: 'createPost', key: 'k' },
  { answer: (post) => ({ ...answerOf(post), body: '{"\0": "␀"}' }) },
)

describe('transferring all records', () => {
  for (const from of kinds) {
    for (const to of kinds) {
      it(`from ${from} to ${to} changes none of them and reuses no id`, async () => {
        const [source, target] = [await createDatabase[from](), await createDatabase[to]()]
        const [before, last] = await onStorage(source, async (storage) => {
          await fill(storage)
          return [await everything(storage), (await storage.posts.create(newPost())).id] as const
        })
        await onStorage(source, ({ posts }) => posts.delete(last))
        const written: number[] = []
        const begin = async (total: number) => void written.push(-total)
        const counts = await transferRecords(source, target, {
          now,
          begin,
          advance: (count) => written.push(count),
        })

        assert.deepEqual(counts, { users: 2, posts: 254, sessions: 1, idempotency_keys: 1 })
        assert.equal(
          written.reduce((sum, count) => sum + count),
          0,
        )
        await onStorage(target, async (storage) => {
          assert.deepEqual(await everything(storage), before)
          assert.equal((await storage.posts.create(newPost())).id, last + 1)
          assert.equal((await signUp(storage, newUser('third'))).id, 3)
        })
        assert.deepEqual(await onStorage(source, everything), before)
        const repeat = (url: string, clock: Clock) =>
          onStorage(url, ({ posts }) => posts.create(newPost(), keyed), clock)
        const first = await repeat(source, now)
        assert.equal(first.outcome, 'replayed')
        assert.deepEqual(await repeat(target, () => new Date('2026-01-03T03:04:05.677Z')), first)
        const aDayLater = await repeat(target, () => new Date('2026-01-03T03:04:05.678Z'))
        assert.equal(aDayLater.outcome, 'created')
      })

      it(`from ${from} to ${to} leaves the first id to the first new record where there are no records`, async () => {
        const [source, target] = [await createDatabase[from](), await createDatabase[to]()]
        await onStorage(source, async () => undefined)
        await transferRecords(source, target, quiet)
        await onStorage(target, async (storage) => {
          assert.equal((await storage.posts.create(newPost())).id, 1)
          assert.equal((await signUp(storage, newUser('first'))).id, 1)
        })
      })
    }

    it(`includes every column of the records in ${from}`, async () => {
      const url = await createDatabase[from]()
      await onStorage(url, async () => undefined)
      const listed = Object.entries(tables).flatMap(([table, columns]) =>
        Object.keys(columns).map((column) => `${table}.${column}`),
      )
      assert.deepEqual((await columnsOf(url)).sort(), listed.sort())
    })

    it(`to ${from} reuses no id of a table whose records were all deleted`, async () => {
      const [source, target] = [await createDatabase.sqlite(), await createDatabase[from]()]
      const { id } = await onStorage(source, ({ posts }) => posts.create(newPost()))
      await onStorage(source, ({ posts }) => posts.delete(id))
      await transferRecords(source, target, quiet)
      assert.ok((await onStorage(target, ({ posts }) => posts.create(newPost()))).id > id)
    })

    it(`to ${from} writes all or nothing`, async () => {
      const [source, target] = [await createDatabase.sqlite(), await createDatabase[from]()]
      await onStorage(source, fill)
      await onStorage(target, async () => undefined)
      await refuseTitle(target, 'The last')
      await assert.rejects(transferRecords(source, target, quiet), /The last is refused|posts_title_check/)
      await onStorage(target, async ({ posts, users }) => {
        assert.deepEqual(await posts.list({ limit: 1 }), { posts: [], total: 0 })
        assert.deepEqual(await users.list({ limit: 1 }), [])
      })
    })

    it(`from ${from} transfers what was there when it began`, async () => {
      const [source, target] = [await createDatabase[from](), await createDatabase.sqlite()]
      await onStorage(source, (storage) => createPosts(storage, ['Before']))
      const begin = () =>
        onStorage(source, (storage) => createPosts(storage, ['Meanwhile']).then(() => undefined))
      const { posts } = await transferRecords(source, target, { ...quiet, begin })
      assert.equal(posts, 1)
      assert.equal(
        (await onStorage(target, ({ posts }) => posts.list({ limit: 9 }))).posts[0]?.title,
        'Before',
      )
    })

    it(`refuses a ${from} target that holds records, the source itself included`, async () => {
      const source = await createDatabase[from]()
      await onStorage(source, ({ posts }) => posts.create(newPost(), keyed))
      const holdsRecords = refusal(
        / holds records \(1 posts, 1 idempotency keys\)\. Give the URL of an empty database$/,
      )
      const begin = () => assert.fail('Nothing is to be shown of what is refused')
      const namesItself =
        from === 'sqlite' ? refusal(/names the database of DATABASE_URL itself/) : holdsRecords
      await assert.rejects(transferRecords(source, source, { ...quiet, begin }), namesItself)
      const other = await createDatabase.sqlite()
      await onStorage(other, (storage) => createPosts(storage, ['Three']))
      await assert.rejects(transferRecords(other, source, quiet), holdsRecords)
    })

    it(`refuses an empty ${from} source, and creates nothing`, async () => {
      const [source, target] = [await createDatabase[from](), await createDatabase.sqlite()]
      await assert.rejects(transferRecords(source, target, quiet), refusal(/There is nothing to transfer/))
      await assert.rejects(transferRecords(target, source, quiet), refusal(/There is nothing to transfer/))
    })
  }

  it('recognizes an SQLite file by each of its names', async () => {
    const source = await createDatabase.sqlite()
    await onStorage(source, (storage) => createPosts(storage, ['One']))
    const path = source.slice('sqlite:'.length)
    const link = join(folder, 'link.db')
    await symlink(path, link)
    const second = join(folder, 'second.db')
    await hardLink(path, second)
    for (const name of [relative('', path), link, relative('', link), second]) {
      await assert.rejects(
        transferRecords(source, `sqlite:${name}`, quiet),
        refusal(/names the database of DATABASE_URL itself/),
      )
    }
  })

  for (const [found, harm, expected] of [
    ['written', damage, [200]],
    ['counted', damagePosts, []],
  ] as const)
    it(`names the SQLite source, not the target, where it is found damaged while records are ${found}`, async () => {
      const [source, target] = [await createDatabase.sqlite(), await createDatabase.sqlite()]
      const post = newPost({ content: 'x'.repeat(2000) })
      await onStorage(source, ({ posts }) =>
        Promise.all(Array.from({ length: 200 }, () => posts.create(post))),
      )
      harm(source.slice('sqlite:'.length))
      const begun: number[] = []
      const begin = async (total: number) => void begun.push(total)
      const damaged = unavailable(
        new RegExp(`^${source}: database disk image is malformed. The file is damaged: restore a backup$`),
      )
      await assert.rejects(transferRecords(source, target, { ...quiet, begin }), damaged)
      assert.deepEqual(begun, expected)
    })

  for (const lost of ['source', 'target'] as const) {
    it(`names the PostgreSQL database where the connection to the ${lost} is lost`, async () => {
      const databases = { source: await createDatabase.postgres(), target: await createDatabase.postgres() }
      await onStorage(databases.source, fill)
      const { host, pathname } = new URL(databases[lost])
      const begin = async () => {
        const sql = postgres(databases[lost], { max: 1 })
        await sql`
          select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and application_name = 'postern'`
        await sql.end()
      }
      await assert.rejects(
        transferRecords(databases.source, databases.target, { ...quiet, begin }),
        unavailable(new RegExp(`^postgres://${host}${pathname}: (?!postgres:)`)),
      )
    })
  }

  it('gives advice about the URL that is wrong, the other one or DATABASE_URL', async () => {
    const [source, target] = [await createDatabase.sqlite(), await createDatabase.postgres()]
    await onStorage(source, fill)
    const wrongs = [
      [`${target}_none`, refusal(/correct its name in the other URL$/)],
      [`${target}?synchronous_commit=off`, refusal(/Remove it from the other URL, or set/)],
      ['postgres://u:p@127.0.0.1:1/db', unavailable(/that the other URL names its host and port$/)],
    ] as const
    for (const [wrong, expected] of wrongs)
      await assert.rejects(transferRecords(source, wrong, quiet), expected)
    await assert.rejects(
      transferRecords(`${target}_none`, source, quiet),
      refusal(/correct its name in DATABASE_URL$/),
    )
  })

  it('gives up where another transaction keeps a PostgreSQL table from being written', {
    timeout: 60_000,
  }, async () => {
    const [source, target] = [await createDatabase.sqlite(), await createDatabase.postgres()]
    await onStorage(source, fill)
    await onStorage(target, async () => undefined)
    const sql = postgres(target, { max: 1 })
    await sql.begin(async (other) => {
      await other`lock table posts in row exclusive mode`
      await assert.rejects(transferRecords(source, target, quiet), unavailable(/: .* lock timeout$/))
    })
    await sql.end()
    assert.equal((await onStorage(target, ({ posts }) => posts.list({ limit: 1 }))).total, 0)
  })

  it('refuses a user who may not set the next ids, and writes nothing', async () => {
    const [source, target] = [await createDatabase.sqlite(), await createDatabase.postgres()]
    await onStorage(source, fill)
    await onStorage(target, async () => undefined)
    const sql = postgres(target, { onnotice: () => undefined })
    await sql.unsafe(`
      create role clerk login password 'filing';
      grant select, insert, update, delete on all tables in schema public to clerk;
      grant usage on all sequences in schema public to clerk`)
    await sql.end()
    const clerk = Object.assign(new URL(target), { username: 'clerk', password: 'filing' }).href
    const expected = refusal(/permission denied for sequence .* Transfer as the user who owns the tables$/)
    await assert.rejects(transferRecords(source, clerk, quiet), expected)
    assert.equal((await onStorage(target, ({ posts }) => posts.list({ limit: 1 }))).total, 0)
  })

  it('refuses an in-memory database, which ends with the command', async () => {
    const source = await createDatabase.sqlite()
    await onStorage(source, fill)
    await assert.rejects(
      transferRecords(source, 'sqlite::memory:', quiet),
      refusal(/in memory lasts as long as/),
    )
  })

  it('refuses an old schema, and leaves it as it is', async () => {
    const [old, other] = [await createDatabase.sqlite(), await createDatabase.sqlite()]
    await onStorage(old, async () => undefined)
    const database = new DatabaseSync(old.slice('sqlite:'.length))
    database.exec('DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)')
    database.close()
    const outdated = (name: string) =>
      refusal(new RegExp(`of ${name} is outdated; run postern migrate for it$`))
    await assert.rejects(transferRecords(old, other, quiet), outdated('DATABASE_URL'))
    await onStorage(other, fill)
    await assert.rejects(transferRecords(other, old, quiet), outdated('the other URL'))
  })
})

async function onStorage<Value>(
  url: string,
  work: (storage: Storage) => Promise<Value>,
  clock: Clock = now,
): Promise<Value> {
  const storage = await openStorage(url, { now: clock })
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}

async function fill(storage: Storage): Promise<void> {
  const { id } = await signUp(
    storage,
    newUser('ann', { website: 'https://a.example', birth_date: '2000-01-01' }),
  )
  await signUp(storage, newUser('Zoë\0␀\ud800'))
  await createPosts(
    storage,
    Array.from({ length: 250 }, (_, index) => `Post ${index}`),
  )
  const odd = {
    title: '\0␀"\\\'{},NULL',
    content: '\ud800 🙂\n',
    tags: ['a"b', '\0', ''],
    priority: 3,
    author_id: id,
  }
  const first = await storage.posts.create(newPost(odd))
  await storage.posts.replace(first.id, { title: 'Replaced', content: '' })
  await storage.posts.create(newPost(odd))
  await storage.posts.create(newPost(), keyed)
  await storage.posts.create(newPost({ title: 'The last' }))
  await storage.sessions.create(newSession(id, 'hash', '2026-01-09T03:04:05.678Z'))
}

async function everything({ posts, users, sessions }: Storage) {
  const list = await posts.list({ limit: 1000 })
  return {
    list,
    posts: await Promise.all(list.posts.map(({ id }) => posts.get(id))),
    users: await users.list({ limit: 1000 }),
    session: await sessions.get('hash'),
  }
}

/** Columns that are not records: of other tables, and the one that only a PostgreSQL statement uses while it runs. */
const notRecords = /^(?:migrations|post_gaps|post_counts|sqlite_sequence)\.|^idempotency_keys\.post_id$/

async function columnsOf(url: string): Promise<string[]> {
  const columns = url.startsWith('sqlite:') ? columnsOfFile(url) : await columnsOfServer(url)
  return columns.filter((column) => !notRecords.test(column))
}

function columnsOfFile(url: string): string[] {
  const database = new DatabaseSync(url.slice('sqlite:'.length))
  const found = database
    .prepare(`
      SELECT t.name || '.' || c.name AS name
      FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'`)
    .all()
  database.close()
  return found.map(({ name }) => String(name))
}

async function columnsOfServer(url: string): Promise<string[]> {
  const sql = postgres(url)
  const found = await sql`
    select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public'`
  await sql.end()
  return found.map(({ name }) => String(name))
}

/** Overwrites the first page of the table of posts, and of each of its indexes. */
function damagePosts(file: string): void {
  const database = new DatabaseSync(file)
  const roots = database
    .prepare("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'posts' AND rootpage > 0")
    .all()
  database.close()
  const descriptor = openSync(file, 'r+')
  for (const { rootpage } of roots)
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (Number(rootpage) - 1) * 4096)
  closeSync(descriptor)
}

/** Makes a database refuse every post of this title. */
async function refuseTitle(url: string, title: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const database = new DatabaseSync(url.slice('sqlite:'.length))
    database.exec(`CREATE TRIGGER refused BEFORE INSERT ON posts WHEN new.title = '${title}' BEGIN
      SELECT RAISE(ABORT, '${title} is refused'); END`)
    database.close()
  } else {
    const sql = postgres(url)
    await sql.unsafe(`alter table posts add check (title <> '${title}')`)
    await sql.end()
  }
}
