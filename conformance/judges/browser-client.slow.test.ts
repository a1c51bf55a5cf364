import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { type RunningServer, serve } from '@postern/contract/node'
import { type BuildOptions, build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { openChromium } from '../../scripts/chromium.ts'
import { listen } from '../../scripts/listen.ts'
import { openLibrary } from './open-library.ts'

/** How a page uses the contract: the client on the window, converting where requested. */
const program = `
import { createClient } from '@postern/contract/client'
import { library } from './library.ts'
window.open = (baseUrl, validate) =>
  createClient(library, { baseUrl, validate, headers: { authorization: 'Bearer desk-token' } })
`

/** How a page uses a model when its bundler treats patterns as annotations. */
const annotated = `
import { Model, string } from '@postern/model'
class Code extends Model({ code: string({ pattern: '^[0-9]+$', maxLength: 3 }) }) {}
const judge = (code) => {
  const judged = Code.safeParse({ code })
  return judged.ok ? judged.value.code : judged.issues[0].type
}
globalThis.codes = [judge('1'), judge('x'), judge('1234'), Code.jsonSchema().properties.code.pattern]
`
const patternAnnotation = { alias: { re2js: '@postern/model/pattern-annotation' } }

/** Names that only server code contains. Each must occur in a bundle of the server; otherwise its absence here proves nothing. */
const serverOnly = ['rou3', 'exchange', 'swagger', 'redoc', 'openapi', 'access-control-allow', 'writeHead']

/** Bundles for browsers. Names are preserved where they are to be searched for. */
async function bundle(text: string, options: BuildOptions = {}): Promise<string> {
  return (await buildBundle(text, options)).outputFiles?.[0]?.text ?? ''
}

/** Returns the files of a package that are part of a bundle. */
async function filesOf(folder: string, text: string): Promise<string[]> {
  const { metafile } = await buildBundle(text, {})
  const inputs = Object.entries(Object.values(metafile?.outputs ?? {})[0]?.inputs ?? {})
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path)
  return used.flatMap((path) => path.split(`${folder}/`)[1] ?? []).sort()
}

function buildBundle(text: string, options: BuildOptions) {
  return build({
    stdin: { contents: text, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2024',
    ...options,
  })
}

test('a client has no server code in its bundle', async () => {
  const client = await bundle(program, { keepNames: true })
  const found = serverOnly.filter((name) => client.toLowerCase().includes(name.toLowerCase()))
  assert.deepEqual(found, [])
  const files = await filesOf('packages/contract/src', program)
  assert.ok(files.includes('client.ts'))
  const others = files.filter(
    (file) =>
      !/^(?:client|route|contract|empty-stream|named-object|option-mistakes|shown-given)\b/.test(file),
  )
  assert.deepEqual(others, [])
})

test('a server in a bundle would be found', async () => {
  const api = await bundle("import { openLibrary } from './open-library.ts'\nwindow.api = openLibrary()", {
    keepNames: true,
  })
  const missing = serverOnly.filter((name) => !api.toLowerCase().includes(name.toLowerCase()))
  assert.deepEqual(missing, ['writeHead'])
})

let browser: Browser
let page: Page
let library: RunningServer
const scripts: Readonly<Record<string, () => Promise<string>>> = {
  '/client.js': () => bundle(program),
  '/annotated.js': () => bundle(annotated, patternAnnotation),
}
const site = createServer(async (request, response) => {
  const script = scripts[request.url ?? '']
  const type = script ? 'text/javascript' : 'text/html'
  // Many pages forbid generating code at run time, and a model must work without it.
  const policy = "default-src 'none'; script-src 'self'; connect-src *"
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy })
  response.end((await script?.()) ?? '<!doctype html><script type="module" src="/client.js"></script>')
})
const complaints: string[] = []

