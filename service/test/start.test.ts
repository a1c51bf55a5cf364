import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../../scripts/free-port.ts'
import { listen } from '../../scripts/listen.ts'
import { startTestServer } from '../src/storage/postgres/test-server.ts'
import { originOf, programs, startProgram } from './started-program.ts'
import { send } from './wire.ts'

const folder = await mkdtemp(join(tmpdir(), 'postern-start-'))
after(() => rm(folder, { recursive: true }))

const json = { 'Content-Type': 'application/json' }

test('§1 storage: records survive a restart of npm start; Ctrl-C and SIGTERM stop it cleanly', async () => {
  const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'new/folder/kept.db')}` }
  const first = startProgram(programs.npm, { environment })
  const created = await send(await originOf(first), {
    method: 'POST',
    target: '/posts/',
    headers: json,
    body: '{"title": "Kept"}',
  })
  assert.equal(created.status, 201)
  // As a terminal does it: signals the whole group, including npm, which ends.
  process.kill(-(first.child.pid ?? 0), 'SIGINT')
  assert.match((await first.ended).stdout, /SIGINT: finishing[\s\S]*Stopped\n$/)

  const second = startProgram(programs.launcher, { arguments: ['serve'], environment })
  const read = await send(await originOf(second), { method: 'GET', target: '/posts/1' })
  assert.equal(read.body, created.body)
  second.child.kill('SIGTERM')
  const { code, stdout } = await second.ended
  assert.deepEqual([code, /SIGTERM: finishing[\s\S]*Stopped\n$/.test(stdout)], [0, true])
  assert.deepEqual(await readdir(join(folder, 'new/folder')), ['kept.db'], 'its log is in the file')
})

/** As npx does it: starts a shell, which starts the program. */
const npx = ['sh', '-c', '"$0" "$@"; exit', ...programs.launcher, 'serve']
/** As on Windows, where a process keeps its parent when that has ended. */
const windows =
  "--import=data:text/javascript,Object.defineProperties(process,{platform:{value:'win32'},ppid:{value:process.ppid}})"
for (const [name, program, variables] of [
  ['npm', programs.npm, {}],
  ['npx', npx, { npm_lifecycle_event: 'npx' }],
  ['npx on Windows', npx, { npm_lifecycle_event: 'npx', NODE_OPTIONS: windows }],
] as const) {
  test(`a signal to ${name} alone, as a supervisor sends it, ends the service too`, async () => {
    const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:', ...variables }
    const started = startProgram(program, { environment })
    const origin = await originOf(started)
    started.child.kill('SIGTERM')
    // The started service keeps the output open, so this waits for the service.
    assert.match((await started.ended).stdout, /npm has exited: finishing open requests\nStopped\n$/)
    await assert.rejects(send(origin, { method: 'GET', target: '/health/live' }))
  })
}

test('§1 storage is kept in ./data unless set otherwise; the start prints addresses, database and policy', async () => {
  const program = startProgram(programs.launcher, {
    // Arguments of the command take precedence over the environment.
    arguments: ['serve', '--host', '127.0.0.1', '--port', '0'],
    environment: { ENVIRONMENT: 'prod', POST_RULE: 'basic', HOST: '203.0.113.1', LOG_LEVEL: 'warn' },
    folder,
  })
  const origin = await originOf(program)
  assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
  program.child.kill('SIGTERM')
  const { stdout, stderr } = await program.ended
  assert.equal(stderr, '')
  for (const path of ['/docs', '/redoc', '/openapi.json']) assert.ok(stdout.includes(`${origin}${path}`))
  assert.match(stdout, /database {7}sqlite:\/\S*\/data\/postern\.db\n/)
  assert.match(stdout, /posts {10}rules custom, binding response, response full\n/)
  assert.match(stdout, /cross-origin: http:\/\/localhost:3000, credentials allowed/)
  assert.match(stdout, /warning: ENVIRONMENT \(environment_unrecognised\): "prod"/)
  assert.match(stdout, /warning: POST_RULE is set/)
  assert.ok(existsSync(join(folder, 'data/postern.db')))
})

test('requests in progress are finished: a body that is still arriving at SIGTERM is stored and answered', async () => {
  const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'finish.db')}` }
  const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  const begun = request(`${await originOf(program)}/posts/`, { method: 'POST', headers: json })
  begun.write('{"title": ')
  await once(begun, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))
  const probe = await send(await originOf(program), { method: 'GET', target: '/health/ready' })
  assert.equal(probe.status, 200)
  program.child.kill('SIGTERM')
  await program.printed(/SIGTERM: finishing/)
  begun.end('"Finished"}')
  const [answer] = await once(begun, 'response')
  assert.equal(answer.statusCode, 201)
  answer.resume()
  assert.equal((await program.ended).code, 0)
})

