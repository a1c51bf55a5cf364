import assert from 'node:assert/strict'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import { startProgram } from '../test/started-program.ts'

const folder = await mkdtemp(join(tmpdir(), 'sources-'))
const source = join(folder, 'src/main.ts')
for (const name of ['bin', 'src']) await mkdir(join(folder, name))
for (const name of ['postern.js', 'sources.js'])
  await copyFile(join(import.meta.dirname, name), join(folder, 'bin', name))
await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
after(() => rm(folder, { recursive: true }))

function run(environment: Readonly<Record<string, string>> = {}) {
  const program = [process.execPath, join(folder, 'bin/postern.js')]
  return startProgram(program, { environment: { XDG_CACHE_HOME: folder, ...environment } }).ended
}

async function keptFiles(): Promise<string[]> {
  const names = await readdir(join(folder, 'postern'), { recursive: true })
  return names.filter((name) => name.includes('sources')).map((name) => join(folder, 'postern', name))
}

test('the second start runs what the first one kept', async () => {
  await writeFile(source, "const text: string = 'read'\nconsole.log(text)\n")
  assert.deepEqual(await run(), { code: 0, stdout: 'read\n', stderr: '' })
  const [file = '', ...others] = await keptFiles()
  assert.deepEqual(others, [])
  const sources: Map<string, { code: string }> = deserialize(await readFile(file))
  for (const kept of sources.values()) kept.code = kept.code.replace('read', 'kept')
  await writeFile(file, serialize(sources))
  assert.deepEqual(await run(), { code: 0, stdout: 'kept\n', stderr: '' })
})

test('a source that was replaced by one of the same size and time of modification is read again', async () => {
  await writeFile(source, "const text: string = 'old'\nconsole.log(text)\n")
  assert.equal((await run()).stdout, 'old\n')
  const { atime, mtime } = await stat(source)
  await writeFile(source, "const text: string = 'new'\nconsole.log(text)\n")
  await utimes(source, atime, mtime)
  assert.equal((await run()).stdout, 'new\n')
})

test('a file of kept sources that cannot be read is replaced', async () => {
  await writeFile(source, "console.log('read')\n")
  const [file = ''] = await keptFiles()
  await writeFile(file, 'half of it')
  assert.deepEqual(await run(), { code: 0, stdout: 'read\n', stderr: '' })
  assert.equal(deserialize(await readFile(file)).size, 1)
})

test('nothing is kept where Node keeps no compiled code, or the folder cannot be written', async () => {
  const missing = join(folder, 'package.json')
  for (const environment of [{ NODE_DISABLE_COMPILE_CACHE: '1' }, { XDG_CACHE_HOME: missing }])
    assert.deepEqual(await run(environment), { code: 0, stdout: 'read\n', stderr: '' })
})

test('an error names its place in the source, when it is read and when it was kept', async () => {
  await writeFile(source, "interface Nothing {}\n\nthrow new Error('here')\n")
  for (const _ of ['read', 'kept']) {
    const { code, stderr } = await run()
    assert.equal(code, 1)
    assert.match(stderr, /src\/main\.ts:3:7\)?$/m)
  }
})