before(async () => {
  const origin = `http://127.0.0.1:${await listen(site)}`
  library = await serve(
    openLibrary({
      cors: { allowOrigins: [origin], allowMethods: ['*'], allowHeaders: ['*'], exposeHeaders: ['location'] },
    }),
    { port: 0 },
  )
  browser = await openChromium()
  page = await browser.newPage()
  page.on('console', (message) => {
    // The browser itself logs each 4xx.
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(origin)
})
after(async () => {
  await browser.close()
  await library.close(0)
  site.close().closeAllConnections()
})

const lathe = `{ title: 'The Lathe', authors: [{ name: 'Ursula' }], work: { form: 'novel', pages: 184 }, genre: 'science' }`
const id = `'6f1c1d8e-8a35-4c1e-9d0e-2f3b8f0e4a11'`

/** Each expression runs in the page with a client `c`; its result is compared. */
const calls: readonly [string, boolean, string, unknown][] = [
  [
    'a JSON body and a header of the response',
    false,
    `const a = await c.buyBook({ body: ${lathe} }); return [a.status, a.body.title, a.body.price, a.headers.get('location')]`,
    [201, 'The Lathe', '9.99', '/books/6f1c1d8e-8a35-4c1e-9d0e-2f3b8f0e4a11'],
  ],
  [
    'a response through its model',
    true,
    `const a = await c.readBook({ params: { book_id: ${id} } }); return [a.status, a.body.bought_at.year, a.body.price.toString()]`,
    [200, 2026, '9.99'],
  ],
  [
    'a declared failure',
    false,
    `const a = await c.buyBook({ body: { ...${lathe}, title: 'Lent' } }); return [a.status, a.body.lent_to]`,
    [409, 'Ann'],
  ],
  [
    'a refused request',
    false,
    `const a = await c.buyBook({ body: { ...${lathe}, title: '' } }); return [a.status, a.body.detail[0].loc]`,
    [422, ['body', 'title']],
  ],
  [
    'parameters',
    false,
    `const a = await c.listBooks({ query: { limit: 7, genres: ['fantasy', 'science'] } }); return [a.status, a.body.total]`,
    [200, 9],
  ],
  [
    'headers and members',
    true,
    `const a = await c.lendBook({ params: { book_id: ${id} }, headers: { x_desk: 4 }, body: { reader: 1, days: 31 } }); return [a.status, a.body.id]`,
    [202, 4],
  ],
  [
    'a form',
    true,
    `const a = await c.addReader({ body: { name: 'Ann', email: 'ann@library.example', pin: '1234' } }); return [a.status, a.body.name]`,
    [201, 'Ann'],
  ],
  [
    'a multipart form',
    false,
    `const a = await c.importReaders({ body: { names: ['Ann', 'Bob'] } }); return [a.status, a.body.bytes]`,
    [200, 2],
  ],
  [
    'bytes',
    false,
    `const a = await c.sendCover({ params: { book_id: ${id} }, body: new Uint8Array(5) }); return [a.status, a.body.bytes]`,
    [200, 5],
  ],
  [
    'a picture',
    false,
    `const a = await c.readCover({ params: { book_id: ${id} } }); return [a.status, [...a.body]]`,
    [200, [137, 80, 78, 71]],
  ],
  [
    'items as they arrive',
    true,
    `const a = await c.watchReaders(); const names = []; for await (const { name } of a.body) names.push(name); return [a.status, names]`,
    [200, ['Ann']],
  ],
  [
    'no content',
    false,
    `const a = await c.removeBook({ params: { book_id: ${id} } }); return [a.status, a.body]`,
    [204, null],
  ],
]

for (const [title, validate, expression, expected] of calls) {
  test(`in a page of another origin: ${title}`, async () => {
    const client = `const c = window.open(${JSON.stringify(library.url)}, ${validate});`
    assert.deepEqual(await page.evaluate(`(async () => { ${client} ${expression} })()`), expected)
  })
}

test('a page may leave out the engine of patterns, which are then annotations: described, but not checked', async () => {
  assert.deepEqual(await page.evaluate("import('/annotated.js').then(() => globalThis.codes)"), [
    '1',
    'x',
    'string_too_long',
    '^[0-9]+$',
  ])
})

test('outside a page, a pattern that nothing would check is refused', async () => {
  const script = await bundle(annotated, patternAnnotation)
  await assert.rejects(import(`data:text/javascript,${encodeURIComponent(script)}`), {
    name: 'DeclarationError',
    message: /pattern-annotation replaces re2js only in the bundle of a page/,
  })
})

test('the page logged no errors', () => assert.deepEqual(complaints, []))
