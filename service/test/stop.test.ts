import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { test } from 'node:test'
import { originOf, programs, type StartedProgram, startProgram } from './started-program.ts'
import { send } from './wire.ts'

const memory = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }

async function served(
  environment: Readonly<Record<string, string>>,
  launcher: readonly string[] = programs.launcher,
) {
  const program = startProgram(launcher, {
    arguments: ['serve'],
    environment: { ...memory, ...environment },
  })
  const origin = await originOf(program)
  const get = async (target: string) => (await send(origin, { method: 'GET', target })).status
  return { program, origin, get }
}

/** Sends a POST of which the service receives the headers and half of the body. */
async function beginPost(origin: string): Promise<ClientRequest> {
  const headers = { 'Content-Type': 'application/json' }
  const begun = request(`${origin}/posts/`, { method: 'POST', headers, agent: false })
  begun.write('{"title": ')
  const [socket] = await once(begun, 'socket')
  if (socket.connecting) await once(socket, 'connect')
  // The response to a later request shows that this one has arrived.
  await send(origin, { method: 'GET', target: '/health/live' })
  return begun
}

async function stopping(program: StartedProgram): Promise<void> {
  program.child.kill('SIGTERM')
  await program.printed(/SIGTERM: finishing/)
}

test('a stop is announced by readiness, then refuses connections, then waits for requests in progress', async () => {
  const { program, origin, get } = await served({ STOP_ANNOUNCE_SECONDS: '1' })
  const slow = await beginPost(origin)
  assert.equal(await get('/health/ready'), 200)
  await stopping(program)
  assert.deepEqual(
    [await get('/health/ready'), await get('/health/live'), await get('/posts/')],
    [503, 200, 200],
  )

  while (await get('/health/live').catch(() => false)) await new Promise(setImmediate)
  await assert.rejects(get('/health/live'), { code: 'ECONNREFUSED' })
  const [printed] = await program.printed(/SIGTERM: [\s\S]*/)
  assert.equal(printed, 'SIGTERM: finishing open requests\n')
  slow.end('"Finished"}')
  const [answer] = await once(slow, 'response')
  assert.equal(answer.statusCode, 201)
  answer.resume()
  const { code, stdout } = await program.ended
  assert.deepEqual([code, /Stopped\n$/.test(stdout)], [0, true])
})

test('a request that does not end is cut off after DRAIN_SECONDS, and the stop is still clean', async () => {
  const { program, origin } = await served({ DRAIN_SECONDS: '2' })
  const [endless, slow] = [await beginPost(origin), await beginPost(origin)]
  const cut = once(endless, 'error')
  await stopping(program)
  slow.end('"Finished"}')
  const [answer] = await once(slow, 'response')
  assert.equal(answer.statusCode, 201)
  answer.resume()
  await cut
  const { code, stdout } = await program.ended
  assert.deepEqual([code, /Stopped\n$/.test(stdout)], [0, true])
})

for (const signal of ['SIGINT', 'SIGHUP'] as const) {
  test(`${signal} finishes requests in progress too`, async () => {
    const { program, origin } = await served({})
    const slow = await beginPost(origin)
    program.child.kill(signal)
    await program.printed(new RegExp(`${signal}: finishing`))
    slow.end('"Finished"}')
    const [answer] = await once(slow, 'response')
    answer.resume()
    assert.deepEqual([answer.statusCode, (await program.ended).code], [201, 0])
  })
}

test('Ctrl-Break, a signal of Windows alone, finishes requests in progress too', {
  timeout: 30_000,
}, async () => {
  const standIn = "data:text/javascript,process.once('SIGUSR2',()=>process.emit('SIGBREAK','SIGBREAK'))"
  const [node, launcher] = programs.launcher
  const { program, origin } = await served({}, [node, '--import', standIn, launcher])
  const slow = await beginPost(origin)
  program.child.kill('SIGUSR2')
  await program.printed(/SIGBREAK: finishing/)
  slow.end('"Finished"}')
  const [answer] = await once(slow, 'response')
  answer.resume()
  assert.deepEqual([answer.statusCode, (await program.ended).code], [201, 0])
})

