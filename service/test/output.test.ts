import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startSilentServer } from '../../scripts/silent-server.ts'
import { newUser } from '../src/storage/contract/samples.ts'
import { openStorage } from '../src/storage/open.ts'
import { originOf, programs, startProgram } from './started-program.ts'
import { send } from './wire.ts'

const full = existsSync('/dev/full')
const skip = full ? false : 'this system has no device that is always full'
const memory = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }

/** Runs the program with redirected output, as a shell does. */
function redirected(redirection: string): readonly string[] {
  return ['sh', '-c', `${redirection}; exec "$0" "$@"`, ...programs.launcher]
}

describe('a program whose output cannot be written', () => {
  it('keeps serving where nothing can be logged', { skip }, async () => {
    const program = startProgram(redirected('exec 2>/dev/full'), {
      arguments: ['serve'],
      environment: memory,
    })
    const origin = await originOf(program)
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
    }
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('keeps serving where the reader of its log has gone', async () => {
    const program = startProgram(programs.launcher, { arguments: ['serve'], environment: memory })
    const origin = await originOf(program)
    program.child.stderr?.destroy()
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
    }
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('continues its log in whole lines when there is room again', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-log-'))
    const log = join(folder, 'log')
    const limited = redirected(`trap "" XFSZ; ulimit -f 16; exec 2>>"${log}"`)
    const program = startProgram(limited, { arguments: ['serve'], environment: memory })
    const origin = await originOf(program)
    const ask = async () =>
      assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
    for (let count = 0; count < 120; count += 1) await ask()
    const { size } = statSync(log)
    await ask()
    assert.equal(statSync(log).size, size, 'the log has room yet')
    // Ends in the middle of a line, as on a disk without room for the rest of it.
    truncateSync(log, 100)
    for (let count = 0; count < 3; count += 1) await ask()
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    const [torn = '', ...lines] = readFileSync(log, 'utf8').trimEnd().split('\n')
    assert.equal(torn.length, 100)
    // A response is sent before its line is written, so there may have been room for the previous line too.
    assert.ok(lines.length === 3 || lines.length === 4, `${lines.length} lines`)
    for (const line of lines) assert.equal(JSON.parse(line).status, 200)
    rmSync(folder, { recursive: true })
  })

  it('leaves out lines that nobody reads, continues with others, and ends', {
    timeout: 60_000,
  }, async (test) => {
    const { child, ended, origin } = await serveUnread(test, 15_000)
    child.stderr?.resume()
    await send(origin, { method: 'GET', target: '/posts/', headers: { 'X-Request-Id': 'behind-the-gap' } })
    await logged(child, /"behind-the-gap"/)
    child.stderr?.pause()
    await askMany(origin, 5_000)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    child.stderr?.resume()
    const { stderr } = await ended
    const [before = ''] = stderr.split('"behind-the-gap"')
    const count = before.split('\n').length
    assert.ok(count > 1000 && count < 15_000, `${count} lines were written of 15000`)
    assert.equal(code, 0)
  })

  it('ends when a slow reader has its log to the last line', {
    timeout: 60_000,
  }, async (test) => {
    const { child, ended, origin, printed } = await serveUnread(test, 4_000)
    await send(origin, { method: 'GET', target: '/posts/', headers: { 'X-Request-Id': 'the-last' } })
    child.kill('SIGTERM')
    await printed(/Stopped/)
    readSlowly(child)
    const { code, stderr } = await ended
    assert.equal(stderr.split('\n').length, 4_002)
    assert.match(stderr, /"the-last".*\n$/)
    assert.equal(code, 0)
  })

  it('ends where a service has its log and its messages in one pipe that nobody reads', {
    timeout: 60_000,
  }, async (test) => {
    const { child } = await serveUnread(test, 15_000, 'stdout')
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [0, null])
    child.stdout?.resume()
  })

  it('waits for the reader of its result, and of its messages in the same pipe', {
    timeout: 60_000,
  }, async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-result-'))
    test.after(() => rmSync(folder, { recursive: true }))
    const environment = { DATABASE_URL: `sqlite:${join(folder, 'listed.db')}` }
    const storage = await openStorage(environment.DATABASE_URL, { now: () => new Date() })
    const names = Array.from({ length: 2000 }, (_, number) => `user-${number}`)
    await Promise.all(names.map((name) => storage.users.create(newUser(name))))
    await storage.close()
    const late = ['sh', '-c', '"$0" "$@" 2>&1 | (sleep 7; cat)', ...programs.launcher]
    const { stdout } = await startProgram(late, {
      arguments: ['user', 'list', '--limit', '2000'],
      environment,
    }).ended
    assert.equal(stdout.match(/^\d+\t"user-\d+"/gm)?.length, 2000)
    assert.match(stdout, /^There may be more: --after 2000$/m)
  })

  it('stops a service cleanly whose messages cannot be written', { skip }, async () => {
    const { child, ended } = startProgram(redirected('exec >/dev/full'), {
      arguments: ['serve'],
      environment: memory,
    })
    await logged(child, /^Cannot write to the standard output: ENOSPC/)
    child.kill('SIGTERM')
    assert.equal((await ended).code, 0)
  })

  it('says in a line that its result cannot be written, and exits with 1', { skip }, async () => {
    const { code, stderr } = await startProgram(redirected('exec >/dev/full'), { arguments: ['openapi'] })
      .ended
    assert.deepEqual(
      [code, stderr],
      [1, 'Cannot write to the standard output: ENOSPC: no space left on device, write\n'],
    )
  })
})