test('what prevents a start is reported in a line, without a stack', { timeout: 120_000 }, async (t) => {
  const server = await startTestServer()
  t.after(() => server.stop())
  const busy = createServer()
  t.after(() => busy.close())
  const port = await listen(busy)
  const free = String(await freePort())
  const unused = join(folder, 'unused.db')
  await writeFile(join(folder, 'file'), 'not a folder')
  await writeFile(join(folder, 'text.db'), 'this is no database, it is a text that is longer than a header')
  const cases: readonly [environment: Record<string, string>, message: RegExp][] = [
    [
      { PORT: String(port), DATABASE_URL: `sqlite:${unused}` },
      /another program listens there\. Stop it, or use another port .*\. The settings are HOST and PORT/,
    ],
    [
      { HOST: '203.0.113.1', PORT: '0', DATABASE_URL: 'sqlite::memory:' },
      /no such address\. Use another host: /,
    ],
    [
      { PORT: '0', METRICS_PORT: String(port), DATABASE_URL: `sqlite:${unused}` },
      /another program listens there\. .* The settings are METRICS_HOST and METRICS_PORT/,
    ],
    [
      { PORT: '0', METRICS_HOST: '203.0.113.1', METRICS_PORT: '0', DATABASE_URL: 'sqlite::memory:' },
      /203\.0\.113\.1:0: .* no such address\. .* The settings are METRICS_HOST and METRICS_PORT/,
    ],
    // Two names of one address: only the second listener finds that the port is taken, after the database was opened.
    [
      {
        PORT: free,
        METRICS_HOST: '::ffff:127.0.0.1',
        METRICS_PORT: free,
        DATABASE_URL: await server.createDatabase(),
      },
      /another program listens there\. .* The settings are METRICS_HOST and METRICS_PORT, which is also the PORT of/,
    ],
    // A link-local address without the name of its link.
    [
      { HOST: 'fe80::1', PORT: '0', DATABASE_URL: 'sqlite::memory:' },
      /listen on \[fe80::1\]:0: .*Use another host/,
    ],
    [
      { PORT: 'x', POST_RULES: 'y', ALLOWED_ORIGINS: '*' },
      /PORT: "x"[\s\S]*POST_RULES: "y"[\s\S]*ALLOW_CREDENTIALS/,
    ],
    [
      { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'file/x.db')}` },
      /Cannot create the folder|Cannot open/,
    ],
    // `/proc` denies the existence of a folder that exists; Node's own way would loop forever.
    [{ PORT: '0', DATABASE_URL: 'sqlite:/proc/none/x.db' }, /Cannot create the folder/],
    [{ PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'text.db')}` }, /text\.db/],
  ]
  for (const [environment, message] of cases) {
    const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
    t.after(() => program.child.kill('SIGKILL'))
    const { code, stderr } = await program.ended
    assert.equal(code, 1, stderr)
    assert.match(stderr, message)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
  assert.ok(!existsSync(unused), 'a database was created for a service that cannot listen')
})

for (const [DOCUMENTATION, expected] of [
  ['off', /documentation {2}off\n/],
  ['users', /documentation {2}http:\S+\/docs .*\/openapi\.json {2}for users who are signed in\n/],
] as const) {
  test(`a start with DOCUMENTATION=${DOCUMENTATION} prints who may see the pages`, async () => {
    const environment = { PORT: '0', DATABASE_URL: 'sqlite::memory:', DOCUMENTATION }
    const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
    await originOf(program)
    program.child.kill('SIGTERM')
    assert.match((await program.ended).stdout, expected)
  })
}

test('the log is a JSON line per request on standard error, without body, token or cookie; the start prints the pages under ROOT_PATH', async () => {
  const environment = { PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'log.db')}`, ROOT_PATH: '/v1' }
  const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  const origin = await originOf(program)
  await send(origin, {
    method: 'POST',
    target: '/posts/?secret=hunter1',
    headers: { ...json, Authorization: 'Bearer hunter2', Cookie: 'a=hunter3', 'X-Request-Id': 'mine' },
    body: '{"title": "hunter4"}',
  })
  await send(origin, { method: 'GET', target: '/hunter5' })
  program.child.kill('SIGTERM')
  const { stdout, stderr } = await program.ended
  assert.match(stdout, /documentation {2}\/v1\/docs {2}\/v1\/redoc {2}\/v1\/openapi\.json\n/)
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ time: _, ms: __, id, ...line }) => ({ ...line, id: id === 'mine' ? id : typeof id })),
    [
      { level: 'info', id: 'mine', method: 'POST', route: '/posts/', status: 401, bytes: 30, msg: 'request' },
      { level: 'info', id: 'string', method: 'GET', status: 404, bytes: 22, msg: 'request' },
    ],
  )
  assert.ok(lines.every(({ ms }) => /^\d+(\.\d)?$/.test(ms)))
  assert.doesNotMatch(stderr, /hunter/)
})
