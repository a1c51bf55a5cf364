import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { oldestTypescript } from './oldest-typescript.ts'
import { root } from './root.ts'

// What editors show by TypeScript's language service. Newer compilers have none that a program can call.
const typescript = createRequire(import.meta.url)(await oldestTypescript())

const declarations = `
import * as contracts from '@postern/contract'
import { contract, implement, json, routes } from '@postern/contract'
import * as bun from '@postern/contract/bun'
import { createClient } from '@postern/contract/client'
import * as cors from '@postern/contract/cors'
import * as node from '@postern/contract/node'
import * as model from '@postern/model'
import { after, integer, Model, nullable, string } from '@postern/model'

class Post extends Model({ id: integer(), author: nullable(string(), { default: null }) }) {}
const create = routes().post('/', { body: json(Post), response: Post, concurrency: 'etag' })
const declared = contract({ title: 'Posts', version: '1', routes: { create } })
const handlers = { create: () => ({ id: 1 }) }
const api = implement(declared, handlers)
`

/** Where options are given, as `@`. */
const takers = [
  'Model({}, @)',
  'model.createConverter(Post, @)',
  'routes(@)',
  "routes().get('/', @)",
  'contract(@)',
  "contract({ title: '', version: '', routes: {}, contact: @ })",
  "contract({ title: '', version: '', routes: {}, license: @ })",
  "contract({ title: '', version: '', routes: {}, externalDocs: @ })",
  "contract({ title: '', version: '', routes: {}, tags: [@] })",
  "contract({ title: '', version: '', routes: {}, servers: [@] })",
  'json(Post, @)',
  'contracts.form(Post, @)',
  'contracts.multipart(Post, @)',
  'contracts.jsonOrForm(Post, @)',
  'contracts.raw(@)',
  'contracts.stream(@)',
  'contracts.serverSentEvents(Post, @)',
  'contracts.namedFiles({}, @)',
  'contracts.errorDialect(@)',
  'contracts.describeContract(declared, @)',
  "contracts.rawReply('', @)",
  'contracts.event(@)',
  'implement(declared, { create: ({ reply }) => reply(200, { id: 1 }, @) })',
  'implement(declared, handlers, @)',
  'implement(declared, handlers, { cors: @ })',
  'implement(declared, handlers, { documents: @ })',
  'implement(declared, handlers, { errors: @ })',
  'cors.compilePolicy(@)',
  'cors.withCors(api.fetch, api.policy, @)',
  'cors.explain(api.policy, @)',
  'createClient(declared, @)',
  "createClient(declared, { baseUrl: '' }).create(@)",
  'node.serve(api, @)',
  'bun.serve(api, @)',
]

/**
 * The same, where the type of the options is inferred from what is given. Where they are given, editors show no text for
 * them: an intersection with their declared type would add it, but the compiler would then refuse options of a union
 * type, such as `needed ? {} : { default: '' }`, since the parameter may be left out. TypeScript 7 would not show it.
 */
const inferringTakers = [
  'string(@)',
  'integer(@)',
  'model.number(@)',
  'model.decimal(@)',
  'model.boolean(@)',
  'model.date(@)',
  'model.datetime(@)',
  'model.time(@)',
  'model.duration(@)',
  'model.uuid(@)',
  'model.email(@)',
  'model.httpUrl(@)',
  'model.any(@)',
  'model.list(Post, @)',
  'model.set(Post, @)',
  'model.record(Post, @)',
  'model.tuple([Post], @)',
  "model.literal(['a'], @)",
  'nullable(Post, @)',
  'model.union([Post], @)',
  "model.discriminated('id', [Post], @)",
  'model.nested(() => Post, @)',
  "model.foreign('Post', Post, @)",
  'contracts.file(@)',
  'contracts.files(@)',
  'contracts.tokenFrom(@)',
  'contracts.tokenFrom({ schemes: { bearer: @ } })',
]

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

