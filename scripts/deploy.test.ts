import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSettings } from '../service/src/settings.ts'
import { freePort } from './free-port.ts'
import { root } from './root.ts'
import { withServer } from './server-process.ts'
import { startSilentServer } from './silent-server.ts'

const containerfile = readFileSync(join(root, 'Containerfile'), 'utf8')
const unit = readFileSync(join(root, 'deploy/postern.service'), 'utf8')
const program = 'node_modules/postern/bin/postern.js'

/** Runs the container's health check against a port; resolves with its exit code. */
async function checkHealth(port: number): Promise<number | null> {
  const [, words = '[]'] = /HEALTHCHECK [\s\S]*?\n\s*CMD (\[.*\])/.exec(containerfile) ?? []
  const [node, ...args]: string[] = JSON.parse(words)
  assert.equal(node, 'node')
  const check = spawn(process.execPath, args, { env: { ...process.env, PORT: String(port) } })
  const [code] = await once(check, 'close')
  return code
}

test("the container's health check passes for a live service and for nothing else", async () => {
  const port = await freePort()
  assert.equal(await checkHealth(port), 1)
  const service = {
    args: [join(root, 'service/bin/postern.js'), 'serve'],
    cwd: root,
    env: { HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: 'sqlite::memory:' },
    ready: `http://127.0.0.1:${port}/health/live`,
  }
  await withServer(service, async () => assert.equal(await checkHealth(port), 0))
})

test("the container's health check ends where the service does not respond", {
  timeout: 20_000,
}, async () => {
  using silent = await startSilentServer()
  assert.equal(await checkHealth(silent.port), 1)
  await silent.connected
})

test('node runs on the Alpine whose C++ library it was built with', () => {
  const images = containerfile.match(/^FROM .*$/gm)
  assert.equal(images?.length, 2)
  for (const image of images) assert.match(image, /alpine:?\$\{ALPINE\}/)
})

test('the container and the unit start the program where npm installs it', () => {
  assert.ok(existsSync(join(root, 'service/bin/postern.js')))
  assert.ok(containerfile.includes(`ENTRYPOINT ["node", "/app/${program}"]\nCMD ["serve"]`))
  assert.ok(unit.includes(`ExecStart=/usr/bin/node /opt/postern/${program} serve\n`))
})

test('the service reads what the container and the unit set, and neither runs as root', () => {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(containerfile) ?? []
  const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  for (const assignments of [block.replaceAll('\\\n', ' '), line]) {
    const pairs = assignments
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
    const settings = parseSettings({ ALLOWED_ORIGINS: 'https://a.example', ...Object.fromEntries(pairs) })
    assert.match(settings.databaseUrl, /^sqlite:\/(data|var\/lib\/postern)\/postern\.db$/)
    assert.deepEqual(settings.unread, [])
  }
  assert.match(containerfile, /^USER 10001:10001$/m)
  assert.match(unit, /^DynamicUser=yes$/m)
})

test('no records and no installed packages get into the image, whether docker or podman builds it', () => {
  // The one file name that both tools read.
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  for (const path of ['**/data', '**/node_modules', '.git']) assert.ok(ignored.includes(path), path)
})

test('systemd restarts the service until it stays up: its database may come up minutes later', () => {
  const [, section = ''] = /^\[Unit\]\n([\s\S]*?)^\[/m.exec(unit) ?? []
  assert.match(section, /^StartLimitIntervalSec=0$/m)
  assert.match(unit, /^Restart=on-failure$/m)
})

test('journald keeps every line of the log, however many requests there are', () => {
  const [, seconds, lines] = /^LogRateLimitIntervalSec=(\d+)s\nLogRateLimitBurst=(\d+)$/m.exec(unit) ?? []
  assert.ok(Number(lines) / Number(seconds) >= 100_000)
})

test('systemd waits longer for a stop than the service takes by itself', () => {
  const { announce, drain } = parseSettings({}).stop
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  // Closing a silent database may take 5 seconds more, and a log that nobody reads another 5.
  assert.ok(Number(seconds) >= announce + drain + 10)
})
