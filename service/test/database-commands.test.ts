import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { runHere } from './run-here.ts'
import { programs, startProgram } from './started-program.ts'
import { startTestService } from './test-service.ts'
import { send } from './wire.ts'

const folder = await mkdtemp(join(tmpdir(), 'postern-database-commands-'))
after(() => rm(folder, { recursive: true }))

const url = (name: string) => `sqlite:${join(folder, name)}`

async function run(
  words: string,
  environment: Readonly<Record<string, string>> = {},
  input: string | Buffer = '',
) {
  const options = { arguments: words.split(' '), environment }
  const program = startProgram(programs.launcher, options)
  program.child.stdin?.end(input)
  return program.ended
}

/** Returns every title, page by page. */
async function titles(origin: string, target = '/posts/?limit=1000'): Promise<readonly string[]> {
  const { body, headers } = await send(origin, { method: 'GET', target })
  const [, next] = /^<(.*)>; rel="next"$/.exec(headers['link'] ?? '') ?? []
  const shown: string[] = JSON.parse(body).posts
  return next === undefined ? shown : [...shown, ...(await titles(origin, next))]
}

test('openapi --check reports where a saved document differs, and exits with 1 only then', async () => {
  const file = join(folder, 'openapi.json')
  await writeFile(file, (await run('openapi')).stdout)
  assert.deepEqual(await runHere(`openapi --check ${file}`), {
    code: 0,
    stdout: `${file} is the document that is served\n`,
    stderr: '',
  })
  const other = await run(`openapi --check ${file}`, { POST_RESPONSE: 'short' })
  assert.equal(other.code, 1)
  assert.match(
    other.stdout,
    /^\/components\/schemas\/PostResponse\/properties\/updated_at: only in the file$/m,
  )
  assert.match(other.stderr, /is not the document that is served; update it: postern openapi > /)
  const document = JSON.parse(await readFile(file, 'utf8'))
  for (const [count, lines, last] of [
    [20, 21, '/x-19: only in the file'],
    [30, 22, '… and 10 more'],
  ] as const) {
    const more = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, index]))
    await writeFile(file, JSON.stringify({ ...document, ...more }))
    const long = (await runHere(`openapi --check ${file}`)).stdout.split('\n')
    assert.deepEqual([long.length, long[0], long.at(-2)], [lines, '/x-0: only in the file', last])
  }
  const none = await runHere(`openapi --check ${join(folder, 'none.json')}`)
  assert.deepEqual([none.code, /^Cannot read [^\n]*\n$/.test(none.stderr)], [1, true])
})

test('openapi --check accepts what editors on Windows make of a document, and names the encoding of PowerShell', async () => {
  const file = join(folder, 'windows.json')
  const text = (await runHere('openapi')).stdout.replaceAll('\n', '\r\n')
  await writeFile(file, `\uFEFF${text}`)
  assert.equal((await runHere(`openapi --check ${file}`)).stdout, `${file} is the document that is served\n`)
  await writeFile(file, `\uFEFF${text}`, 'utf16le')
  const { code, stderr } = await runHere(`openapi --check ${file}`)
  assert.deepEqual([code, stderr], [1, `Cannot read ${file}: it is not UTF-8. Save it in this encoding\n`])
})

