import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { programs, startProgram } from './started-program.ts'
import { send } from './wire.ts'

const full = existsSync('/dev/full')
const skip = full ? false : 'this system has no device that is always full'
const memory = { PORT: '0', DATABASE_URL: 'sqlite::memory:' }

/** The program with its output led elsewhere, as a shell does. */
function redirected(redirection: string): readonly string[] {
  return ['sh', '-c', `${redirection}; exec "$0" "$@"`, ...programs.launcher]
}

describe('a program whose output cannot be written', () => {
  it('serves on where nothing can be logged', { skip }, async () => {
    const program = startProgram(redirected('exec 2>/dev/full'), {
      arguments: ['serve'],
      environment: memory,
    })
    const [, origin = ''] = await program.printed(/Postern serves (http:\S+)[\s\S]*Stop with Ctrl-C/)
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
    }
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
  })

  it('goes on with its log in whole lines when there is room again', { skip }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postern-log-'))
    const log = join(folder, 'log')
    const limited = redirected(`trap "" XFSZ; ulimit -f 16; exec 2>>"${log}"`)
    const program = startProgram(limited, { arguments: ['serve'], environment: memory })
    const [, origin = ''] = await program.printed(/Postern serves (http:\S+)[\s\S]*Stop with Ctrl-C/)
    const ask = async () =>
      assert.equal((await send(origin, { method: 'GET', target: '/posts/' })).status, 200)
    for (let count = 0; count < 120; count += 1) await ask()
    const { size } = statSync(log)
    await ask()
    assert.equal(statSync(log).size, size, 'the log has room yet')
    truncateSync(log)
    for (let count = 0; count < 3; count += 1) await ask()
    program.child.kill('SIGTERM')
    assert.equal((await program.ended).code, 0)
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    // An answer is out before its line is: that of the one before may have found room too.
    assert.ok(lines.length === 3 || lines.length === 4, `${lines.length} lines`)
    for (const line of lines) assert.equal(JSON.parse(line).status, 200)
    rmSync(folder, { recursive: true })
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

it('a start that waits for a database is ended by a signal at once', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const asked = once(silent, 'connection')
  const environment = { ...memory, DATABASE_URL: `postgres://user:password@127.0.0.1:${port}/db` }
  const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  const [socket] = await asked
  program.child.kill('SIGTERM')
  const [, signal] = await once(program.child, 'exit')
  assert.equal(signal, 'SIGTERM')
  const { stdout, stderr } = await program.ended
  assert.deepEqual([stdout, stderr], ['', ''])
  socket.destroy()
  silent.close()
})
