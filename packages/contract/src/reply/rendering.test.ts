import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, discriminated, integer, list, literal, Model, string, union } from '@postern/model'
import fc from 'fast-check'
import {
  type CustomDialect,
  contract,
  type ErrorNotice,
  errorDialect,
  implement,
  json,
  type ReportedFailure,
  routes,
  wrapExchange,
} from '../index.ts'

class A extends Model({ kind: literal(['a']) }) {}
class B extends Model({ kind: literal(['b']) }) {}
class Mistake extends Model({ code: integer(), say: string() }) {}

const { get } = routes()
const declared = contract({
  title: 'Rendered',
  version: '1',
  routes: {
    find: get('/find/{id}', { params: { id: integer() }, errors: { 404: 'No such thing' } }),
    crash: get('/crash', {}),
  },
})

/** Returns the response to `target` in a dialect, and what onError received. */
async function ask(errors: CustomDialect, target: string) {
  const notices: ErrorNotice[] = []
  const api = implement(
    declared,
    {
      find: ({ fail }) => fail(404),
      crash() {
        throw new Error('hunter2')
      },
    },
    { errors, onError: (notice) => notices.push(notice), cors: { allowOrigins: ['https://app.example'] } },
  )
  const headers = { origin: 'https://app.example' }
  const answer = await api.fetch(new Request(`http://api.example${target}`, { headers }))
  assert.equal(answer.headers.get('access-control-allow-origin'), 'https://app.example')
  return { answer, text: await answer.text(), notices }
}

const render = (broken: () => unknown) => ({ schema: {}, render: broken })
const rejected = () => Promise.reject(new Error('too late'))

/** Dialects that break, as code without types may. */
const broken: readonly [string, CustomDialect, RegExp][] = [
  [
    'throws',
    render(() => {
      throw new Error('lost')
    }),
    /could not render a 404: lost/,
  ],
  ['throws undefined', render(() => fail(undefined)), /could not render a 404: undefined/],
  ['returns undefined', render(() => undefined), /render returned undefined/],
  ['returns a function', render(() => () => 1), /render returned function/],
  ['returns a symbol', render(() => Symbol('lost')), /render returned symbol/],
  ['returns a promise', render(async () => ({})), /render returned a promise/],
  ['returns a rejected promise', render(rejected), /render returned a promise/],
  [
    'returns a value that only looks like a promise',
    render(() => thenable(() => fail(1))),
    /returned a promise/,
  ],
  ['returns a promise that never settles', render(() => thenable(() => undefined)), /returned a promise/],
  [
    'does not fit its model',
    { schema: Mistake, render: () => ({ code: 'hunter2' }) },
    /response\.rendered failure\.code: .*integer.*response\.rendered failure\.say: Field required/,
  ],
]

function thenable(then: () => unknown): unknown {
  return Object.defineProperty({}, 'then', { value: then })
}

function fail(thrown: unknown): never {
  throw thrown
}

for (const [title, errors, reported] of broken) {
  test(`a dialect that ${title} is replaced by the text of the status, and reported`, async () => {
    const { answer, text, notices } = await ask(errors, '/find/1')
    assert.deepEqual([answer.status, text], [404, '{"detail":"Not Found"}'])
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.equal(notices.length, 1)
    assert.match(wordsOf(notices[0]), reported)
    assert.equal(notices[0]?.operation, 'find')
  })
}

test('a dialect with a JSON Schema is written as it renders', async () => {
  const errors = errorDialect({
    schema: { type: 'object' },
    mediaType: 'application/vnd.mistake+json',
    render: ({ status, title }) => ({ code: status, say: title }),
  })
  const { answer, text, notices } = await ask(errors, '/find/1')
  assert.deepEqual([answer.status, text], [404, '{"code":404,"say":"Not Found"}'])
  assert.equal(answer.headers.get('content-type'), 'application/vnd.mistake+json')
  assert.deepEqual(notices, [])
})

test('a crash in a dialect that throws is reported twice: the crash and the dialect', async () => {
  const { answer, text, notices } = await ask(
    render(() => fail(new Error('lost'))),
    '/crash',
  )
  assert.deepEqual([answer.status, text], [500, '{"detail":"Internal Server Error"}'])
  assert.deepEqual(notices.map(wordsOf), [
    'hunter2: undefined',
    'The error dialect could not render a 500: lost',
  ])
})

