import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, integer, list, literal, Model, nullable, record, string, union } from '@postern/model'
import { createClient } from '../src/client.ts'
import {
  ContractError,
  contract,
  describeContract,
  HttpError,
  implement,
  json,
  jsonLines,
  type Operations,
  routes,
  serverSentEvents,
} from '../src/index.ts'
import { described } from './described.ts'
import { openTransports } from './transports.ts'

class Author extends Model({ name: string(), url: nullable(string()) }) {}
class Note extends Model({
  id: integer(),
  text: nullable(string(), { default: 'none' }),
  author: nullable(Author, { default: null }),
  scores: record(nullable(integer()), { default: {} }),
  more: any({ alias: 'more-of-it', default: null }),
}) {}
class Plain extends Model({ id: integer(), text: nullable(string(), { default: null }) }) {}
class Page extends Model({ notes: list(nullable(Note)) }) {}
class Graded extends Model({
  grade: union([literal(['a', null], { name: 'Grade' }), integer()]),
  level: union([literal(['b'], { name: 'Level' }), Author]),
}) {}
class Constrained extends Model({
  anything: any(),
  mixed: literal(['a', 1]),
  maybe: described({ type: ['string', 'null'] }),
  fixed: described({ const: 'a' }),
  one: described({ oneOf: [{ type: 'string' }, { type: 'integer' }] }),
}) {}
class Gone extends Model({ since: nullable(string()) }) {}

const note = { id: 1, text: null, author: { name: 'Ann', url: null }, scores: { a: null }, more: null }
const items = [note, { id: 2 }]
const { get, post } = routes()
const declared = contract({
  title: 'Notes',
  version: '1.0.0',
  routes: {
    one: get('/one', { response: Note, excludeNone: true }),
    whole: get('/whole', { response: Note }),
    page: get('/page', { response: Page, excludeNone: true }),
    other: post('/other', {
      body: json(Note),
      response: Note,
      responses: { 201: Author },
      excludeNone: true,
    }),
    otherWhole: get('/other/whole', { response: Note, responses: { 202: Author } }),
    gone: get('/gone', { response: Note, errors: { 410: Gone }, excludeNone: true }),
    lines: get('/lines', { response: jsonLines(Note), excludeNone: true }),
    events: get('/events', { response: serverSentEvents(Note), excludeNone: true }),
  },
})
const api = implement(declared, {
  one: () => note,
  whole: () => note,
  page: () => ({ notes: [note, null] }),
  other: ({ reply }) => reply(201, { name: 'Ann', url: null }),
  otherWhole: ({ reply }) => reply(202, { name: 'Ann', url: null }),
  gone() {
    throw new HttpError(410, { detail: { since: null } })
  },
  lines: () => items,
  events: () => items,
})

const first = '{"id":1,"author":{"name":"Ann"},"scores":{"a":null}}'
const second = '{"id":2,"text":"none","scores":{}}'
// table: a title, the path, and the body as FastAPI's response_model_exclude_none writes it.
const answers: readonly [string, string, RequestInit, string][] = [
  ['null fields are left out, also in nested models', '/one', {}, first],
  [
    'an operation without the option keeps null fields',
    '/whole',
    {},
    `{"id":1,"text":null,"author":{"name":"Ann","url":null},"scores":{"a":null},"more-of-it":null}`,
  ],
  ['a list keeps its nulls', '/page', {}, `{"notes":[${first},null]}`],
  [
    'null fields are left out of another success',
    '/other',
    { method: 'POST', body: '{"id":1}', headers: { 'content-type': 'application/json' } },
    '{"name":"Ann"}',
  ],
  [
    'an operation without the option keeps null fields in another success',
    '/other/whole',
    {},
    '{"name":"Ann","url":null}',
  ],
  ['a failure keeps null fields', '/gone', {}, '{"since":null}'],
  ['null fields are left out of JSON lines', '/lines', {}, `${first}\n${second}\n`],
  ['null fields are left out of events', '/events', {}, `data: ${first}\n\ndata: ${second}\n\n`],
]

const { transports } = await openTransports(api)
for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, target, init, expected] of answers) {
    test(`excludeNone ${transport}: ${title}`, async () => {
      assert.equal(await (await ask(target, init)).text(), expected)
    })
  }
}

const clientOf = <const Validated extends boolean>(validate: Validated) =>
  createClient(declared, { baseUrl: 'http://x', fetch: api.fetch, validate })

test('a validating client reads omitted fields as null, not as their defaults', async () => {
  const answer = await clientOf(true).one()
  assert.deepEqual(answer, { ...answer, body: new Note({ ...note }) })
})

test('a validating client reads omitted fields as null in another success and in items of a stream', async () => {
  const client = clientOf(true)
  const other = await client.other({ body: { id: 1 } })
  assert.deepEqual(other.body, new Author({ name: 'Ann', url: null }))
  const lines = await client.lines()
  assert.ok(lines.status === 200)
  const read: unknown[] = []
  for await (const line of lines.body) read.push(line)
  assert.deepEqual(read, [new Note({ ...note }), new Note({ id: 2 })])
})

