import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { fencedBlocks } from './fenced-blocks.ts'
import { freePort } from './free-port.ts'
import { oldestTypescript } from './oldest-typescript.ts'
import { buildPackages } from './package-build.ts'
import { root } from './root.ts'

interface Packed {
  readonly name: string
  readonly tarball: string
  readonly files: readonly string[]
}

const bin = join(root, 'node_modules/.bin')
// The Node that runs this test, also where `npx` looks for one.
const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, NODE_TEST_CONTEXT: undefined }

const home = await mkdtemp(join(tmpdir(), 'postern-build-'))
after(() => rm(home, { recursive: true }))
const built = await buildPackages(join(home, 'dist'))
const packed = await Promise.all(built.map(pack))

async function pack({ name, folder }: { name: string; folder: string }): Promise<Packed> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', home], folder)
  const [{ filename, files }] = JSON.parse(stdout)
  const paths = files.map(({ path }: { path: string }) => path)
  return { name, tarball: join(home, filename), files: paths }
}

function run(program: string, args: readonly string[], cwd: string) {
  return promisify(execFile)(program, args, { cwd, env, timeout: 120_000 })
}

test('a package contains the compiled code and what that needs, and no tests', async () => {
  const everywhere = ['LICENSE', 'README.md', 'package.json']
  for (const { name, files } of packed) {
    for (const file of everywhere) assert.ok(files.includes(file), `${name} has no ${file}`)
    const others = files.filter(
      (file) => !/^(dist|bundle|assets|bin)\//.test(file) && !everywhere.includes(file),
    )
    assert.deepEqual(others, [], name)
    const strange = files.filter((file) => /test|crash|samples|harness|(?<!\.d)\.ts$/.test(file))
    assert.deepEqual(strange, [], name)
    const scripts = (part: string) => files.filter((file) => file.startsWith(part) && file.endsWith('.js'))
    assert.ok(scripts('bundle/').length * 2 < scripts('dist/').length, name)
  }
  const postern = packed.find(({ name }) => name === 'postern')
  const migrations: string[] = []
  for await (const file of glob('**/*.sql', { cwd: join(root, 'service/src') }))
    migrations.push(`dist/${file}`)
  assert.ok(migrations.length >= 2)
  assert.deepEqual(postern?.files.filter((file) => file.endsWith('.sql')).sort(), migrations.sort())
})

test('what is loaded together is one file, and the policy or a client alone loads no server', async () => {
  const bundles: Readonly<Record<string, readonly string[]>> = {
    'contract/cors/index.js': ['cors/index.js', 'parts/policy.js'],
    'contract/client.js': ['client.js', 'parts/calls.js'],
    'contract/adapters/node.js': ['adapters/node.js', 'parts/server.js', 'parts/policy.js', 'parts/calls.js'],
    'postern/client.js': ['client.js'],
    'postern/main.js': ['main.js', 'parts/service.js'],
  }
  for (const [entry, opened] of Object.entries(bundles)) {
    const [name = '', ...path] = entry.split('/')
    assert.deepEqual(await openedBy(join(home, 'dist', name, 'bundle'), path.join('/')), opened.toSorted())
  }
})

test('a bundle has no comments and is ASCII: the runtime keeps its text, with two bytes a character for any other', async () => {
  let bundled = 0
  for await (const file of glob('*/bundle/**/*.js', { cwd: join(home, 'dist') })) {
    const text = await readFile(join(home, 'dist', file), 'utf8')
    assert.doesNotMatch(text, /[^\p{ASCII}]|^\s*\/\*\*/mu, file)
    bundled++
  }
  assert.ok(bundled > 10)
})

/** Returns the files of a bundle that are opened when this one is imported. */
async function openedBy(bundle: string, file: string, found = new Set<string>()): Promise<readonly string[]> {
  found.add(file)
  const text = await readFile(join(bundle, file), 'utf8')
  for (const [, path = ''] of text.matchAll(/^(?:import|export) (?:[^;]* from )?"(\.[^"]+)";$/gm)) {
    const imported = join(dirname(file), path)
    if (!imported.startsWith('..') && !found.has(imported)) await openedBy(bundle, imported, found)
  }
  return [...found].toSorted()
}

test('no link of a README leads out of its package', async () => {
  for (const { name, tarball } of packed) {
    const { stdout } = await run('tar', ['-xzOf', tarball, 'package/README.md'], home)
    assert.match(stdout, /^# /)
    assert.deepEqual(stdout.match(/\]\(\.\.\/.*?\)/g), null, name)
  }
})

test('publint reports nothing', async () => {
  for (const { name, tarball } of packed) {
    const bytes = await readFile(tarball)
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages } = await publint({ strict: true, pack: { tarball: buffer } })
    assert.deepEqual(messages, [], name)
  }
})

