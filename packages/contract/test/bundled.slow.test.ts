import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BuildOptions, build } from 'esbuild'
import type { Api } from '../src/index.ts'

/** A bundler renames each of these classes: two have the name of something else in the bundle, one refers to itself. */
const application = (optionsOf: (name: string) => string) => `
import { contract, implement, json, routes } from '@postern/contract'
import { integer, list, Model, nested, union } from '@postern/model'

class Headers extends Model({ count: integer() }, ${optionsOf('Headers')}) {}
class Reply extends Model({ to: integer() }, ${optionsOf('Reply')}) {}
class Tree extends Model({ trees: list(nested(() => Tree)), either: union([Headers, Reply]) }, ${optionsOf('Tree')}) {}

const grow = routes().post('/trees', { body: json(Tree), response: Tree })
const declared = contract({ title: 'Trees', version: '1', routes: { grow } })
export const api = implement(declared, { grow: ({ body }) => body })
`

const named = application((name) => `{ name: '${name}' }`)
const unnamed = application(() => '{}')

test('models with a name keep it in a minified bundle', async () => {
  await assertNames(await bundled(named, { minify: true }))
})

test('models without a name keep that of their class where the bundler keeps names', async () => {
  await assertNames(await bundled(unnamed, { minify: true, keepNames: true }))
})

test('a bundle in one file contains the files of the documentation pages', async () => {
  const api = await bundled(named, { minify: true })
  for (const path of ['/docs', '/redoc']) {
    const page = await (await get(api, path)).text()
    const files = Array.from(page.matchAll(/(?:src|href)="([^"]+\/assets\/[^"]+)"/g), ([, file = '']) => file)
    assert.ok(files.length > 2, page)
    for (const file of files) {
      const response = await get(api, new URL(file, `http://localhost${path}`).pathname)
      assert.equal(response.status, 200, file)
      assert.ok((await response.text()).length > 0, file)
    }
  }
})

async function bundled(contents: string, options: BuildOptions): Promise<Api> {
  const stdin = { contents, resolveDir: import.meta.dirname, loader: 'js' } as const
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false, ...options })
  const [file] = outputFiles ?? []
  assert.ok(file)
  const { api } = await import(`data:text/javascript;base64,${Buffer.from(file.contents).toString('base64')}`)
  return api
}

async function assertNames(api: Api): Promise<void> {
  const document = await (await get(api, '/openapi.json')).json()
  assert.deepEqual(Object.keys(document.components.schemas), [
    'HTTPError',
    'HTTPValidationError',
    'Headers',
    'Reply',
    'Tree',
    'ValidationError',
  ])
  const headers = { 'content-type': 'application/json' }
  const body = '{"trees":[],"either":{}}'
  const refused = await api.fetch(new Request('http://localhost/trees', { method: 'POST', headers, body }))
  assert.equal(refused.status, 422)
  const { detail } = await refused.json()
  assert.deepEqual(
    detail.map(({ loc }: { readonly loc: unknown }) => loc),
    [
      ['body', 'either', 'Headers', 'count'],
      ['body', 'either', 'Reply', 'to'],
    ],
  )
}

async function get(api: Api, path: string): Promise<Response> {
  return api.fetch(new Request(`http://localhost${path}`))
}
