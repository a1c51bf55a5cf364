import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { oldestTypescript } from './oldest-typescript.ts'
import { root } from './root.ts'

// What editors show by TypeScript's language service. Newer compilers have none that a program can call.
const typescript = createRequire(import.meta.url)(await oldestTypescript())

const declarations = `
import { contract, implement, json, routes } from '@postern/contract'
import { createClient } from '@postern/contract/client'
import { after, integer, Model, nullable, string } from '@postern/model'

class Post extends Model({ id: integer(), author: nullable(string(), { default: null }) }) {}
const create = routes().post('/', { body: json(Post), response: Post, concurrency: 'etag' })
const declared = contract({ title: 'Posts', version: '1', routes: { create } })
`

const HERE = '/*here*/'
const editor = createEditor()

test('the parts of a declaration have their texts where an operation is declared', () => {
  const shown = editor(`routes().post('/', { /*here*/status: 201, response: Post })`).text()
  assert.equal(shown, 'The success status. Default 200.')
})

test('what a handler returns is completed by the fields of the response model alone', () => {
  const { names } = editor(`implement(declared, { create: () => ({ id: 1, /*here*/ }) })`)
  assert.deepEqual(names(), ['author'])
})

test('what a validator returns is completed by the fields of the model alone', () => {
  const { names } = editor(
    `class Named extends Model({ name: string() }, { check: [after(() => ({ /*here*/ }))] }) {}`,
  )
  assert.deepEqual(names(), ['name'])
})

test('the conditions of a handler, the input of a call and its responses have texts', () => {
  const handler = editor(`implement(declared, { create: (input) => { input./*here*/conditions } })`)
  assert.match(handler.text(), /^The conditions of the request/)
  const call = `const answer = await createClient(declared, { baseUrl: '/' }).create({ body: { id: 1 } });`
  assert.match(editor(`${call} answer./*here*/status`).text(), /^The status/)
  assert.match(editor(`${call} answer./*here*/body`).text(), /^The body/)
})

/** Returns a function that opens a program in an editor. Opened one after the other, they share what they import. */
function createEditor(): (program: string) => { text(): string; names(): readonly string[] } {
  const file = join(root, 'packages/contract/test/edited.ts')
  const { ScriptSnapshot, ModuleKind, ScriptTarget, sys } = typescript
  let source = ''
  let version = 0
  const service = typescript.createLanguageService({
    ...sys,
    useCaseSensitiveFileNames: () => true,
    getScriptFileNames: () => [file],
    getScriptVersion: (path: string) => (path === file ? `${version}` : ''),
    getScriptSnapshot: (path: string) =>
      ScriptSnapshot.fromString(path === file ? source : (sys.readFile(path) ?? '')),
    getCompilationSettings: () => ({
      strict: true,
      module: ModuleKind.NodeNext,
      target: ScriptTarget.ESNext,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
    }),
    getCurrentDirectory: () => root,
    getDefaultLibFileName: typescript.getDefaultLibFilePath,
  })
  return (program) => {
    source = `${declarations}${program}`
    version++
    const at = source.indexOf(HERE) + HERE.length
    return {
      text: () => typescript.displayPartsToString(service.getQuickInfoAtPosition(file, at).documentation),
      names: () =>
        service.getCompletionsAtPosition(file, at, {}).entries.map(({ name }: { name: string }) => name),
    }
  }
}