test('check tries every operation, whatever the rules and the binding', async () => {
  const settings = [
    {},
    { POST_RULES: 'example', POST_BINDING: 'form' },
    { POST_BINDING: 'raw', POST_RESPONSE: 'short' },
    { POST_IF_MATCH: 'required' },
    { POST_RULES: 'custom', PROHIBITED_WORDS: 'hello,notes', RATE_LIMIT_WRITE: '1/60' },
  ]
  for (const environment of settings) {
    const { code, stdout } = await runHere('check', { ...environment, DATABASE_URL: url('never.db') })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok {3}updatePost {8}PUT \/posts\/\{post_id\}: 422 and 200$/m)
    assert.match(stdout, /^ok {3}deletePost {8}DELETE \/posts\/\{post_id\}: 422 and 204$/m)
    assert.match(stdout, /^\d+ operations do what the document says\n/m)
    assert.match(
      stdout,
      /^Pages of http:\/\/localhost:3000 may do everything that the document describes at (\d+) of \1 paths and methods\n$/m,
    )
  }
  const wordless = await run('check', { PROHIBITED_WORDS: 'hello,morning,notes,42' })
  assert.equal(wordless.code, 0, wordless.stderr)
  assert.match(wordless.stdout, /^skip updatePost {8}PUT \/posts\/\{post_id\}: no example of its body/m)
  const tried = wordless.stdout.match(/^ok {3}/gm)?.length
  assert.match(wordless.stdout, new RegExp(`^${tried} operations do what the document says$`, 'm'))
  await assert.rejects(readFile(join(folder, 'never.db')), { code: 'ENOENT' })
})

test('check reports the operations that do not do what the document says, and exits with 1', async () => {
  const broken = "data:text/javascript,Date.prototype.toISOString=()=>'never'"
  const launcher = [process.execPath, '--import', broken, ...programs.launcher.slice(1)]
  const { code, stdout, stderr } = await startProgram(launcher, { arguments: ['check'] }).ended
  assert.match(
    stdout,
    /^FAIL readPost {10}GET \/posts\/\{post_id\}: 422 and 500\n {5}the example: answered 500, not success$/m,
  )
  const [failed, ok] = [/^FAIL /gm, /^ok {3}/gm].map((start) => stdout.match(start)?.length ?? 0)
  const tried = Number(failed) + Number(ok)
  assert.deepEqual([code, stderr], [1, `${failed} of ${tried} operations do not do what the document says\n`])
})

// table: a policy, and what check reports about pages under it.
const policies: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [
    { ALLOWED_METHODS: 'GET,POST,OPTIONS' },
    /^note updatePost +PUT \/posts\/\{post_id\}: .*not allowed: PUT$[\s\S]*\nPages of http:\/\/localhost:3000 may do everything .* at (\d+) of (?!\1 )\d+ paths and methods\n$/m,
  ],
  [
    { EXPOSED_HEADERS: 'ETag' },
    /^note readPost +GET .*: they cannot read RateLimit, RateLimit-Policy, Retry-After$/m,
  ],
  [
    { ALLOWED_ORIGINS: '*', ALLOW_CREDENTIALS: 'false' },
    /^Pages of https:\/\/app\.example\.com may do everything .*\n$/m,
  ],
  [{ ALLOWED_ORIGINS: '' }, /^No page of another origin may call them\n$/m],
  [
    { ALLOWED_ORIGIN_REGEX: 'https://[a-z]+\\.example\\.com' },
    /^To see what pages may call, run postern cors --origin/m,
  ],
]

for (const [environment, expected] of policies) {
  test(`check reports what pages may do of what the document describes: ${JSON.stringify(environment)}`, async () => {
    const { code, stdout } = await runHere('check', environment)
    assert.equal(code, 0)
    assert.match(stdout, expected)
  })
}

test('migrate --check lists the migrations and fails while some are pending; migrate applies them', async () => {
  const environment = { DATABASE_URL: url('migrated.db') }
  const pending = await run('migrate --check', environment)
  assert.equal(pending.code, 1)
  assert.match(pending.stdout, /^001 posts-users-sessions: pending\n/)
  assert.match(
    pending.stderr,
    /^There is no schema at sqlite:\/.*migrated\.db; correct DATABASE_URL .*run: postern migrate\n$/,
  )
  const taken = await run('migrate', environment)
  assert.deepEqual([taken.code, /^001 posts-users-sessions: applied now\n/.test(taken.stdout)], [0, true])
  const done = await run('migrate --check', environment)
  assert.deepEqual([done.code, /^001 posts-users-sessions: applied before\n/.test(done.stdout)], [0, true])
  const nowhere = await run('migrate', { DATABASE_URL: url('migrated.db/none.db') })
  assert.deepEqual([nowhere.code, nowhere.stdout, nowhere.stderr.split('\n').length], [1, '', 2])
})

