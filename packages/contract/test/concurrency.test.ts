import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, describeContract, implement, json, jsonLines, routes } from '../src/index.ts'
import { converse } from './socket.ts'
import { openTransports } from './transports.ts'

class Page extends Model({ text: string() }) {}

const { get, put, post, delete: remove } = routes({ errors: { 404: 'No page' } })
const page = { params: { etag: string() }, response: string() }
const declared = contract({
  title: 'Pages',
  version: '1',
  routes: {
    read: get('/pages/{etag}', { ...page, concurrency: 'etag' }),
    watch: get('/watch/{etag}', {
      params: page.params,
      response: jsonLines(integer()),
      concurrency: 'etag',
    }),
    replace: put('/pages/{etag}', { ...page, body: json(Page), concurrency: 'etag' }),
    careful: put('/careful/{etag}', { ...page, body: json(Page), concurrency: 'required' }),
    guarded: put('/guarded/{etag}', { ...page, body: json(Page), concurrency: 'required' }),
    drop: remove('/pages/{etag}', { params: page.params, status: 204, concurrency: 'etag' }),
    own: get('/own/{etag}', {
      ...page,
      headers: { accept: string({ default: '*/*' }) },
      concurrency: 'etag',
      responses: { 304: 'You have it' },
      errors: { 412: Page },
      responseHeaders: { ETag: 'A word for it', 304: { ETag: 'The same word' } },
    }),
    plain: post('/plain/{etag}', { ...page }),
  },
})

/** The entity tag that a path names: `none` means no state. */
const tagOf = (etag: string) =>
  etag === 'none' ? null : etag.replace('weak-', 'W/').replace(/\w+$/, '"$&"').replace('slash', 'W/')

const api = implement(
  declared,
  {
    read: ({ params, conditions: { check }, reply }) => {
      const ETag = tagOf(params.etag)
      return check(ETag) ?? reply(200, 'read', { headers: ETag === null ? {} : { ETag } })
    },
    watch: ({ params, conditions }) => conditions.check(tagOf(params.etag)) ?? [1],
    replace: ({ params, conditions }) =>
      conditions.check(tagOf(params.etag)) ??
      (conditions.namesState() ? 'replaced in its state' : 'replaced'),
    careful: ({ params, conditions }) => conditions.check(tagOf(params.etag)) ?? 'replaced',
    guarded: () => 'replaced',
    drop: ({ params, conditions }) => conditions.check(tagOf(params.etag)),
    own: ({ params, conditions, fail }) =>
      conditions.check(tagOf(params.etag)) === undefined ? 'read' : fail(412, { text: 'Read it again' }),
    plain: (input) => String('conditions' in input),
  },
  {
    guards: { guarded: ({ params, conditions }) => conditions.check(tagOf(params.etag)) },
    onError: (notice) => errors.push('error' in notice ? String(notice.error) : 'a misfit'),
  },
)
const errors: string[] = []
const { transports, server } = await openTransports(api)