test('the request of a handler is completed by what handlers may use alone', () => {
  const { names } = editor('implement(declared, { create: ({ request }) => request./*here*/ })')
  assert.deepEqual(
    names(),
    'header headerLines headerNames method path query remoteAddress requestId scheme signal stream whenGone'.split(
      ' ',
    ),
  )
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

test('a failure without declared errors is refused by a name that says what is missing', () => {
  const bare = `const bare = contract({ title: '', version: '', routes: { list: routes().get('/', { response: Post }) } });`
  const { errors } = editor(`${bare} implement(bare, { list: ({ fail }) => fail(404) })`)
  assert.match(errors(), /not assignable to parameter of type 'NoErrorsDeclared'/)
})

/** What is written by mistake, and of the compiler's message what says how it is written. */
const mistaken: readonly (readonly [source: string, message: RegExp])[] = [
  ["routes().post('/', { body: Post })", / type 'MadeBy<"json\(…\), form\(…\), .* or stream\(\)"> & Body</],
  [
    "routes().post('/', { body: { post: Post } })",
    /'post' does not exist in type 'MadeBy<"json\(…\), form\(…\), /,
  ],
  [
    'model.union(Post, string())',
    / parameter of type 'readonly KindLike\[\] \| WrittenAs<"union\(\[A, B\]\)">'/,
  ],
  [
    "model.discriminated('id', Post)",
    / parameter of type '.* \| WrittenAs<"discriminated\('tag', \[A, B\]\)">'/,
  ],
  [
    'implement(declared, handlers, { cors: { origins: [] } })',
    /'origins' does not exist in type 'CorsOptionsOrPolicy'\.$/,
  ],
  [
    'implement(declared, handlers, { cors: { allowOrigin: [] } })',
    /'allowOrigin' does not exist in type 'CorsOptionsOrPolicy'\. Did you mean to write 'allowOrigins'\?$/,
  ],
]

test('the message of a common mistake says what to write', () => {
  for (const [source, message] of mistaken) assert.match(editor(source).errors(), message)
})

test('every option has its text where it is completed', () => {
  const all = [...takers, ...inferringTakers]
  const { names, completed } = editor(all.map((taker) => `;${taker.replace('@', `{ ${HERE} }`)}`).join('\n'))
  const unexplained = all.flatMap((taker, place) =>
    optionsAt(names, place)
      .filter((name) => completed(name, place) === '')
      .map((name) => `${taker}: ${name}`),
  )
  assert.deepEqual(unexplained, [])
})

test('every option of a declared type has its text where it is given', () => {
  const { names } = editor(takers.map((taker) => `;${taker.replace('@', `{ ${HERE} }`)}`).join('\n'))
  const given = takers.flatMap((taker, place) => optionsAt(names, place).map((name) => ({ taker, name })))
  const { text } = editor(
    given
      .map(({ taker, name }) => `;${taker.replace('@', `{ ${HERE}${name}: undefined as never }`)}`)
      .join('\n'),
  )
  const unexplained = given.filter((_, place) => text(place) === '')
  assert.deepEqual(unexplained, [])
})

/** Fails if there are none: the global names would be completed instead. */
function optionsAt(names: (place: number) => readonly string[], place: number): readonly string[] {
  const options = names(place)
  assert.ok(options.length > 0 && options.length < 30, `${place}: ${options.length} options`)
  return options
}

interface Opened {
  /** The text of what follows a place. */
  text(place?: number): string
  /** What is completed at a place. */
  names(place?: number): readonly string[]
  /** What the compiler refuses. */
  errors(): string
  /** The text of a name that is completed at a place. */
  completed(name: string, place: number): string
}

/** Returns a function that opens a program in an editor, with its places. Opened one after the other, they share what they import. */
function createEditor(): (program: string) => Opened {
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
    const [start = '', ...parts] = source.split(HERE)
    let end = start.length
    const places = parts.map((part) => {
      const place = end + HERE.length
      end = place + part.length
      return place
    })
    return {
      text: (place = 0) =>
        typescript.displayPartsToString(service.getQuickInfoAtPosition(file, places[place]).documentation),
      names: (place = 0) =>
        service
          .getCompletionsAtPosition(file, places[place], {})
          .entries.map(({ name }: { name: string }) => name),
      errors: () =>
        service
          .getSemanticDiagnostics(file)
          .map(({ messageText }: { messageText: unknown }) =>
            typescript.flattenDiagnosticMessageText(messageText, ' '),
          )
          .join(' '),
      completed: (name, place) =>
        typescript.displayPartsToString(
          service.getCompletionEntryDetails(file, places[place], name, {}, undefined, {}, undefined)
            .documentation,
        ),
    }
  }
}
