import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { startSilentServer } from '../../scripts/silent-server.ts'
import { originOf, programs, startProgram } from './started-program.ts'

/** Runs a program as the first process of its own process namespace, as in a container. */
const first = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc']
const canBeFirst = spawnSync('unshare', [...first.slice(1), 'true']).status === 0
const options = { skip: !canBeFirst && 'this system does not let a user create namespaces', timeout: 30_000 }

function startFirst(environment: Readonly<Record<string, string>>) {
  const program = startProgram([...first, ...programs.launcher], {
    arguments: ['serve'],
    environment: { PORT: '0', ...environment },
  })
  // `unshare` itself ignores the signal.
  return { ...program, signal: () => process.kill(-(program.child.pid ?? 0), 'SIGTERM') }
}

test('in a container too, a signal during the start ends it at once', options, async () => {
  using silent = await startSilentServer()
  const { signal, ended } = startFirst({ DATABASE_URL: `postgres://a:b@127.0.0.1:${silent.port}/c` })
  await silent.connected
  signal()
  const { code, stderr } = await ended
  assert.deepEqual([code, stderr], [143, ''])
})

test(
  'in a container too, the first signal stops in order, and a second one ends the service at once',
  options,
  async () => {
    const { signal, ended, printed } = startFirst({ DATABASE_URL: 'sqlite::memory:', DRAIN_SECONDS: '600' })
    const origin = await originOf({ printed })
    const endless = request(`${origin}/posts/`, { method: 'POST', agent: false })
    endless.on('error', () => undefined)
    endless.write('{"title": ')
    const [socket] = await once(endless, 'socket')
    if (socket.connecting) await once(socket, 'connect')
    await fetch(`${origin}/health/live`)
    signal()
    await printed(/SIGTERM: finishing/)
    signal()
    const { code, stdout } = await ended
    assert.deepEqual([code, /Stopped/.test(stdout)], [143, false])
  },
)
