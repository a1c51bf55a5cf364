import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inTerminal, terminalsMissing } from '../test/own-terminal.ts'
import { startProgram } from '../test/started-program.ts'

/** Makes a current Node report the version of an old one. */
const old = [
  '--import',
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.0.0"}})',
]

const main = `
for (const message of ['SQLite is an experimental feature', 'Type Stripping is an experimental feature', 'another'])
  process.emitWarning(message, 'ExperimentalWarning')
process.emitWarning('SQLite is old', 'DeprecationWarning')
const [how, code] = process.argv.slice(2) as string[]
if (how === 'wait') {
  for (const name of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(name, () => process.exit(name === code ? 7 : 1))
  setTimeout(() => process.exit(1), 20_000)
  console.log('process', process.pid)
} else if (how === 'read') process.stdin.pipe(process.stdout)
else if (how === 'die') process.kill(process.pid, code)
else process.exitCode = Number(code)
console.log('arguments', ...process.argv.slice(2))
`

const folder = await mkdtemp(join(tmpdir(), 'launcher-'))
for (const name of ['bin', 'src', 'bundle']) await mkdir(join(folder, name))
for (const name of ['postern.js', 'sources.js'])
  await copyFile(join(import.meta.dirname, name), join(folder, 'bin', name))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
await writeFile(join(folder, 'src/main.ts'), main)
after(() => rm(folder, { recursive: true }))

test('a current Node runs the sources; of all warnings only those of early Node 24 are silenced', async () => {
  const { code, stdout, stderr } = await finished(launch([], ['serve', '3', 'a b']))
  assert.deepEqual([code, stdout], [3, 'arguments serve 3 a b\n'])
  const warnings = stderr.matchAll(/(?<=Warning: ).*/g).map(String)
  assert.deepEqual([...warnings], ['another', 'SQLite is old'])
})

for (const [name, environment, caches] of [
  ['XDG_CACHE_HOME', { XDG_CACHE_HOME: join(folder, 'caches') }, 'caches'],
  ['.cache of the home', { XDG_CACHE_HOME: '', HOME: join(folder, 'home') }, 'home/.cache'],
] as const) {
  test(`compiled code is kept in ${name}`, async () => {
    await finished(launch([], ['serve', '0'], environment))
    assert.deepEqual(await readdir(join(folder, caches)), ['postern'])
  })
}

test('an old Node with none installed says what runs, what is needed and what to do', () => assertRefused())

test('an old Node says the same if npm installed the package of one without its program', async () => {
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true })
  await writeFile(join(folder, 'node_modules/node/package.json'), '{ "name": "node", "version": "24.0.0" }')
  await assertRefused()
})

test('an old Node gives the installed one its arguments, and ends with its exit code', async () => {
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'))
  const { code, stdout } = await finished(launch(old, ['serve', '5', 'a b']))
  assert.deepEqual([code, stdout], [5, 'arguments serve 5 a b\n'])
})

test('an old Node ends as a shell does if a signal ends the installed one', async () => {
  assert.equal((await finished(launch(old, ['die', 'SIGTERM']))).code, 143)
})

test('an old Node leaves the standard input to the installed one', async () => {
  const reading = launch(old, ['read'])
  reading.stdin?.end('typed')
  assert.match((await finished(reading)).stdout, /typed/)
})

for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) {
  test(`an old Node forwards ${signal} to the installed one`, async () => {
    const waiting = launch(old, ['wait', signal])
    if (waiting.stdout) await once(waiting.stdout, 'data')
    waiting.kill(signal)
    assert.deepEqual(await once(waiting, 'exit'), [7, null])
  })
}

test('on Windows, which sends Ctrl-C to both, an old Node waits for the installed one and does not end it', async () => {
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node.exe'))
  const windows = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})"
  const waiting = launch([...old, '--import', windows], ['wait', 'SIGTERM'])
  const [started] = waiting.stdout ? await once(waiting.stdout, 'data') : []
  waiting.kill('SIGINT')
  // A forwarded SIGINT would end the installed one with 1.
  process.kill(Number(/process (\d+)/.exec(String(started))?.[1]), 'SIGTERM')
  assert.deepEqual(await once(waiting, 'exit'), [7, null])
})

test('a signal to the launcher alone is forwarded at a terminal too', {
  skip: terminalsMissing(),
}, async () => {
  const words = [process.execPath, ...old, join(folder, 'bin/postern.js'), 'wait', 'SIGINT']
  const typed = `echo $$; exec ${words.map((word) => `'${word}'`).join(' ')}`
  const { printed, ended } = startProgram(inTerminal(typed))
  const [, id] = await printed(/^(\d+)\r\n.*arguments wait/s)
  process.kill(Number(id), 'SIGINT')
  assert.equal((await ended).code, 7)
})

test('an installed Node that is old itself is not started again and again', () =>
  assertRefused({ POSTERN_RELAUNCHED: '1' }))

test('a built program is preferred to the sources', async () => {
  await writeFile(join(folder, 'bundle/main.js'), "console.log('built')")
  assert.equal((await finished(launch([], []))).stdout, 'built\n')
})

test('a built program comes without a Node, so that an old one says how it is had', async () => {
  await rm(join(folder, 'node_modules'), { recursive: true })
  const { code, stderr } = await finished(launch(old, []))
  assert.equal(code, 1)
  assert.match(
    stderr,
    /or run `npm pkg set --json allowScripts\.node=true` and `npm install node@24` in the folder that postern was installed into, to bring/,
  )
})

async function assertRefused(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const { code, stdout, stderr } = await finished(launch(old, ['serve', '0'], environment))
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /needs Node 24 or newer; this is Node 20\.0\.0 \(\/.*\)\.\nInstall Node/)
  assert.match(stderr, /or run `npm install` here without --omit=optional, to bring one along\.\n$/)
}

function launch(
  nodeArguments: readonly string[],
  programArguments: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const program = join(folder, 'bin/postern.js')
  return spawn(process.execPath, [...nodeArguments, program, ...programArguments], {
    env: { ...withoutTestRunner(), XDG_CACHE_HOME: join(folder, 'any'), ...environment },
  })
}

/** The test runner's own variables would make the child print its protocol, and keep compiled code elsewhere. */
function withoutTestRunner(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, NODE_COMPILE_CACHE: ___, ...env } = process.env
  return env
}

async function finished(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (texts.stdout += chunk))
  child.stderr?.on('data', (chunk) => (texts.stderr += chunk))
  const [code] = await once(child, 'close')
  return { code, ...texts }
}
