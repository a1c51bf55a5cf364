import assert from 'node:assert/strict'
import { test } from 'node:test'
import { list, Model, string } from '@postern/model'
import { converse } from '../../test/socket.ts'
import { serve } from '../adapters/node.ts'
import {
  type Api,
  contract,
  type ErrorDialect,
  errorDialect,
  HttpError,
  implement,
  jsonLines,
  type Outgoing,
  rawReply,
  routes,
  serverSentEvents,
  wrapExchange,
} from '../index.ts'

class Note extends Model({ text: string() }) {}

const note = { text: 'é' }
const json = '{"text":"é"}'
const type = { 'Content-Type': 'application/vnd.note+json' }
const errors = { 404: 'Gone' }
const { get } = routes()

const apiIn = (dialect: ErrorDialect) =>
  implement(
    contract({
      title: 'Headers',
      version: '1',
      routes: {
        model: get('/model', { response: Note }),
        bytes: get('/bytes', {}),
        refused: get('/refused', { errors }),
        thrown: get('/thrown', { errors }),
        lines: get('/lines', { response: jsonLines(list(string())) }),
        events: get('/events', { response: serverSentEvents(list(string())) }),
        stream: get('/stream', {}),
        reset: get('/reset', { status: 205 }),
        moved: get('/moved', { status: 302 }),
        untyped: get('/untyped', {}),
        table: get('/table', { mediaType: 'text/csv' }),
        tableOfItsOwn: get('/table/own', { mediaType: 'text/csv' }),
        tableOfNothing: get('/table/nothing', { mediaType: 'text/csv' }),
        tableElsewhere: get('/table/elsewhere', { mediaType: 'text/csv' }),
        picture: get('/picture', { mediaType: 'image/png' }),
        pieces: get('/pieces', { mediaType: 'text/csv' }),
        passed: get('/passed', { response: Note, errors: { 404: 'No note' } }),
        passedPieces: get('/passed/pieces', { mediaType: 'text/csv' }),
      },
    }),
    {
      model: ({ reply }) => reply(200, note, { headers: { ...type, 'Content-Length': '1' } }),
      bytes: () => rawReply(json, { headers: { ...type, 'CONTENT-LENGTH': '13' } }),
      refused: ({ fail }) => fail(404, 'No note', { ...type, 'content-length': '1' }),
      thrown() {
        throw new HttpError(404, { detail: 'No note', headers: type })
      },
      lines: ({ reply }) => reply(200, [['a']], { headers: { 'content-type': 'application/x-ndjson' } }),
      events: ({ reply }) => reply(200, [['a']], { headers: { 'cache-control': 'no-store' } }),
      stream: () => rawReply(new Blob([json]).stream(), { headers: { ...type, 'content-length': '13' } }),
      reset: () => null,
      moved: ({ reply }) => reply(302, null, { headers: { location: '/model' } }),
      untyped: () => rawReply(json),
      table: () => rawReply('a,b'),
      tableOfItsOwn: () => rawReply(json, { headers: type }),
      tableOfNothing: () => rawReply(null),
      tableElsewhere: () => rawReply('', { status: 303, headers: { location: '/table' } }),
      picture: () => rawReply(new Uint8Array([65])),
      pieces: () => rawReply(new Blob(['a,b']).stream(), { headers: { 'content-length': '3' } }),
      passed: ({ reply }) => reply(200, note, { headers: upstream }),
      passedPieces: () => rawReply(new Blob(['a,b']).stream(), { headers: upstream }),
    },
    { errors: dialect },
  )

// The headers that a handler passes on from another server.
const upstream = { ...type, 'Transfer-Encoding': 'gzip, chunked', trailer: 'digest' }

const plain = errorDialect({ schema: Note, render: ({ title }) => ({ text: title }) })
const broken = errorDialect({ schema: {}, render: () => undefined })

// table: a path, the header lines of its response that have one of the names below, and its body.
const names = /^(?:content-type|content-length|transfer-encoding|cache-control): /
const own = 'content-type: application/vnd.note+json'
const answers: readonly (readonly [string, ErrorDialect, readonly string[], string])[] = [
  ['/model', 'fastapi', [own, 'content-length: 13'], json],
  ['/bytes', 'fastapi', [own, 'content-length: 13'], json],
  ['/refused', 'fastapi', [own, 'content-length: 20'], '{"detail":"No note"}'],
  ['/thrown', 'fastapi', [own, 'content-length: 20'], '{"detail":"No note"}'],
  [
    '/refused',
    'problem',
    [own, 'content-length: 74'],
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"No note"}',
  ],
  ['/refused', plain, [own, 'content-length: 20'], '{"text":"Not Found"}'],
  ['/refused', broken, [own, 'content-length: 22'], '{"detail":"Not Found"}'],
  [
    '/lines',
    'fastapi',
    ['content-type: application/x-ndjson', 'transfer-encoding: chunked'],
    '6\r\n["a"]\n\r\n0\r\n\r\n',
  ],
  [
    '/events',
    'fastapi',
    [
      'content-type: text/event-stream; charset=utf-8',
      'cache-control: no-store',
      'transfer-encoding: chunked',
    ],
    'd\r\ndata: ["a"]\n\n\r\n0\r\n\r\n',
  ],
  ['/stream', 'fastapi', [own, 'content-length: 13'], json],
  ['/reset', 'fastapi', ['content-length: 0'], ''],
  ['/moved', 'fastapi', ['content-length: 0'], ''],
  ['/untyped', 'fastapi', ['content-length: 13'], json],
  ['/table', 'fastapi', ['content-type: text/csv; charset=utf-8', 'content-length: 3'], 'a,b'],
  ['/table/own', 'fastapi', [own, 'content-length: 13'], json],
  ['/table/nothing', 'fastapi', ['content-length: 0'], ''],
  ['/table/elsewhere', 'fastapi', ['content-type: text/csv; charset=utf-8', 'content-length: 0'], ''],
  ['/picture', 'fastapi', ['content-type: image/png', 'content-length: 1'], 'A'],
  ['/pieces', 'fastapi', ['content-type: text/csv; charset=utf-8', 'content-length: 3'], 'a,b'],
  ['/passed', 'fastapi', [own, 'content-length: 13'], json],
  ['/passed/pieces', 'fastapi', [own, 'transfer-encoding: chunked'], '3\r\na,b\r\n0\r\n\r\n'],
]