// table: a response that keeps null fields, its operation and status, and a body that lacks one.
const incomplete = [
  ['a failure', 'gone', 410, {}],
  ['an operation without the option', 'otherWhole', 202, { name: 'Ann' }],
] as const

for (const [title, name, status, body] of incomplete) {
  test(`a validating client refuses a missing null field: ${title}`, async () => {
    const fetch = async () => Response.json(body, { status })
    const client = createClient(declared, { baseUrl: 'http://x', fetch, validate: true })
    await assert.rejects(client[name](), {
      name: 'UnexpectedAnswerError',
      message: /: Field required \[missing\]$/,
    })
  })
}

test('a validating client refuses a missing null field in items of a stream without the option', async () => {
  const gone = get('/gone', { response: jsonLines(Gone) })
  const streamed = contract({ title: 'Stream', version: '1', routes: { gone } })
  const headers = { 'content-type': 'application/jsonl' }
  const fetch = async () => new Response('{}\n', { headers })
  const answer = await createClient(streamed, { baseUrl: 'http://x', fetch, validate: true }).gone()
  assert.ok(answer.status === 200)
  await assert.rejects(answer.body[Symbol.asyncIterator]().next(), { name: 'UnexpectedAnswerError' })
})

const titled = { title: 'T', version: '1' }
const schemasOf = (operations: Operations, options = {}) =>
  Object(describeContract(contract({ ...titled, routes: operations }), options).components).schemas
const successOf = (operations: Operations, path: string) => {
  const { paths } = Object(describeContract(contract({ ...titled, routes: operations })))
  return paths[path].get.responses[200].content['application/json'].schema
}

// table: a title, the operations, and the required fields of each component.
const documented: readonly [string, Operations, Readonly<Record<string, readonly string[] | undefined>>][] = [
  [
    'a model whose nullable fields all have defaults has one component',
    { a: get('/a', { response: Plain, excludeNone: true }), b: get('/b', { response: Plain }) },
    { Plain: ['id'] },
  ],
  [
    'a field that may be omitted is not required',
    { a: get('/a', { response: Author, excludeNone: true }) },
    { Author: ['name'] },
  ],
  [
    'a model used in input and output has two components',
    { a: post('/a', { body: json(Author), response: Author, excludeNone: true }) },
    { 'Author-Input': ['name', 'url'], 'Author-Output': ['name'] },
  ],
  [
    'a model used with and without the option has two components',
    { a: get('/a', { response: Author, excludeNone: true }), b: get('/b', { response: Author }) },
    { Author: ['name', 'url'], 'Author-ExcludeNone': ['name'] },
  ],
  [
    'a model that contains one with two components has two components',
    {
      a: get('/a', { response: Note, excludeNone: true }),
      b: get('/b', { response: Note }),
      c: get('/c', { response: Author }),
    },
    { Note: ['id'], 'Note-ExcludeNone': ['id'], Author: ['name', 'url'], 'Author-ExcludeNone': ['name'] },
  ],
  [
    'a union with an enumeration that has null is not required',
    { a: get('/a', { response: Graded, excludeNone: true }) },
    { Graded: ['level'], Grade: undefined, Level: undefined, Author: ['name'] },
  ],
  [
    'a field is required if its JSON Schema excludes null',
    { a: get('/a', { response: Constrained, excludeNone: true }) },
    { Constrained: ['mixed', 'fixed', 'one'] },
  ],
  [
    'a field of a failure is required',
    { a: get('/a', { errors: { 410: Gone }, excludeNone: true }) },
    { Gone: ['since'] },
  ],
]

for (const [title, operations, expected] of documented) {
  test(`the document of excludeNone: ${title}`, () => {
    const schemas: Readonly<Record<string, { required?: readonly string[] }>> = schemasOf(operations)
    for (const [name, required] of Object.entries(expected))
      assert.deepEqual(schemas[name]?.required, required, name)
    const own = Object.keys(schemas).filter((name) => !name.endsWith('Error'))
    assert.deepEqual(own.sort(), Object.keys(expected).sort())
  })
}

test('a response refers to the component that fits it', () => {
  const both = { a: get('/a', { response: Author, excludeNone: true }), b: get('/b', { response: Author }) }
  assert.deepEqual(successOf(both, '/a'), { $ref: '#/components/schemas/Author-ExcludeNone' })
  assert.deepEqual(successOf(both, '/b'), { $ref: '#/components/schemas/Author' })
})

test('one component for each model allows omitted fields, or is a mistake', () => {
  const options = { separateInputOutput: false }
  const answer = get('/a', { response: Author, excludeNone: true })
  assert.deepEqual(schemasOf({ answer, b: get('/b', { response: Author }) }, options).Author.required, [
    'name',
  ])
  assert.throws(
    () => schemasOf({ answer, b: post('/b', { body: json(Author) }) }, options),
    (error: unknown) => error instanceof ContractError && /excludeNone may leave out url/.test(error.message),
  )
})

test('an example may lack omitted fields', () => {
  const examples = { responseExamples: { one: { name: 'Ann' } } }
  assert.ok(schemasOf({ a: get('/a', { response: Author, excludeNone: true, ...examples }) }))
  assert.throws(() => schemasOf({ a: get('/a', { response: Author, ...examples }) }), ContractError)
})