test('serve --no-migrate does not touch an old schema, and serves a current one', async () => {
  const environment = { DATABASE_URL: url('unmigrated.db'), PORT: '0' }
  const refused = await run('serve --no-migrate', environment)
  assert.equal(refused.code, 1)
  const inMemory = await run('serve --no-migrate --database sqlite::memory:', environment)
  assert.deepEqual(
    [inMemory.code, inMemory.stderr],
    [1, 'A database in memory begins empty and needs its migrations; remove --no-migrate\n'],
  )
  assert.match(refused.stderr, /^There is no schema at sqlite:\/.*unmigrated\.db; correct DATABASE_URL /)
  await assert.rejects(readFile(join(folder, 'unmigrated.db')), { code: 'ENOENT' })
  await run('migrate', environment)
  const database = new DatabaseSync(join(folder, 'unmigrated.db'))
  database.exec('DELETE FROM migrations WHERE number = 5; DROP INDEX posts_by_author_and_age')
  database.exec('CREATE INDEX posts_by_author ON posts (author_id)')
  database.close()
  const old = await run('serve --no-migrate', environment)
  assert.match(old.stderr, /is outdated \(posts-by-author-and-age\); run: postern migrate\n$/)
  await run('migrate', environment)
  const program = startProgram(programs.launcher, { arguments: ['serve', '--no-migrate'], environment })
  await program.printed(/http:\/\/127\.0\.0\.1:\d+/)
  program.child.kill('SIGTERM')
  assert.equal((await program.ended).code, 0)
})

test('settings are read from a file, after the environment and before the defaults', async () => {
  const file = join(folder, 'settings.env')
  await writeFile(file, '# ours\nPORT=8123\nexport LOG_LEVEL="warn"\nHOST=0.0.0.0\n')
  const { stdout } = await run(`config --config ${file}`, { HOST: '127.0.0.2' })
  assert.match(stdout, /^HOST=127\.0\.0\.2\nPORT=8123\n[\s\S]*\nLOG_LEVEL=warn\n/)
  const known = 'DATABASE_URL=sqlite::memory:\nALLOWED_ORIGINS_STAGING=https://a.example\nCORS_STRICT=false\n'
  const others = ['DATABASE_URI', 'port.of-mine']
  await writeFile(file, `${known}${others.map((name) => `${name}=1\n`).join('')}`)
  const misspelt = await run(`config --config ${file}`)
  const warnings = others.map(
    (name) => `warning: ${name} is set in ${file}, but nothing reads a variable of this name\n`,
  )
  assert.deepEqual([misspelt.code, misspelt.stderr], [0, warnings.join('')])
  assert.doesNotMatch(misspelt.stdout, /warning/, 'once is enough')
  const wrong = await run(`--config ${file}.none config`)
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^Cannot read the variables in .*settings\.env\.none: ENOENT.*\n$/)
})