test("a dialect's model can contain any input of an issue", async () => {
  class Rendered extends Model({ inputs: list(any()), words: list(string()) }) {}
  const { post } = routes()
  const body = json(union([integer(), discriminated('kind', [A, B])]))
  const api = implement(
    contract({ title: 'T', version: '1', routes: { put: post('/put', { body }) } }),
    { put: () => null },
    {
      errors: errorDialect({
        schema: Rendered,
        render: ({ issues = [] }) => ({
          inputs: issues.map(({ input }) => input),
          words: issues.flatMap(({ msg, loc }) => [msg, ...loc.map(String)]),
        }),
      }),
      onError: ({ incoming: _, ...notice }) => assert.fail(JSON.stringify(notice)),
    },
  )
  const hard = [
    '12345678901234567890',
    '[9007199254740993]',
    '"\\ud800"',
    '{"kind":"\\ud800"}',
    'NaN',
    '1e999',
  ]
  const headers = { 'content-type': 'application/json' }
  const rendered = hard.map(async (text) => {
    const request = new Request('http://api.example/put', { method: 'POST', body: text, headers })
    const { inputs } = JSON.parse(await (await api.fetch(request)).text())
    return inputs[0]
  })
  assert.deepEqual(await Promise.all(rendered), [
    '12345678901234567890',
    ['9007199254740993'],
    '\ufffd',
    { kind: '\ufffd' },
    null,
    null,
  ])
})

test("a dialect's model drops undeclared fields", async () => {
  const errors = errorDialect({
    schema: Mistake,
    render: ({ status, title }) => ({ code: status, say: title, trace: 'hunter2' }),
  })
  const { text, notices } = await ask(errors, '/find/1')
  assert.deepEqual([text, notices], ['{"code":404,"say":"Not Found"}', []])
})

test('a dialect receives everything about a failure, and nothing about a crash', async () => {
  const failures: ReportedFailure[] = []
  const errors = errorDialect({ schema: {}, render: (failure) => failures.push(failure) })
  for (const target of ['/find/x', '/find/1', '/crash', '/nowhere']) await ask(errors, target)
  assert.deepEqual(failures, [
    {
      status: 422,
      title: 'Unprocessable Content',
      issues: [
        {
          type: 'int_parsing',
          loc: ['path', 'id'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
      ],
    },
    { status: 404, title: 'Not Found', detail: 'No such thing' },
    { status: 500, title: 'Internal Server Error' },
    { status: 404, title: 'Not Found', detail: 'Not Found' },
  ])
})

test('a dialect receives the request, with what a wrapper noted on it', async () => {
  class Rendered extends Model({ code: integer(), path: string(), id: string() }) {}
  const errors = errorDialect({
    schema: Rendered,
    render: ({ status }, { path, requestId = 'none' }) => ({ code: status, path, id: requestId }),
  })
  const crash = () => {
    throw new Error('hunter2')
  }
  const plain = implement(declared, { find: ({ fail }) => fail(404), crash }, { errors })
  const api = wrapExchange(plain, (exchange) => (incoming, send) => {
    incoming.requestId = 'r7'
    exchange(incoming, send)
  })
  for (const [path, code] of Object.entries({
    '/find/1': 404,
    '/find/x': 422,
    '/crash': 500,
    '/nowhere': 404,
  })) {
    const answer = await api.fetch(new Request(`http://api.example${path}?q=1`))
    assert.deepEqual([answer.status, await answer.json()], [code, { code, path, id: 'r7' }])
  }
})

const anything = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
})
const hostile = fc.constantFrom<() => unknown>(
  () => new Proxy({}, { get: () => fail(1), ownKeys: () => fail(2) }),
  () => ({ toJSON: () => fail(3) }),
  () => Object.defineProperty({}, 'then', { get: () => fail(4) }),
  () => {
    const self: { self?: unknown } = {}
    self.self = self
    return self
  },
  () => Symbol('x'),
  () => fail(Object.create(null)),
)
const rendering = fc.oneof(
  anything.map((value) => () => value),
  hostile,
)

for (const [schema, declaredAs] of [
  [{}, 'any schema'],
  [Mistake, 'a model'],
] as const) {
  test(`whatever is rendered for ${declaredAs}, the status is kept and the body is JSON`, async () => {
    await fc.assert(
      fc.asyncProperty(rendering, fc.constantFrom('/find/1', '/find/x', '/crash'), async (broken, target) => {
        const { answer, text, notices } = await ask({ schema, render: () => broken() }, target)
        assert.equal(answer.status, { '/find/1': 404, '/find/x': 422, '/crash': 500 }[target])
        JSON.parse(text)
        if (schema === Mistake) assert.ok(notices.length > 0)
      }),
      { numRuns: 300 },
    )
  })
}

function wordsOf(notice: ErrorNotice | undefined): string {
  if (notice === undefined) return 'nothing'
  if ('issues' in notice) return notice.issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(', ')
  const { message, cause } = Object(notice.error)
  return `${message}: ${Object(cause).message}`
}