// table: a request, its If-Match and If-None-Match, and the status (RFC 9110 §8.8.3.2, §13.1.1, §13.1.2).
const asked: readonly (readonly [string, match: string | null, noneMatch: string | null, status: number])[] =
  [
    ['GET /pages/a', null, null, 200],
    ['GET /pages/a', '"a"', null, 200],
    ['GET /pages/a', '"b"', null, 412],
    ['GET /pages/a', '*', null, 200],
    ['GET /pages/a', ' * ', null, 200],
    ['GET /pages/a', '"b", "a"', null, 200],
    ['GET /pages/a', '"b","c"', null, 412],
    ['GET /pages/a', ', "b",, "a" ,', null, 200],
    ['GET /pages/a', 'W/"a"', null, 412],
    ['GET /pages/a', 'W/"b","a"', null, 200],
    ['GET /pages/a', '"b,\t"a"', null, 412],
    ['GET /pages/a', 'a', null, 412],
    ['GET /pages/a', '', null, 412],
    ['GET /pages/a', '"*"', null, 412],
    ['GET /pages/a', '"A"', null, 412],
    ['GET /pages/a', null, '"a"', 304],
    ['HEAD /pages/a', null, '"a"', 304],
    ['GET /pages/a', null, 'W/"a"', 304],
    ['GET /pages/a', null, '"b", W/"a"', 304],
    ['GET /pages/a', null, '"aW/"', 200],
    ['GET /pages/a', null, '*', 304],
    ['GET /pages/a', null, '"b"', 200],
    ['GET /pages/a', null, 'a', 200],
    ['GET /pages/a', null, '', 200],
    ['GET /pages/a', '"a"', '"a"', 304],
    ['GET /pages/a', '"b"', '"a"', 412],
    ['GET /pages/weak-a', 'W/"a"', null, 412],
    ['GET /pages/weak-a', '"a"', null, 412],
    ['GET /pages/weak-a', '*', null, 200],
    ['GET /pages/weak-a', null, 'W/"a"', 304],
    ['GET /pages/weak-a', null, '"a"', 304],
    ['GET /pages/ab', null, '"aW/b"', 200],
    ['GET /pages/aslashb', null, '"aW/b"', 304],
    ['GET /pages/aslashb', null, '"ab"', 200],
    ['GET /pages/none', '*', null, 412],
    ['GET /pages/none', '"a"', null, 412],
    ['GET /pages/none', null, '*', 200],
    ['GET /pages/none', null, '"a"', 200],
    ['GET /watch/a', null, '"a"', 304],
    ['GET /watch/a', null, '"b"', 200],
    ['PUT /pages/a', null, null, 200],
    ['PUT /pages/a', '"a"', null, 200],
    ['PUT /pages/a', '"b"', null, 412],
    ['PUT /pages/a', null, '"a"', 412],
    ['PUT /pages/a', null, '*', 412],
    ['PUT /pages/none', null, '*', 200],
    ['DELETE /pages/a', '"b"', null, 412],
    ['DELETE /pages/a', '"a"', null, 204],
    ['PUT /careful/a', null, null, 428],
    ['PUT /careful/a', null, '"b"', 428],
    ['PUT /careful/a', '"b"', null, 412],
    ['PUT /careful/a', '*', null, 200],
    ['PUT /careful/none', null, null, 428],
    ['PUT /careful/none', null, '*', 200],
    ['PUT /careful/none', '*', null, 412],
    ['PUT /guarded/a', null, null, 428],
    ['PUT /guarded/a', '"b"', null, 412],
    ['PUT /guarded/a', '"a"', null, 200],
    ['GET /own/a', null, null, 200],
    ['GET /own/a', '"b"', null, 412],
    ['POST /plain/a', '"b"', '*', 200],
  ]

const headersOf = (match: string | null, noneMatch: string | null) => ({
  'content-type': 'application/json',
  ...(match !== null && { 'if-match': match }),
  ...(noneMatch !== null && { 'if-none-match': noneMatch }),
})

