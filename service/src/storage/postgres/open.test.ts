import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import postgres from 'postgres'
import { newPost } from '../contract/samples.ts'
import { StorageRefused, StorageUnavailable } from '../errors.ts'
import { migrationState } from '../migration-state.ts'
import { openStorage } from '../open.ts'
import { refusal, unavailable } from '../test-failures.ts'
import { parseDestination, unwatched } from './driver.ts'
import { TestLoad } from './test-load.ts'
import { startTestServer } from './test-server.ts'
import { startTlsStandIn } from './test-tls-stand-in.ts'

const server = await startTestServer()
const options = { now: () => new Date() }

after(() => server.stop())

describe('opening a PostgreSQL database', () => {
  it('names it without user and password', async () => {
    const url = new URL(await server.createDatabase())
    const storage = await openStorage(url.href, options)
    assert.equal(storage.describe(), `postgres://127.0.0.1:${url.port}${url.pathname}`)
    await storage.check()
    await storage.close()
  })

  it('accepts postgresql:// too', async () => {
    const url = await server.createDatabase()
    await (await openStorage(url.replace('postgres:', 'postgresql:'), options)).close()
  })

  it('accepts a percent-encoded database name with special characters', async () => {
    const url = await server.createDatabase()
    const sql = postgres(url)
    await sql.unsafe('create database "bücher 50%"')
    await sql.end()
    const storage = await openStorage(new URL(`/${encodeURIComponent('bücher 50%')}`, url).href, options)
    assert.equal(storage.describe(), `postgres://${new URL(url).host}/bücher 50%`)
    await storage.close()
  })

  it('accepts a password with an unencoded @ where the URL names one host', async () => {
    const url = await server.createDatabase()
    const sql = postgres(url)
    await sql.unsafe("create role at login superuser password 'one@two'")
    await sql.end()
    await (await openStorage(url.replace(/\/\/.*@/, '//at:one@two@'), options)).close()
  })

  it('accepts the percent-encoded folder of a socket as a host', async (t) => {
    const url = new URL(await server.createDatabase())
    const folder = await mkdtemp(join(tmpdir(), 'postern-'))
    t.after(() => rm(folder, { recursive: true }))
    const socket = createServer((client) => client.pipe(connect(Number(url.port), url.hostname)).pipe(client))
    await once(socket.listen(join(folder, '.s.PGSQL.5432')), 'listening')
    t.after(() => socket.close())
    const local = url.href.replace(url.host, encodeURIComponent(folder))
    const storage = await openStorage(local, options)
    assert.equal(storage.describe(), `postgres://${folder}:5432${url.pathname}`)
    await storage.close()
  })

  const pools: readonly [search: string, connections: number][] = [
    ['', 10],
    ['?max=1', 1],
    ['?max=12', 12],
    ['?sslmode=disable&max=3', 3],
    ['?application_name=a?b&max=3', 3],
    ['?max_parallel_workers_per_gather=0', 10],
  ]
  for (const [search, connections] of pools) {
    it(`uses at most ${connections} connections where the URL sets ${search || 'nothing'}`, async () => {
      const url = `${await server.createDatabase()}${search}`
      const [host] = parseDestination(url, { patience: 1000, prepare: true }).hosts
      const sql = host?.open(unwatched)
      assert.ok(sql)
      const queries = Array.from({ length: 40 }, () => sql<{ pid: number }[]>`select pg_backend_pid() as pid`)
      assert.equal(new Set((await Promise.all(queries)).map(([row]) => row?.pid)).size, connections)
      await sql.end()
      await (await openStorage(url, options)).close()
    })
  }

  for (const wanted of ['any', 'read-write', 'primary', 'prefer-standby']) {
    it(`searches for the host that takes writes itself where the URL sets target_session_attrs=${wanted}`, async () => {
      const url = `${await server.createDatabase()}?target_session_attrs=${wanted}`
      const storage = await openStorage(url, options)
      await storage.posts.create(newPost())
      await storage.close()
    })
  }

  it('migrates once when several processes open it at the same time', async () => {
    const url = await server.createDatabase()
    const storages = await Promise.all(Array.from({ length: 6 }, () => openStorage(url, options)))
    await Promise.all(storages.map((storage) => storage.close()))
    const sql = postgres(url)
    assert.deepEqual(
      [...(await sql`select number from migrations`)],
      [{ number: 1 }, { number: 2 }, { number: 3 }, { number: 4 }, { number: 5 }],
    )
    await sql.end()
  })

  it('migrationState shows what is applied and what is pending, and creates nothing', async () => {
    const url = await server.createDatabase()
    const { applied, pending } = await migrationState(url)
    assert.deepEqual([applied.length, pending.map(({ number }) => number)], [0, [1, 2, 3, 4, 5]])
    await (await openStorage(url, options)).close()
    // A rewritten row is stored after the others.
    const sql = postgres(url)
    await sql`update migrations set name = name where number = 1`
    await sql.end()
    const after = await migrationState(url)
    assert.deepEqual([after.applied.map(({ number }) => number), after.pending], [[1, 2, 3, 4, 5], []])
  })

  it('serves a user who may create nothing, in a schema that another user migrated', async () => {
    const url = new URL(await server.createDatabase())
    await (await openStorage(url.href, options)).close()
    const sql = postgres(url.href, { onnotice: () => undefined })
    await sql.unsafe(`
      create role clerk login password 'filing';
      grant select, insert, update, delete on all tables in schema public to clerk;
      grant usage on all sequences in schema public to clerk`)
    await sql.end()
    const storage = await openStorage(
      Object.assign(url, { username: 'clerk', password: 'filing' }).href,
      options,
    )
    const created = await storage.posts.create(newPost())
    assert.deepEqual(await storage.posts.get(created.id), created)
    await storage.close()
  })

  it('refuses a user who may not change what another user migrated, and says what to grant', async () => {
    const url = new URL(await server.createDatabase())
    await (await openStorage(url.href, options)).close()
    const sql = postgres(url.href, { onnotice: () => undefined })
    const clerk = Object.assign(new URL(url), { username: 'read-only', password: 'filing' })
    await sql.unsafe(`
      create role "read-only" login password 'filing';
      grant insert, update, delete on users to "read-only";
      grant select, update, delete on posts to "read-only";
      grant select, insert, delete on sessions to "read-only";
      grant select, insert, update on idempotency_keys to "read-only"`)
    const refusal: unknown = await openStorage(clerk.href, options).catch((error) => error)
    assert.ok(refusal instanceof StorageRefused)
    const lacking =
      /"read-only" lacks these rights: select on users, insert on posts, update on sessions, delete on idempotency_keys, select on post_counts, select on migrations, usage on public\.posts_id_seq\. /
    assert.match(refusal.message, lacking)
    await sql.unsafe(/GRANT .*$/.exec(refusal.message)?.[0] ?? '')
    const storage = await openStorage(clerk.href, options)
    await storage.posts.create(newPost())
    await storage.close()
    await sql`revoke delete on posts from "read-only"`
    await assert.rejects(openStorage(clerk.href, options), /lacks these rights: delete on posts\. /)
    await sql.end()
  })

  it('reports a server that takes no writes as unavailable', async () => {
    const url = await server.createDatabase()
    await (await openStorage(url, options)).close()
    const sql = postgres(url)
    await sql.unsafe(
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`,
    )
    await sql.end()
    await assert.rejects(openStorage(url, options), StorageUnavailable)
  })
})

describe('a PostgreSQL database that cannot be opened', () => {
  const refused: readonly [name: string, change: (url: URL) => void, message: RegExp][] = [
    [
      'wrong password',
      (url) => Object.assign(url, { password: 'hunter22' }),
      /authentication failed for user .*\. Correct the user and the password .*\(pg_hba\.conf\)$/,
    ],
    ['no password', (url) => Object.assign(url, { password: '' }), /Cannot open/],
    ['unknown user', (url) => Object.assign(url, { username: 'eve' }), /authentication failed/],
    [
      'unknown database',
      (url) => Object.assign(url, { pathname: '/nowhere' }),
      /"nowhere" does not exist\. Create/,
    ],
    [
      'unknown setting',
      (url) => Object.assign(url, { search: '?sslmode=disable&channel_binding=require' }),
      /channel_binding".*Remove it from DATABASE_URL/,
    ],
    [
      'search_path',
      (url) => Object.assign(url, { search: '?search_path=nowhere' }),
      /no schema.*Create a schema named in search_path/,
    ],
    [
      'setting that no connection may set',
      (url) => Object.assign(url, { search: '?max_connections=5' }),
      /max_connections".*Remove it from DATABASE_URL/,
    ],
    [
      'setting with an invalid value',
      (url) => Object.assign(url, { search: '?statement_timeout=soon' }),
      /"statement_timeout": "soon".*or correct it/,
    ],
    ['array_nulls', (url) => Object.assign(url, { search: '?array_nulls=off' }), /SET array_nulls = on$/],
    [
      'synchronous_commit',
      (url) => Object.assign(url, { search: '?synchronous_commit=off' }),
      /could be lost\. .*SET synchronous_commit = on$/,
    ],
  ]
  for (const [name, change, message] of refused) {
    it(`is refused for its ${name}`, async () => {
      const url = new URL(await server.createDatabase())
      change(url)
      await assert.rejects(openStorage(url.href, options), refusal(message, url.host))
    })
  }

  it('is refused for a user who may not connect to it, and says what to grant', async () => {
    const url = new URL(await server.createDatabase())
    const sql = postgres(url.href, { max: 1 })
    await sql.unsafe(`
      create role stranger login password 'hunter22';
      revoke connect on database ${url.pathname.slice(1)} from public`)
    await sql.end()
    Object.assign(url, { username: 'stranger', password: 'hunter22' })
    await assert.rejects(
      openStorage(url.href, options),
      refusal(/denied.*GRANT connect ON DATABASE/, url.host),
    )
  })

  it('is unavailable for a user who has as many connections as allowed, and says where to allow more', async () => {
    const url = new URL(await server.createDatabase())
    const sql = postgres(url.href, { max: 1 })
    await sql`create role crowd login password 'hunter22' connection limit 0`
    await sql.end()
    Object.assign(url, { username: 'crowd', password: 'hunter22' })
    await assert.rejects(
      openStorage(url.href, options),
      unavailable(
        /too many connections for role "crowd"\. Allow more connections .* CONNECTION LIMIT/,
        url.host,
      ),
    )
  })

  it('is refused for a user who may create nothing in it, and says what to grant', async () => {
    const url = new URL(await server.createDatabase())
    const sql = postgres(url.href, { max: 1 })
    await sql`create role beginner login password 'hunter22'`
    await sql.end()
    Object.assign(url, { username: 'beginner', password: 'hunter22' })
    await assert.rejects(
      openStorage(url.href, options),
      refusal(
        /denied for schema public\. Grant the user that right \(CREATE on the schema to migrate,/,
        url.host,
      ),
    )
  })

  for (const max of ['0', '-1', '1001', '1e1', 'many', '']) {
    it(`is refused for max=${max}`, () =>
      assert.rejects(
        openStorage(`postgres://user:hunter22@127.0.0.1:1/db?max=${max}`, options),
        refusal(
          /^The database's URL: "max=.*" is not a number of connections from 1 to 1000\. Write max=10,/,
        ),
      ))
  }

  const modes: readonly [search: string, message: RegExp][] = [
    ['sslmode=bogus', /"sslmode=bogus" .*Write sslmode=disable .*=prefer .*=require .*=verify-full/],
    ['sslmode=', /"sslmode=" is not a known mode/],
    ['sslmode=unrequire', /"sslmode=unrequire" is not a known mode/],
    ['sslmode=required', /"sslmode=required" is not a known mode/],
    ['sslmode=verify-full&sslmode=no', /"sslmode=no" is not a known mode/],
    ['ssl=true', /"ssl" is not read\. Write sslmode=disable/],
    ['SSLMode=require', /"SSLMode" is not read/],
    ['sslmodes=require', /"sslmodes" is not read/],
    ['sslkey=hunter22&sslmode=require', /^[^\n]*"sslkey" is not read[^\n]*$/],
    ['idle_timeout=60&max=0', /"idle_timeout" is not read\. Write the URL without it\n.*"max=0"/],
  ]
  for (const [search, message] of modes) {
    it(`is refused for ${search}`, () =>
      assert.rejects(
        openStorage(`postgres://user:hunter22@127.0.0.1:1/db?${search}`, options),
        refusal(message),
      ))
  }

  for (const mode of ['require', 'verify-full', 'verify-ca', 'allow']) {
    it(`is unavailable for sslmode=${mode} where the server does not support TLS`, async () => {
      const url = `${await server.createDatabase()}?sslmode=${mode}`
      await assert.rejects(
        openStorage(url, options),
        unavailable(/The server does not support TLS.*sslmode=disable/),
      )
    })
  }

  it('is opened for sslmode=prefer where the server does not support TLS', async () => {
    const url = `${await server.createDatabase()}?sslmode=prefer`
    await (await openStorage(url, options)).close()
  })

  for (const mode of ['verify-full', 'verify-ca']) {
    it(`is refused for sslmode=${mode} and a certificate from an unknown authority`, async (t) => {
      const { port, close } = await startTlsStandIn('silence')
      t.after(close)
      const url = `postgres://user:hunter22@localhost:${port}/db?sslmode=${mode}`
      await assert.rejects(
        openStorage(url, options),
        refusal(/self.signed.*NODE_EXTRA_CA_CERTS=\/path\/ca\.pem/),
      )
    })
  }

  it('is unavailable where the server accepts TLS and then ends the connection, and is not retried forever', {
    timeout: 30_000,
  }, async (t) => {
    const { port, names, close } = await startTlsStandIn('end')
    t.after(close)
    const url = `postgres://user:hunter22@localhost:${port}/db?sslmode=require`
    await assert.rejects(openStorage(url, options), unavailable(/localhost:\d+ ended the connection/))
    // By this name, a provider that hosts many databases finds the right one.
    assert.equal(names[0], 'localhost')
  })

  for (const migrated of [true, false]) {
    it(`is unavailable where it takes no writes, ${migrated ? 'migrated' : 'empty'}, and is named once`, async () => {
      const url = await server.createDatabase()
      if (migrated) await (await openStorage(url, options)).close()
      await assert.rejects(
        openStorage(`${url}?default_transaction_read_only=on`, options),
        unavailable(/^postgres:\/\/[\w.:]+\/\w+: (?!postgres:).*\. It is a standby, or set read-only/),
      )
    })
  }

  const unreadable = [
    'postgres://user:hunter22@host:port/db',
    'postgres://user:hunter22@one:1,other:port/db',
    'postgres://user:hunter22@/%zz',
    'postgres://user%zz:hunter22@host/db',
    'postgres://user:hunter22%zz@host/db',
    'postgres://user:hunter22@host/%zz',
    'postgres://user:hunter22/x@host/db',
    'postgres://user:12/=hunter22@host/db',
    'postgres://user:12/hunter22?x@host/db',
    'postgres://user:12?hunter22@host/db',
    'postgres://user:x@hunter22@one:1,other:2/db',
    'postgres://user:x@hunter22,@host/db',
  ]
  for (const url of unreadable) {
    it(`is refused for the URL ${url}`, () =>
      assert.rejects(
        openStorage(url, options),
        refusal(/"\*\*\*" is not a PostgreSQL URL\. Write postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/),
      ))
  }

  it('is refused where the driver cannot read its URL, without repeating what the driver reports', () =>
    assert.rejects(
      openStorage('postgres://user:hunter22@%2Ftmp:1,other:2/db', options),
      refusal(/^The PostgreSQL driver rejects DATABASE_URL/),
    ))

  it('is unavailable when nothing answers at its address', async () => {
    await assert.rejects(
      openStorage('postgres://user:hunter22@127.0.0.1:1/db', options),
      unavailable(/^postgres:\/\/127\.0\.0\.1:1\/db: .*ECONNREFUSED.*\. Check that the server is running/),
    )
  })

  it('is refused for a wrong password where each of several hosts refuses it', async () => {
    const url = new URL(await server.createDatabase())
    const hosts = `${url.host},${url.host}`
    const several = Object.assign(url, { password: 'hunter22' }).href.replace(url.host, hosts)
    await assert.rejects(
      openStorage(several, options),
      refusal(
        /authentication failed for user .*\. Correct the user and the password .*\(pg_hba\.conf\)$/,
        hosts,
      ),
    )
  })

  it('is searched for at an IPv6 address', async () => {
    await assert.rejects(
      openStorage('postgres://user:hunter22@[::1]:1/db', options),
      unavailable(/^postgres:\/\/\[::1\]:1\/db: .* ::1:1/),
    )
  })

  it('is searched for at an IPv6 address where the URL names no database', async () => {
    await assert.rejects(
      openStorage('postgres://user:hunter22@[::1]:1?max=3', options),
      unavailable(/^postgres:\/\/\[::1\]:1\/user: .* ::1:1/),
    )
  })

  it('is searched for at an IPv6 address in capitals where the URL names no user', () =>
    assert.rejects(
      openStorage('postgres://[::FFFF:127.0.0.1]:1/db', options),
      unavailable(/^postgres:\/\/\[::FFFF:127\.0\.0\.1\]:1\/db: .*ECONNREFUSED/),
    ))

  it('is searched for at IPv6 addresses among several hosts', () =>
    assert.rejects(
      openStorage('postgres://user:hunter22@[::1]:1,127.0.0.1:1,[::1]:2/db', options),
      unavailable(
        /^postgres:\/\/\[::1\]:1,127\.0\.0\.1:1,\[::1\]:2\/db: .* ::1:1; .* 127\.0\.0\.1:1; .* ::1:2/,
      ),
    ))

  it('is refused when it cannot hold every character', async () => {
    const url = await server.createDatabase()
    const sql = postgres(url)
    await sql`create database latin encoding 'LATIN1' locale 'C' template template0`
    await sql.end()
    const latin = new URL('/latin', url)
    await assert.rejects(openStorage(latin.href, options), refusal(/stores text as LATIN1/, latin.pathname))
  })

  const foreign: readonly [table: string, message: RegExp][] = [
    ['users', /"users" already exists\. Another program/],
    ['migrations', /has a table "migrations" of another program \(with the columns name\)/],
  ]
  for (const [table, message] of foreign) {
    it(`is refused when another program has a table ${table}, and is left unchanged`, async () => {
      const url = await server.createDatabase()
      const sql = postgres(url)
      await sql`create table ${sql(table)} (name text)`
      await assert.rejects(openStorage(url, options), refusal(message, new URL(url).pathname))
      assert.equal((await sql`select from pg_tables where schemaname = 'public'`).count, 1)
      await sql.end()
    })
  }

  it('is refused when another program has a table of its own in an earlier schema of search_path, and says which', async () => {
    const url = await server.createDatabase()
    await (await openStorage(url, options)).close()
    const sql = postgres(url)
    await sql.unsafe(
      'create schema "the blog"; create table "the blog".posts (id bigint, title text, tags jsonb)',
    )
    await sql.end()
    const before = new URL(url)
    before.searchParams.set('search_path', '"the blog", public')
    await assert.rejects(
      openStorage(before.href, options),
      refusal(
        /the table "the blog"\.posts is not the service's.* no columns author_id, .*, content\. .*search_path/,
        before.pathname,
      ),
    )
    before.searchParams.set('search_path', 'public, "the blog"')
    const storage = await openStorage(before.href, options)
    await storage.posts.create(newPost())
    await storage.close()
  })

  const tampered: readonly [name: string, statement: string, message: RegExp][] = [
    ['is newer', "insert into migrations values (99, 'later', 'x', now())", /newer than this program/],
    ['was created by different SQL', "update migrations set checksum = 'x'", /has changed since/],
  ]
  for (const [name, statement, message] of tampered) {
    it(`is refused when its schema ${name}`, async () => {
      const url = await server.createDatabase()
      await (await openStorage(url, options)).close()
      const sql = postgres(url)
      await sql.unsafe(statement)
      await sql.end()
      await assert.rejects(openStorage(url, options), refusal(message, new URL(url).pathname))
    })
  }
})

it('a restart of PostgreSQL during writes loses nothing acknowledged, is reported as unavailable, and is recovered from', async (test) => {
  const storage = await openStorage(await server.createDatabase(), options)
  const load = new TestLoad(storage, 16)
  test.after(() => load.end())
  await load.reachFurther(200)
  await server.restart(async () => {
    await assert.rejects(storage.check(), StorageUnavailable)
    await assert.rejects(storage.posts.create(newPost()), StorageUnavailable)
    await assert.rejects(storage.posts.list({ limit: 1 }), StorageUnavailable)
  })
  await load.reachFurther(200)
  await load.endAndVerify()
  await storage.check()
  await storage.close()
})