test('a settings file is read in every usual notation, and what is not a setting is reported by its line', async () => {
  const file = join(folder, 'written.env')
  const read = async (text: string | Buffer) => {
    await writeFile(file, text)
    return runHere(`config --config ${file}`)
  }
  for (const text of [
    '\uFEFFPORT=8124\nLOG_LEVEL=warn\n',
    'PORT=8124\rLOG_LEVEL=warn\r',
    'PORT=8124\r\n\r\n \t\n  # PORT: 1\r\nLOG_LEVEL = "warn" # loud\r\n',
    "POST_RULES= \nPORT=8124\nPROHIBITED_WORDS='a\nb c\n'\nLOG_LEVEL=warn",
    'PORT=8124\nPROHIBITED_WORDS=`a\n"b" c`\nLOG_LEVEL=warn',
    '# PORT="\nPORT=8124\nLOG_LEVEL=warn # "',
  ]) {
    const { code, stdout, stderr } = await read(text)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^PORT=8124\n[\s\S]*\nLOG_LEVEL=warn\n/m)
  }
  const prefix = `Cannot read the variables in ${file}: `
  const secret = 'postgres://ann:hunter2@db/posts?sslmode=require'
  const stray = `${file}, line 2, 5, 6: "***" is not NAME=value. Write # before a comment`
  assert.deepEqual(await read(`PORT=1\nDATABASE_URL ${secret}\nDRAIN_SECONDS="\n"\nPORT: 8001\n=1\n`), {
    code: 1,
    stdout: '',
    stderr: `The settings cannot be used:\n- ${stray}\n`,
  })
  const { stderr } = await run(`serve --port x --config ${file}`, { LOG_LEVEL: 'loud' })
  assert.deepEqual(
    stderr.split('\n- ').map((line) => line.split(' ', 4).join(' ')),
    [
      'The settings cannot be',
      stray.split(' ', 4).join(' '),
      'PORT: "x" is refused:',
      'LOG_LEVEL: "loud" is refused:',
    ],
  )
  for (const bytes of [Buffer.from('\uFEFFPORT=1\n', 'utf16le'), Buffer.from('# caf\xe9\n', 'latin1')]) {
    const { code, stderr } = await read(bytes)
    assert.deepEqual([code, stderr], [1, `${prefix}it is not UTF-8. Save it in this encoding\n`])
  }
})

test('seed generates a password or reads one, reports progress, and refuses to sow twice', async () => {
  const environment = { DATABASE_URL: url('seeded.db') }
  const first = await run('seed --posts 40 --users 2', environment)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stderr, /^seed: 42 of 42$/m)
  const [, password = ''] = /\n.*password of each of these users: (\S+)\n$/.exec(first.stdout) ?? []
  const again = await run('seed --posts 1 --users 2', environment)
  assert.deepEqual([again.code, /used before\. Use another --seed\n$/.test(again.stderr)], [1, true])
  const other = await run(
    'seed --posts 0 --users 1 --seed 2 --password-stdin',
    environment,
    'correct horse\n',
  )
  assert.deepEqual([other.code, other.stdout], [0, '1 user and 0 posts of seed 2\n'])
  const nobody = await run('seed --posts 1 --users 0 --seed 3', environment)
  assert.deepEqual([nobody.code, nobody.stdout], [0, '0 users and 1 post of seed 3\n'])
  const short = await run('seed --password-stdin', environment, 'short\n')
  assert.deepEqual([short.code, short.stderr], [1, 'Password must have at least 8 characters\n'])

  await using service = await startTestService(environment)
  assert.equal((await titles(service.origin)).length, 41)
  const oldest = await send(service.origin, {
    method: 'GET',
    target: '/posts/summaries/?limit=1&sort=oldest',
  })
  assert.match(JSON.parse(oldest.body).posts[0].created_at, /^2025-01-01T00:/, 'they are no posts of today')
  const { username } = JSON.parse((await send(service.origin, { method: 'GET', target: '/users/1' })).body)
  assert.equal(await signIn(service.origin, username, password), 200)
  assert.equal(await signIn(service.origin, username, 'correct horse'), 401)
})