for (const [name, ...runtime] of [
  ['Bun', 'bun'],
  ['Deno', 'deno', 'run', '--allow-all'],
] as const) {
  test(`on ${name} a stop finishes requests in progress too, and is clean`, async () => {
    const { program, origin } = await served({}, [...runtime, ...programs.launcher.slice(1)])
    const slow = await beginPost(origin)
    await stopping(program)
    slow.end('"Finished"}')
    const [answer] = await once(slow, 'response')
    answer.resume()
    const { code, stdout } = await program.ended
    assert.deepEqual([answer.statusCode, code, /Stopped\n$/.test(stdout)], [201, 0, true])
  })
}

test('a second signal ends the service at once', async () => {
  const { program, origin } = await served({ DRAIN_SECONDS: '600' })
  const endless = await beginPost(origin)
  endless.on('error', () => undefined)
  await stopping(program)
  program.child.kill('SIGTERM')
  assert.notEqual((await program.ended).code, 0)
})

/** Makes a current Node report the version of an old one; that hands over to the installed one. */
const oldNode = [
  process.execPath,
  '--import',
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})",
  ...programs.launcher.slice(1),
]

test('a group that gets a signal, the launcher of an old Node in it too, finishes requests in progress', async () => {
  // Which of the two signals comes first is chance, so a single trial would show little.
  const trials = Array.from({ length: 4 }, async () => {
    const { program, origin } = await served({}, oldNode)
    const slow = await beginPost(origin)
    const answered = once(slow, 'response')
    process.kill(-(program.child.pid ?? 0), 'SIGTERM')
    await program.printed(/SIGTERM: finishing/)
    slow.end('"Finished"}')
    const [answer] = await answered
    answer.resume()
    return [answer.statusCode, (await program.ended).code]
  })
  assert.deepEqual(await Promise.all(trials), Array(4).fill([201, 0]))
})

test('repeated signals end the service at once behind the launcher of an old Node too', {
  timeout: 30_000,
}, async () => {
  const { program, origin } = await served({ DRAIN_SECONDS: '600' }, oldNode)
  const endless = await beginPost(origin)
  endless.on('error', () => undefined)
  await stopping(program)
  const again = setInterval(() => program.child.kill('SIGTERM'), 50)
  const { code } = await program.ended
  clearInterval(again)
  assert.notEqual(code, 0)
})

test('metrics have their own listener until requests in progress are finished, and none where METRICS_PORT is not set', async () => {
  const { program, origin, get } = await served({ METRICS_PORT: '0' })
  const [, metrics = ''] = await program.printed(/metrics {8}(http:\/\/127\.0\.0\.1:\d+)\/metrics/)
  await get('/posts/1?secret=hunter2')
  const slow = await beginPost(origin)
  const scraped = await send(metrics, { method: 'GET', target: '/metrics' })
  assert.equal(scraped.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(scraped.body, /requests_total\{method="GET",route="\/posts\/\{post_id\}",status="4xx"\} 1\n/)
  assert.match(scraped.body, /\nprocess_resident_memory_bytes \d+/)
  assert.match(scraped.body, /in_flight 1\n/)
  slow.end('"Finished"}')
  await once(slow, 'response')
  assert.equal((await send(metrics, { method: 'GET', target: '/docs' })).status, 404)
  assert.doesNotMatch(scraped.body, /hunter2|\/posts\/1/)
  assert.equal(await get('/metrics'), 404)
  assert.doesNotMatch((await send(origin, { method: 'GET', target: '/openapi.json' })).body, /metrics/)
  const last = await beginPost(origin)
  await stopping(program)
  while (await get('/health/live').catch(() => false)) await new Promise(setImmediate)
  assert.match((await send(metrics, { method: 'GET', target: '/metrics' })).body, /in_flight 1\n/)
  last.end('"Finished"}')
  await program.ended

  const silent = await served({})
  await stopping(silent.program)
  assert.doesNotMatch((await silent.program.ended).stdout, /metrics/)
})