test('attw: the types of every entry point match what is imported', async () => {
  for (const { tarball } of packed) {
    // ESM only: the packages have no entry point for CommonJS.
    const args = ['--no-definitely-typed', '--profile', 'esm-only', '--format', 'json', tarball]
    const { stdout } = await run(join(bin, 'attw'), args, home)
    const { entrypoints } = JSON.parse(stdout).analysis
    for (const [path, { resolutions }] of Object.entries<{
      resolutions: Record<string, { isWildcard?: boolean }>
    }>(entrypoints)) {
      assert.ok(resolutions['node16-esm'] && resolutions['bundler'], path)
    }
  }
})

test('the packages work in an empty project: imported, type-checked, and as npx postern', {
  timeout: 180_000,
}, async () => {
  const folder = await mkdtemp(join(home, 'app-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--no-audit', '--no-fund', ...packed.map(({ tarball }) => tarball)], folder)

  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'library.ts'), library)
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const checked = ['--strict', '--module', 'nodenext', '--target', 'es2022', ...types]
  await run(join(bin, 'tsc'), ['--noEmit', ...checked, 'program.ts'], folder)
  const oldest = ['--noEmit', ...checked, 'program.ts', 'library.ts', ...(await writeShown(folder))]
  await run(process.execPath, [join(await oldestTypescript(), 'bin/tsc'), ...oldest], folder)
  const declared = ['--declaration', '--emitDeclarationOnly', '--outDir', 'types']
  await run(join(bin, 'tsc'), [...declared, ...checked, 'library.ts'], folder)
  // Input and responses are shown by their properties, as editors show them too.
  assert.doesNotMatch(
    await readFile(join(folder, 'types/library.d.ts'), 'utf8'),
    /\b(?:ModelInput|CallInput|CallAnswer)</,
  )
  assert.equal(
    (await run(process.execPath, ['program.ts'], folder)).stdout,
    '{"text":"Hello","stars":1} 422\n',
  )

  await writeFile(join(folder, 'entries.js'), entries)
  await run(process.execPath, ['entries.js'], folder)
  for (const [runtime, ...options] of [['bun'], ['deno', 'run', '--allow-all']] as const) {
    const { stdout } = await run(join(bin, runtime), [...options, 'program.ts'], folder)
    assert.equal(stdout, '{"text":"Hello","stars":1} 422\n', runtime)
  }

  assert.match(
    (await run('npx', ['postern', '--help'], folder)).stdout,
    /^Usage: postern[\s\S]*serve[\s\S]*backup/,
  )
  assert.match(
    (await run('npx', ['postern', 'check'], folder)).stdout,
    /operations do what the document says\nPages of .*\n$/,
  )
  const document = (program: string, args: readonly string[]) => run(program, [...args, 'openapi'], folder)
  // Its names are class names, which a bundler might change.
  assert.equal(
    (await document('npx', ['postern'])).stdout,
    (await document(process.execPath, [join(root, 'service/bin/postern.js')])).stdout,
  )
  await served(folder)
})

/** Writes the programs shown on the pages about the packages; returns their names. */
async function writeShown(folder: string): Promise<readonly string[]> {
  const pages = [
    'packages/model/README',
    'packages/contract/README',
    'docs/cross-origin',
    'docs/from-fastapi',
  ]
  const names = pages.map(async (page) => {
    const blocks = fencedBlocks(await readFile(join(root, `${page}.md`), 'utf8'))
    const programs = blocks.filter(({ language }) => language === 'ts')
    return Promise.all(
      programs.map(async ({ line, text }) => {
        const name = `${page.replaceAll('/', '-')}-${line}.ts`
        await writeFile(join(folder, name), text)
        return name
      }),
    )
  })
  return (await Promise.all(names)).flat()
}

const program = `
import { contract, implement, json, routes } from '@postern/contract'
import { compilePolicy } from '@postern/contract/cors'
import { toNodeListener } from '@postern/contract/node'
import { integer, Model, string } from '@postern/model'

class Note extends Model({ text: string({ minLength: 1 }), stars: integer({ default: 1 }) }) {}
const note = new Note({ text: 'x' })
const stars: number = note.stars
// @ts-expect-error A number is no string.
const wrong: string = note.stars
const create = routes().post('/', { body: json(Note), response: Note })
const declared = contract({ title: 'Notes', version: '1', routes: { create } })
const api = implement(declared, { create: ({ body }) => body }, { cors: compilePolicy({}) })
const post = (body: string) =>
  api.fetch(new Request('http://localhost/', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
if (typeof toNodeListener(api) !== 'function' || Number(wrong) !== stars) throw new Error('not the same')
console.log(await (await post('{"text":"Hello"}')).text(), (await post('{"text":""}')).status)
`