test('a password from the standard input is used as it is, or refused', async () => {
  const environment = { DATABASE_URL: url('passwords.db') }
  const create = (username: string, input: string | Buffer) =>
    run(`user create --username ${username} --email ${username}@example.com --age 30`, environment, input)
  const given: readonly [username: string, input: string, password: string][] = [
    ['ann', ' correct horse \r\nsecond line\n', ' correct horse '],
    ['bob', 'correct\u2028horse\rstaple', 'correct\u2028horse\rstaple'],
    ['eve', 'größeres Pferd', 'größeres Pferd'],
  ]
  for (const [username, input] of given) assert.equal((await create(username, input)).code, 0)
  const command = 'user create --username dot --email dot@example.com --age 30'
  const open = startProgram(programs.launcher, { arguments: command.split(' '), environment })
  open.child.stdin?.write('correct horse\n')
  assert.equal((await open.ended).code, 0, 'a line is enough, though more might come')
  assert.deepEqual(await create('joe', Buffer.from('größeres Pferd\n', 'latin1')), {
    code: 1,
    stdout: '',
    stderr: 'The standard input is not UTF-8; give the password in this encoding\n',
  })
  await using service = await startTestService(environment)
  for (const [username, , password] of given) {
    assert.equal(await signIn(service.origin, username, password), 200, username)
  }
})

test('transfer writes all records into an empty database, reports progress, and refuses any other', async () => {
  const environment = { DATABASE_URL: url('here.db') }
  const nothing = await run(`transfer ${url('there.db')}`, environment)
  assert.deepEqual([nothing.code, /^There is nothing to transfer/.test(nothing.stderr)], [1, true])
  await run('seed --posts 120 --users 3', environment)
  const written = await run(`transfer ${url('there.db')}`, environment)
  assert.deepEqual(written, {
    code: 0,
    stdout: `${url('there.db')}: 120 posts, 3 users, 0 sessions, 0 idempotency keys, from ${url('here.db')}\n`,
    stderr: 'transfer: 103 of 123\ntransfer: 123 of 123\n',
  })
  const again = await run(`transfer ${url('there.db')}`, environment)
  assert.equal(again.code, 1)
  assert.match(
    again.stderr,
    /there\.db holds records \(3 users, 120 posts\)\. Give the URL of an empty database\n$/,
  )
  const unknown = await run('transfer mysql://db/postern', environment)
  // Without DATABASE_URL, which names the other one.
  const wrong = /^The database's URL: "\*\*\*" should start with .*\. Write sqlite:\.\/data\/postern\.db\n$/
  assert.deepEqual([unknown.code, wrong.test(unknown.stderr)], [1, true])
  // A restored database has no log beside it, so its reader blocks every writer.
  await writeFile(join(folder, 'here-again.db'), '')
  const kept = await run(`backup ${join(folder, 'here-again.db')}`, environment)
  const copied = await run(`backup --overwrite ${join(folder, 'here-again.db')}`, environment)
  assert.deepEqual([kept.code, copied.code, copied.stderr], [1, 0, ''])
  await run(`restore ${join(folder, 'here-again.db')}`, environment)
  const itself = await run(`transfer ${url('here.db')}`, environment)
  assert.deepEqual(itself, {
    code: 1,
    stdout: '',
    stderr: 'The other URL names the database of DATABASE_URL itself; give the URL of another one\n',
  })
  await using service = await startTestService({ DATABASE_URL: url('there.db') })
  assert.equal((await titles(service.origin)).length, 120)
})