for (const [path, dialect, lines, body] of answers) {
  const dialectName = typeof dialect === 'string' ? dialect : 'a dialect of its own'
  test(`a handler's own headers replace those of the api: ${path} in ${dialectName}`, async () => {
    const { found, text } = await ask(apiIn(dialect), path)
    assert.deepEqual(
      found.filter((line) => names.test(line)),
      lines,
    )
    assert.equal(text, body)
  })
}

/** Sends a request to the api: returns the header lines of the response, with names in lower case, and its body. */
async function ask(
  api: Api,
  path: string,
): Promise<{ readonly found: string[]; readonly text: string | undefined }> {
  const server = await serve(api, { port: 0 })
  const answer = await converse(server, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await server.close(0)
  const [head = '', text] = answer.split(/\r\n\r\n(.*)/s)
  const lines = head.split('\r\n')
  return { found: lines.map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase())), text }
}

// table: a title, a body sent in place of the response, the header lines of its framing, and the body that arrives.
const framed: readonly (readonly [string, () => Outgoing['body'], readonly string[], string])[] = [
  ['a text', () => 'né', ['content-length: 3'], 'né'],
  ['bytes', () => Uint8Array.of(97, 98), ['content-length: 2'], 'ab'],
  ['nothing', () => null, ['content-length: 0'], ''],
  ['a stream', () => new Blob(['a,b,c']).stream(), ['content-length: 5'], 'a,b,c'],
]

for (const [title, body, lines, sent] of framed) {
  test(`a wrapper passes on headers of another server without their framing: ${title}`, async () => {
    const own = ['Content-Length', '5', 'Transfer-Encoding', 'chunked', 'x-own', 'a']
    const passing = wrapExchange(
      apiIn('fastapi'),
      () => (_, send) => void send({ status: 200, headers: own, body: body() }),
    )
    const { found, text } = await ask(
      wrapExchange(passing, (exchange) => exchange),
      '/',
    )
    assert.deepEqual(
      found.filter((line) => names.test(line)),
      lines,
    )
    assert.ok(found.includes('x-own: a'))
    assert.equal(text, sent)
  })
}

test('a raw reply keeps a header value that looks like a name, and ignores inherited headers', () => {
  const { headers } = rawReply('x', { headers: { 'x-a': 'content-length', 'x-b': 'none' } })
  assert.deepEqual(headers, ['x-a', 'content-length', 'x-b', 'none'])
  assert.deepEqual(rawReply('x', { headers: Object.create({ 'x-a': 'b' }) }).headers, [])
})

test('a header whose value is a number is sent, around the exchange as well', async () => {
  const wait: Readonly<Record<string, unknown>> = { 'retry-after': 5 }
  const busy = get('/busy', { errors: { 503: 'Busy' } })
  const api = implement(contract({ title: 'Busy', version: '1', routes: { busy } }), {
    busy: ({ fail }) => fail(503, undefined, wait as Readonly<Record<string, string>>),
  })
  for (const served of [api, wrapExchange(api, (exchange) => exchange)]) {
    const { status, headers } = await served.fetch(new Request('http://x/busy'))
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
  }
})

test('a 205 has no body through fetch either', async () => {
  const answer = await apiIn('fastapi').fetch(new Request('http://x/reset'))
  assert.deepEqual([answer.status, answer.body], [205, null])
})

test('a raw string without a type gets none through fetch either', async () => {
  const answer = await apiIn('fastapi').fetch(new Request('http://x/untyped'))
  assert.deepEqual([answer.headers.get('content-type'), await answer.text()], [null, json])
})

test('a location is sent as a URI, whatever string it comes from', async () => {
  const move = get('/move', { query: { to: string() }, status: 307 })
  const moving = implement(contract({ title: 'Moves', version: '1', routes: { move } }), {
    move: ({ query, reply }) => reply(307, null, { headers: { Location: query.to } }),
  })
  const places: readonly (readonly [string, string])[] = [
    ['/a?b=c&d=%20#e', '/a?b=c&d=%20#e'],
    ['/ü b', '/%C3%BC%20b'],
    ['/€"<|>', '/%E2%82%AC%22%3C%7C%3E'],
    ['/a\r\nX-Y: 1', '/a%0D%0AX-Y:%201'],
    ['/\ud83d\ude80', '/%F0%9F%9A%80'],
    ['https://[::1]/~a;b', 'https://[::1]/~a;b'],
  ]
  for (const [to, location] of places) {
    const answer = await moving.fetch(new Request(`http://x/move?to=${encodeURIComponent(to)}`))
    assert.deepEqual([answer.status, answer.headers.get('location')], [307, location])
  }
})