/** The exports of a library: declarations can be emitted for them, whatever types have to be inferred. */
const library = `
import { contract, form, type Guards, type HandlerInput, HttpError, implement, json, multipart, namedFiles, file, routes, serverSentEvents, tokenFrom } from '@postern/contract'
import { createClient } from '@postern/contract/client'
import { createPosternClient, type PosternClient } from 'postern/client'
import { after, before, camelCase, createConverter, datetime, discriminated, integer, type KindClass, list, literal, Model, nested, record, reject, string } from '@postern/model'

export class Author extends Model({ name: string(), born: datetime({ alias: 'bornAt' }) }) {
  get initial() {
    return this.name.charAt(0)
  }
}
export const pageOf = <Of extends KindClass>(item: Of) =>
  class extends Model({ all: list(item, { alias: 'items' }), total: integer({ default: 0 }) }) {}
export class AuthorPage extends pageOf(Author) {}
export class Comment extends Model({
  by: nested(() => Author, { alias: 'author' }),
  replies: list(nested<Comment>((): unknown => Comment), { default: [] }),
}) {}
export class Cat extends Model({ sort: literal(['cat']), lives: integer() }) {}
export class Dog extends Model({ sort: literal(['dog']), tricks: record(string()) }) {}
export const pet = discriminated('sort', [Cat, Dog])

export const trimmed = before((input) => (typeof input === 'string' ? input.trim() : input))
export const atMost = (count: number) => after((text: string) => (text.length > count ? reject('too long') : text))

export const converter = createConverter(list(Comment))
const { get, post } = routes({ prefix: '/v1' })
export const declared = contract({
  title: 'Library',
  version: '1',
  routes: {
    read: get('/{id}', { params: { id: integer({ alias: 'no' }) }, response: pageOf(Author), errors: { 409: Author } }),
    watch: get('/', { response: serverSentEvents(pet) }),
    create: post('/', { body: json(Comment), response: Comment }),
    send: post('/form', { body: form(Author) }),
    attach: post('/files', { body: multipart({ papers: namedFiles({ one: file() }) }) }),
  },
})
export const ping = get('/ping', {})
export const pinged = contract({ title: 'Ping', version: '1', routes: { ping } })
export const queryOf = (input: HandlerInput<(typeof ping)['declaration'], null>) => input.query
export const clientAt = (baseUrl: string) => createClient(declared, { baseUrl, validate: true })
export const read = (id: number) => clientAt('/').read({ params: { id } })
export const posternAt = (baseUrl: string): PosternClient => createPosternClient({ baseUrl })

export class Loan extends Model(camelCase({ lent_to: string(), lent_by: Author })) {}
export const loans = routes({ prefix: '/loans', security: tokenFrom(), errors: { 403: 'Not yours', 409: Author } })
export const loanRoutes = {
  lend: loans.put('/{id}', { params: { id: integer() }, body: json(Loan), response: Loan }),
  extend: loans.patch('/{id}', { params: { id: integer() }, response: Loan, errors: { 403: 'Not you', 404: 'No such loan' } }),
  renew: loans.put('/{id}/renewal', { params: { id: integer() }, response: Loan, concurrency: 'required', errors: { 412: Author } }),
  // As compilers let it be without exactOptionalPropertyTypes.
  end: loans.delete('/{id}', { params: { id: integer() }, status: 204, security: undefined, errors: undefined }),
}
export const lenders = (names: ReadonlySet<string>) => ({ user }: { readonly user: { readonly name: string } }) => {
  if (!names.has(user.name)) throw new HttpError(403)
}
export const guards = {
  lend: ({ params, user, fail }) => (params.id > 9 && user.name !== 'ann' ? fail(403) : undefined),
  end: lenders(new Set(['ann'])),
} satisfies Guards<typeof loanRoutes, { name: string }>
export const api = implement(
  contract({ title: 'Loans', version: '1', routes: loanRoutes }),
  { lend: ({ body, user }) => ({ ...body, lent_to: user.name }), extend: ({ fail }) => fail(404), renew: ({ conditions, fail }) => conditions.check('"1"') ?? fail(428), end: ({ user, fail }) => (user.name === 'ann' ? null : fail(403)) },
  { guards, authenticate: (token: string) => ({ name: token }) },
)
`

/** Each entry of the packages has the same exports for runtimes and for bundlers. */
const entries = `
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'

for (const name of ['@postern/model', '@postern/contract', 'postern']) {
  const { exports } = JSON.parse(await readFile('node_modules/' + name + '/package.json', 'utf8'))
  for (const [path, { default: file }] of Object.entries(exports)) {
    const [taken, modules] = await Promise.all([
      import(name + path.slice(1)),
      import('./node_modules/' + name + file.slice(1)),
    ])
    assert.ok(Object.keys(taken).length > 0)
    assert.deepEqual(Object.keys(taken), Object.keys(modules), name + path.slice(1))
    assert.notEqual(taken, modules)
  }
}
`

async function served(folder: string): Promise<void> {
  const port = String(await freePort())
  const child = spawn('npx', ['postern', 'serve', '--port', port], { cwd: folder, env, detached: true })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output.includes('Stop with Ctrl-C') && resolve())
    ended.then(() => reject(new Error(`It does not serve: ${output}`)))
  })
  try {
    const origin = `http://127.0.0.1:${port}`
    const answer = await fetch(`${origin}/posts/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title": "Packed"}',
    })
    assert.deepEqual([answer.status, (await answer.json()).title], [201, 'Packed'])
    for (const path of ['/docs', '/redoc', '/openapi.json'])
      assert.equal((await fetch(origin + path)).status, 200)
  } finally {
    // As a terminal does it: ends npx and what it started.
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await ended
  }
  assert.match(output, /Stopped\n$/)
}