for (const [line, match, noneMatch, status] of asked) {
  for (const [transport, ask] of Object.entries(transports)) {
    test(`${line}, If-Match ${match}, If-None-Match ${noneMatch}: ${status} ${transport}`, async () => {
      const [method = '', path = ''] = line.split(' ')
      const body = method === 'PUT' ? '{"text":""}' : null
      const answer = await ask(path, { method, headers: headersOf(match, noneMatch), body })
      assert.equal(answer.status, status)
      if (status !== 304) return
      assert.equal(answer.headers.get('etag'), tagOf(path.replace(/^.*\//, '')))
      assert.equal(await answer.text(), '')
    })
  }
}

// table: the lines of If-Match, and the status.
const lines: readonly (readonly [lines: readonly string[], status: number])[] = [
  [['"b"', '"a"'], 200],
  [['"b"', '"c"'], 412],
  [['*', '"b"'], 412],
]

for (const [matches, status] of lines) {
  test(`several If-Match lines count as one list: ${matches.join(' and ')}: ${status}`, async () => {
    const head = [
      'GET /pages/a HTTP/1.1',
      'Host: x',
      'Connection: close',
      ...matches.map((line) => `If-Match: ${line}`),
    ]
    assert.match(await converse(server, `${head.join('\r\n')}\r\n\r\n`), new RegExp(`^HTTP/1.1 ${status} `))
  })
}

test('a 412 or 428 has a default detail, or the body that is declared for it', async () => {
  const refusals: readonly (readonly [string, unknown])[] = [
    ['/pages/a', { detail: 'The resource is not in the state that the request requires; read it again' }],
    ['/own/a', { text: 'Read it again' }],
  ]
  for (const [path, body] of refusals) {
    const answer = await transports['through fetch']?.(path, { headers: { 'if-match': '"b"' } })
    assert.deepEqual(await answer?.json(), body)
  }
  const careful = await transports['through fetch']?.('/careful/a', {
    method: 'PUT',
    headers: headersOf(null, null),
    body: '{"text":""}',
  })
  assert.deepEqual(await careful?.json(), { detail: 'Send If-Match with the ETag that you have read' })
})

test('a 304 has the headers that the handler gives for it, as RFC 9110 §15.4.5 asks, and a 412 has not', async () => {
  const read = get('/kept', { response: string(), concurrency: 'etag' })
  const kept = implement(contract({ title: 'Kept', version: '1', routes: { read } }), {
    read({ conditions, reply }) {
      const headers = { etag: '"a"', 'Cache-Control': 'max-age=60', Vary: 'Accept-Language' }
      return conditions.check('"a"', { headers }) ?? reply(200, 'read', { headers })
    },
  })
  const shown = async (headers: Record<string, string>) => {
    const answer = await kept.fetch(new Request('http://x/kept', { headers }))
    const names = ['etag', 'cache-control', 'vary']
    return [answer.status, ...names.map((name) => answer.headers.get(name))]
  }
  const headers = ['"a"', 'max-age=60', 'Accept-Language, Origin']
  assert.deepEqual(await shown({}), [200, ...headers])
  assert.deepEqual(await shown({ 'if-none-match': '"a"' }), [304, ...headers])
  assert.deepEqual(await shown({ 'if-match': '"b"' }), [412, null, null, 'Origin'])
})

test('a handler learns whether the request names a state', async () => {
  const replaced = [
    [null, 'replaced'],
    ['*', 'replaced'],
    ['"a"', 'replaced in its state'],
    ['"b", "a"', 'replaced in its state'],
  ] as const
  for (const [match, expected] of replaced) {
    const init = { method: 'PUT', headers: headersOf(match, null), body: '{"text":""}' }
    assert.equal(await (await transports['through fetch']?.('/pages/a', init))?.json(), expected)
  }
})

test('an invalid entity tag from the handler is a 500, whatever the request asks for', async () => {
  for (const none of ['-', 'a%20', '%22a%22b']) {
    const answer = await transports['through fetch']?.(`/careful/${none}`, {
      method: 'PUT',
      headers: headersOf(null, null),
      body: '{"text":""}',
    })
    assert.equal(answer?.status, 500)
    assert.match(
      errors.pop() ?? '',
      /^TypeError: ".*" is not an entity tag; write it in double quotes: '"1"'$/,
    )
  }
})

test('an operation without concurrency receives no conditions', async () => {
  assert.equal(await (await transports['through fetch']?.('/plain/a', { method: 'POST' }))?.json(), 'false')
})

test('the document has the headers and statuses of conditions, unless they are declared', () => {
  const { paths } = describeContract(declared) as { paths: Record<string, Record<string, Described>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, responses }]) => [
      `${method} ${path}`,
      parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : [])).join(' '),
      Object.entries(responses)
        .map(([status, { headers = {} }]) => [status, ...Object.keys(headers)].join(' '))
        .join(', '),
    ]),
  )
  assert.deepEqual(described, [
    ['get /pages/{etag}', 'if-match if-none-match', '200 ETag, 304 ETag, 404, 412, 422, 500'],
    ['put /pages/{etag}', 'if-match if-none-match', '200 ETag, 400, 404, 408, 412, 413, 422, 500'],
    ['delete /pages/{etag}', 'if-match if-none-match', '204, 404, 412, 422, 500'],
    ['get /watch/{etag}', 'if-match if-none-match', '200 ETag, 304 ETag, 404, 412, 422, 500'],
    ['put /careful/{etag}', 'if-match if-none-match', '200 ETag, 400, 404, 408, 412, 413, 422, 428, 500'],
    ['put /guarded/{etag}', 'if-match if-none-match', '200 ETag, 400, 404, 408, 412, 413, 422, 428, 500'],
    ['get /own/{etag}', 'if-match if-none-match accept', '200 ETag, 304 ETag, 404, 412, 422, 500'],
    ['post /plain/{etag}', '', '200, 404, 422, 500'],
  ])
  const conditions = paths['/pages/{etag}']?.get?.parameters.filter((parameter) => parameter.in === 'header')
  assert.deepEqual(
    conditions?.map(({ description = '' }) => description.replace(/:.*/, '')),
    ['Entity tags', 'Entity tags'],
  )
  const responses = paths['/own/{etag}']?.get?.responses ?? {}
  assert.deepEqual(
    ['200', '304'].map((status) => responses[status]?.headers?.ETag?.description),
    ['A word for it', 'The same word'],
  )
  assert.equal(responses[304]?.description, 'You have it')
})

interface Described {
  readonly parameters: readonly {
    readonly in: string
    readonly name: string
    readonly description?: string
  }[]
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string
        readonly headers?: Readonly<Record<string, { readonly description: string }>>
      }
    >
  >
}

test('the typed client sends conditions, and knows their statuses', async () => {
  const client = createClient(declared, { baseUrl: 'http://x', fetch: api.fetch })
  const params = { etag: 'a' }
  const kept = await client.read({ params, headers: { if_none_match: '"b", "a"' } })
  assert.deepEqual([kept.status, kept.body], [304, null])
  const refused = await client.careful({ params, body: { text: '' } })
  assert.deepEqual(
    [refused.status, refused.status === 428 && refused.body.detail],
    [428, 'Send If-Match with the ETag that you have read'],
  )
})