it('a reader that has gone is no failure, by the name that Windows has for it either', async () => {
  const gone = "data:text/javascript,process.stdout._write=(_,__,f)=>f(Object.assign(new Error,{code:'EOF'}))"
  const launcher = [process.execPath, '--import', gone, ...programs.launcher.slice(1)]
  const { code, stderr } = await startProgram(launcher, { arguments: ['openapi'] }).ended
  assert.deepEqual([code, stderr], [0, ''])
})

it('an unexpected error is reported with its stack, and the program exits with 1', async () => {
  const broken = "data:text/javascript,console.log=process.stdout.write=()=>{throw new TypeError('broken')}"
  const launcher = [process.execPath, '--import', broken, ...programs.launcher.slice(1)]
  const { code, stderr } = await startProgram(launcher, { arguments: ['openapi'] }).ended
  assert.equal(code, 1)
  assert.match(stderr, /TypeError: broken\n\s+at /)
})

it('what was logged in the turn that ends the process is written', async () => {
  const terminal = new URL('../src/commands/process-terminal.ts', import.meta.url).href
  const program = `import { processTerminal } from '${terminal}'; processTerminal().writeLog('the last'); process.exit()`
  const launcher = [process.execPath, '--input-type=module', '--eval', program]
  assert.equal((await startProgram(launcher, {}).ended).stderr, 'the last')
})

/** Starts the service and sends this many requests while no one reads its log, which may go to standard output too. */
async function serveUnread(
  test: TestContext,
  requests: number,
  log: 'stderr' | 'stdout' = 'stderr',
): Promise<ReturnType<typeof startProgram> & { readonly origin: string }> {
  const launcher = log === 'stdout' ? redirected('exec 2>&1') : programs.launcher
  const program = startProgram(launcher, { arguments: ['serve'], environment: memory })
  test.after(() => program.child.kill('SIGKILL'))
  const origin = await originOf(program)
  program.child[log]?.pause()
  await askMany(origin, requests)
  return { ...program, origin }
}

/** Sends this many requests on one connection. */
async function askMany(origin: string, count: number): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count))
  let answers = 0
  for await (const piece of socket.setEncoding('latin1')) {
    answers += String(piece).split('{"status"').length - 1
    if (answers === count) break
  }
}

async function logged({ stderr }: ChildProcess, pattern: RegExp): Promise<void> {
  if (stderr === null) return
  for (let text = ''; !pattern.test(text); ) text += (await once(stderr, 'data'))[0]
}

/** Reads about 256 KiB, then nothing for a while, and so on. */
function readSlowly({ stderr }: ChildProcess): void {
  let read = 0
  stderr?.on('data', ({ length }) => {
    read += length
    if (read < 262_144) return
    read = 0
    stderr.pause()
    setTimeout(() => stderr.resume(), 1500)
  })
  stderr?.resume()
}

it('a start that waits for a database is ended by a signal at once', async () => {
  using silent = await startSilentServer()
  const environment = { ...memory, DATABASE_URL: `postgres://user:password@127.0.0.1:${silent.port}/db` }
  const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  await silent.connected
  program.child.kill('SIGTERM')
  const [, signal] = await once(program.child, 'exit')
  assert.equal(signal, 'SIGTERM')
  const { stdout, stderr } = await program.ended
  assert.deepEqual([stdout, stderr], ['', ''])
})