test('user list shows the users page by page, without their passwords', async () => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'listed.db')}` }
  await run('migrate', environment)
  const none = await run('user list', environment)
  assert.deepEqual([none.code, none.stdout, none.stderr], [0, '', 'No users\n'])
  await run('seed --posts 0 --users 3', environment)
  const first = await run('user list --limit 2', environment)
  assert.match(first.stdout, /^(?:[12]\t"\S+"\t"\S+@\S+"\t\S+Z\n){2}$/)
  assert.equal(first.stderr, 'There may be more: --after 2\n')
  const rest = await run('user list --after 2 --limit 2', environment)
  assert.match(rest.stdout, /^3\t"\S+"\t"\S+@\S+"\t\S+Z\n$/)
  assert.deepEqual([rest.code, rest.stderr], [0, ''])
  const nothing = await run('user list --limit 0', environment)
  assert.equal(nothing.code, 2)
  assert.match(nothing.stderr, /--limit .*'0' is invalid\. It should be a whole number, 1 or more\./)
})

for (const command of ['user list', 'user revoke ann'])
  test(`${command} creates no database where the URL is wrong`, async () => {
    const { code, stdout, stderr } = await run(command, { DATABASE_URL: url('misspelt.db') })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^There is no schema at sqlite:.*misspelt\.db; correct DATABASE_URL if .*\n$/)
    assert.ok(!(await readdir(folder)).includes('misspelt.db'))
  })

test('names are shown without characters that a terminal would obey', async () => {
  const environment = { DATABASE_URL: url('shown.db') }
  const names: readonly (readonly [username: string, shown: string])[] = [
    ['a\u009b2J\u202e\u2028\u{e0041}b', '"a\\u009b2J\\u202e\\u2028\\udb40\\udc41b"'],
    ['a\tb', '"a\\tb"'],
    ['Zoë 🔑', 'Zoë 🔑'],
  ]
  for (const [index, [username, shown]] of names.entries()) {
    const words = ['--age', '30', '--email', `${index}@example.com`, '--username', username]
    const program = startProgram(programs.launcher, { arguments: ['user', 'create', ...words], environment })
    program.child.stdin?.end('correct horse\n')
    assert.equal((await program.ended).stdout, `User ${index + 1}: ${shown}\n`)
  }
  const { stdout } = await run('user list', environment)
  assert.deepEqual(
    stdout.match(/^\d\t".*?"(?=\t"\d@example\.com"\t)/gm),
    names.map(([, shown], index) => `${index + 1}\t${shown.startsWith('"') ? shown : `"${shown}"`}`),
  )
  const revoke = ['user', 'revoke', 'a\tb']
  const revoked = await startProgram(programs.launcher, { arguments: revoke, environment }).ended
  assert.equal(revoked.stdout, 'User 2: "a\\tb", 0 sessions ended\n')
})

test('user revoke ends every session of a user, and of nobody else', async () => {
  const environment = { DATABASE_URL: url('revoked.db') }
  const create = 'user create --age 30 --username'
  await run(`${create} ann --email ann@example.com`, environment, 'correct horse\n')
  await run(`${create} bob --email bob@example.com`, environment, 'correct horse\n')
  await using service = await startTestService(environment)
  const [ann, bob] = [await tokenOf(service.origin, 'ann'), await tokenOf(service.origin, 'bob')]
  const { code, stdout } = await run('user revoke Ann', environment)
  assert.deepEqual([code, stdout], [0, 'User 1: ann, 1 session ended\n'])
  assert.deepEqual(
    [await protectedFor(service.origin, ann), await protectedFor(service.origin, bob)],
    [401, 200],
  )
  const unknown = await run('user revoke eve', environment)
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no user "eve"\n'])
})

test('a backup taken while posts are written holds all that were acknowledged before it, and restores exactly those', async () => {
  const file = join(folder, 'copy.db')
  const environment = { DATABASE_URL: url('busy.db') }
  const answered: string[] = []
  let before: readonly string[] = []
  {
    await using service = await startTestService(environment)
    let isOver = false
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let number = 0; !isOver; number++) {
          const title = `${writer}-${number}`
          const headers = { 'Content-Type': 'application/json' }
          const post = { method: 'POST', target: '/posts/', headers, body: JSON.stringify({ title }) }
          assert.equal((await send(service.origin, post)).status, 201)
          answered.push(title)
        }
      }),
    )
    while (answered.length < 50) await new Promise(setImmediate)
    before = [...answered]
    const { code, stdout, stderr } = await run(`backup ${file}`, environment)
    isOver = true
    await writing
    assert.equal(code, 0, stderr)
    assert.match(stdout, /: [1-9]\d* posts, 0 users, \d+ bytes, verified\n$/)
    assert.ok(answered.length > before.length, 'nothing was written while the backup ran')
    assert.equal((await run(`backup ${file}`, environment)).code, 1)
  }
  const restored = await run(`restore ${file}`, environment)
  assert.equal(restored.code, 0, restored.stderr)
  assert.match(restored.stdout, /restored from .*copy\.db\nWhat was there before is in /)
  const elsewhere = await run(`restore ${file}`, { DATABASE_URL: url('elsewhere.db') })
  assert.match(elsewhere.stdout, /elsewhere\.db: \d+ posts, 0 users, restored from \S+\n$/)
  await using service = await startTestService(environment)
  const kept = new Set(await titles(service.origin))
  for (const title of before) assert.ok(kept.has(title), title)
  const [, count] = /(\d+) posts/.exec(restored.stdout) ?? []
  assert.equal(kept.size, Number(count))
})

async function signIn(origin: string, username: string, password: string): Promise<number> {
  return (await askToken(origin, username, password)).status
}

async function tokenOf(origin: string, username: string): Promise<string> {
  return JSON.parse((await askToken(origin, username, 'correct horse')).body).access_token
}

function askToken(origin: string, username: string, password: string) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ username, password }).toString()
  return send(origin, { method: 'POST', target: '/token', headers, body })
}

async function protectedFor(origin: string, token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await send(origin, { method: 'GET', target: '/api/protected/', headers })).status
}

test('a command that runs out of room says so; a backup and a restore leave nothing behind', async () => {
  const [full, small] = [url('roomless.db'), join(folder, 'small')]
  const copy = join(folder, 'roomless.backup')
  await mkdir(small)
  await run('seed --posts 20000 --users 0', { DATABASE_URL: full })
  await run(`backup ${copy}`, { DATABASE_URL: full })
  const script = 'trap "" XFSZ; ulimit -f 3000; exec "$0" "$@"'
  const runWithLittleRoom = (words: string, DATABASE_URL: string) => {
    const options = { arguments: words.split(' '), environment: { DATABASE_URL } }
    return startProgram(['sh', '-c', script, ...programs.launcher], options).ended
  }
  for (const [words, database] of [
    [`backup ${join(small, 'x.backup')}`, full],
    [`restore ${copy}`, `sqlite:${join(small, 'x.db')}`],
  ] as const) {
    const { code, stderr } = await runWithLittleRoom(words, database)
    assert.equal(code, 1)
    assert.match(stderr, /^Cannot (back up|restore) .*(disk I\/O error|disk is full)/)
    assert.deepEqual(await readdir(small), [])
  }
  const { code, stderr } = await runWithLittleRoom(`transfer sqlite:${join(small, 'x.db')}`, full)
  assert.equal(code, 1)
  assert.match(stderr, /\nsqlite:.*small\/x\.db: (disk I\/O error|database or disk is full)\. .*\n$/)
})

test('in a working folder that was removed, a command that is given a relative path says so', async () => {
  const DATABASE_URL = url('kept-elsewhere.db')
  assert.equal((await run('migrate', { DATABASE_URL })).code, 0)
  for (const [words, environment, path] of [
    ['serve --port 0', {}, './data/postern.db'],
    ['backup copy.db', { DATABASE_URL }, 'copy.db'],
    ['restore copy.db', { DATABASE_URL }, 'copy.db'],
  ] as const) {
    const removed = await mkdtemp(join(folder, 'removed-'))
    const options = { arguments: words.split(' '), environment, folder: removed }
    const script = 'rmdir "$PWD"; exec "$0" "$@"'
    const { code, stderr } = await startProgram(['sh', '-c', script, ...programs.launcher], options).ended
    const message = `${path} is relative to the working folder, which was removed. Start in another folder, or give the whole path\n`
    assert.deepEqual([code, stderr], [1, message])
  }
})
