import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { string } from '@postern/model'
import { listen } from '../../../scripts/listen.ts'
import { serve, toNodeListener } from '../src/adapters/node.ts'
import type { Exchange } from '../src/exchange.ts'
import type { Incoming, Outgoing } from '../src/incoming.ts'
import {
  type Api,
  contract,
  type Handlers,
  HttpError,
  implement,
  type Reply,
  routes,
  type Send,
  wrapExchange,
} from '../src/index.ts'
import { openTransports } from './transports.ts'

/** An object of which nothing can be read, not even its class, such as a revoked draft of a library. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** A custom promise: `settle` is its `then`. */
function promiseLike(settle: (...settled: ((value: unknown) => void)[]) => void): object {
  return Object.fromEntries([['then', settle]])
}

const NO_CLASS = "TypeError: Cannot perform 'getPrototypeOf' on a proxy that has been revoked"

// table: what a handler does, and what onError receives.
const mishaps: readonly (readonly [string, () => unknown, string])[] = [
  [
    'throws a revoked proxy',
    () => {
      throw revoked()
    },
    NO_CLASS,
  ],
  ['rejects with a revoked proxy', () => Promise.reject(revoked()), NO_CLASS],
  ['rejects with undefined', () => Promise.reject(), 'undefined'],
  ['rejects with a symbol', () => Promise.reject(Symbol('why')), 'Symbol(why)'],
  ['returns a revoked proxy', revoked, "TypeError: Cannot perform 'has' on a proxy that has been revoked"],
  [
    'returns a promise whose then throws',
    () =>
      promiseLike(() => {
        throw new Error('no')
      }),
    'Error: no',
  ],
  [
    'returns a promise that is rejected and then fulfilled',
    () =>
      promiseLike((keep, refuse) => {
        refuse?.(new Error('no'))
        keep?.('kept')
      }),
    'Error: no',
  ],
  [
    'returns a promise of one that rejects with a revoked proxy',
    () => promiseLike((keep) => keep?.(promiseLike((_, refuse) => refuse?.(revoked())))),
    NO_CLASS,
  ],
]

let mishap: () => unknown
const reported: string[] = []
const api = implement(
  contract({ title: 'Mishaps', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
  // Code without types may do this.
  { one: () => mishap() as string },
  { onError: (notice) => void reported.push('error' in notice ? String(notice.error) : '') },
)
const { transports } = await openTransports(api)

const one = implement(
  contract({ title: 'One', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
  { one: () => 'a' },
  {
    onError: (notice) => void reported.push('error' in notice ? String(notice.error) : ''),
    onAnswer: ({ status }) => void reported.push(`${status}`),
  },
)
let outgoing: unknown
const { transports: senders } = await openTransports(
  wrapExchange(one, (exchange) => (incoming, send) => exchange(incoming, () => send(outgoing as Outgoing))),
)
let copy: (incoming: Incoming) => Incoming
const { transports: copiers } = await openTransports(
  wrapExchange(one, (exchange) => (incoming, send) => exchange(copy(incoming), send)),
)

for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, make, expected] of mishaps) {
    test(`a handler that ${title} is a 500 and reported to onError once, ${transport}`, async () => {
      mishap = make
      reported.length = 0
      const answer = await ask('/one')
      assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
      assert.deepEqual(reported, [expected])
    })
  }
}

// table: a title, a wrapper around the exchange, and whether the client receives its response rather than a 500.
const wraps: readonly (readonly [string, (exchange: Exchange) => Exchange, boolean])[] = [
  [
    'throws',
    () => () => {
      throw new Error('no')
    },
    false,
  ],
  ['rejects', () => () => Promise.reject(new Error('no')), false],
  [
    'throws after the response',
    (exchange) => (incoming, send) => {
      exchange(incoming, send)
      throw new Error('no')
    },
    true,
  ],
  [
    'throws after sending',
    (exchange) => (incoming, send) =>
      exchange(incoming, (outgoing) => {
        send(outgoing)
        throw new Error('no')
      }),
    true,
  ],
  [
    'throws when it receives the response',
    (exchange) => (incoming) =>
      exchange(incoming, () => {
        throw new Error('no')
      }),
    false,
  ],
]

// table: a path, and the status of its response.
const answeredPaths: readonly (readonly [path: string, status: number])[] = [
  ['/one', 200],
  ['/nowhere', 404],
]

for (const [title, wrap, isSent] of wraps) {
  for (const [path, own] of answeredPaths) {
    const status = isSent ? own : 500
    test(`a wrapper that ${title} is a ${status}, and onError and onAnswer are called once, ${path}`, async (context) => {
      const reported: string[] = []
      const plain = implement(
        contract({
          title: 'One',
          version: '1',
          routes: { one: routes().get('/one', { response: string() }) },
        }),
        { one: () => 'a' },
        {
          onError: (notice) => void reported.push('error' in notice ? String(notice.error) : ''),
          onAnswer: ({ status, bytes }) => void reported.push(`${status} of ${bytes} bytes`),
        },
      )
      const wrapped = wrapExchange(plain, wrap)
      const within = wrapExchange(wrapped, (exchange) => exchange)
      const around = wrapExchange(
        wrapExchange(plain, (exchange) => exchange),
        wrap,
      )
      for (const api of [wrapped, within, around]) {
        const server = await serve(api, { port: 0 })
        context.after(() => server.close(0))
        for (const ask of [
          () => fetch(`${server.url}${path}`),
          () => api.fetch(new Request(`http://x${path}`)),
        ]) {
          reported.length = 0
          const answer = await ask()
          const { length } = await answer.text()
          assert.equal(answer.status, status)
          assert.deepEqual(reported.toSorted(), [`${status} of ${length} bytes`, 'Error: no'])
        }
      }
    })
  }
}

test('a value is a 500 where no response is declared, unless the status has no body', async () => {
  const { get, delete: remove } = routes()
  const operations = {
    read: get('/read', {}),
    noted: get('/noted', {}),
    removed: remove('/removed', { status: 204 }),
    moved: get('/moved', { status: 303 }),
  }
  // A handler as code without types may write it.
  const value: () => unknown = () => ({ title: 'Gate' })
  const reported: unknown[] = []
  const given = { read: value, noted: () => undefined, removed: value, moved: value }
  const api = implement(
    contract({ title: 'T', version: '1', routes: operations }),
    given as Handlers<typeof operations>,
    { onError: (notice) => reported.push('error' in notice && String(notice.error)) },
  )
  const ask = async (method: string, path: string) => {
    const answer = await api.fetch(new Request(`http://x${path}`, { method }))
    return [answer.status, await answer.text()]
  }
  assert.deepEqual(await ask('GET', '/noted'), [200, 'null'])
  assert.deepEqual(await ask('DELETE', '/removed'), [204, ''])
  assert.deepEqual(await ask('GET', '/moved'), [303, ''])
  assert.deepEqual(reported, [])
  assert.deepEqual(await ask('GET', '/read'), [500, 'Internal Server Error'])
  assert.deepEqual(reported, [
    'TypeError: The handler returned a value, but no response is declared; declare its model, such as response: any()',
  ])
})

test('a wrapper that does not return an exchange is refused at start', () => {
  const plain = implement(contract({ title: 'None', version: '1', routes: {} }), {})
  const wrap = (given: unknown) => () => wrapExchange(plain, () => given as Exchange)
  const refusal = (given: string) => ({
    name: 'TypeError',
    message: `wrap returned ${given}; return (incoming, send) => …`,
  })
  assert.throws(wrap(undefined), refusal('undefined'))
  assert.throws(wrap(Promise.resolve(plain.exchange)), refusal('an object (Promise)'))
})

const NO_HEADERS = /^TypeError: The headers of a response are a list of alternating names and values/
const NO_VALUE = /^TypeError: The header x-c holds a character that headers cannot contain; encode its value$/
const NO_BODY =
  /^TypeError: \[object \w+\] is not a body; write a string, a Uint8Array, a ReadableStream or null$/
const READ = new Blob(['read']).stream()
READ.getReader()

// table: a response that a wrapper without types may send, and what onError receives.
const unsendable: readonly (readonly [title: string, outgoing: unknown, reported: RegExp])[] = [
  ['undefined', undefined, /^TypeError: undefined is not a response; send \{ status, headers, body \}$/],
  ['a Response', new Response(null), NO_HEADERS],
  [
    'an invalid status',
    { status: 99, headers: [], body: null },
    /^RangeError: A response cannot have the status 99/,
  ],
  ['headers as an object', { status: 200, headers: { a: 'b' }, body: null }, NO_HEADERS],
  ['a header without a value', { status: 200, headers: ['a'], body: null }, NO_HEADERS],
  ['a header that is undefined', { status: 200, headers: ['a', undefined], body: null }, NO_HEADERS],
  [
    'a header with a line end',
    { status: 200, headers: ['a', 'b', 'x-c', 'd\r\ne: f'], body: null },
    NO_VALUE,
  ],
  ['a header beyond Latin-1', { status: 200, headers: ['X-C', '€'], body: null }, NO_VALUE],
  [
    'a name with a line end',
    { status: 200, headers: ['a\r\nb', 'c'], body: null },
    /^TypeError: A header cannot be named "a\\r\\nb"$/,
  ],
  [
    'an empty name',
    { status: 200, headers: ['', 'c'], body: null },
    /^TypeError: A header cannot be named ""$/,
  ],
  ['no body', { status: 200, headers: [] }, NO_BODY],
  ['a number', { status: 200, headers: [], body: 5 }, NO_BODY],
  ['true', { status: 200, headers: [], body: true }, NO_BODY],
  ['an object', { status: 200, headers: [], body: {} }, NO_BODY],
  ['an object that looks like a stream', { status: 200, headers: [], body: { getReader: 5 } }, NO_BODY],
  [
    'a stream that was already read',
    { status: 200, headers: [], body: READ },
    /^TypeError: The stream of a response has already been read/,
  ],
]
for (const [transport, ask] of Object.entries(senders)) {
  for (const [title, sent, why] of unsendable) {
    test(`a wrapper that sends ${title} is a 500 and reported to onError, ${transport}`, async () => {
      outgoing = sent
      reported.length = 0
      const answer = await ask('/one')
      assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
      assert.match(reported[0] ?? '', why)
      assert.deepEqual(reported.slice(1), ['500'])
    })
  }
}

// table: what a wrapper passes to the exchange in place of the request, for example to remove a prefix from its path.
const copies: readonly (readonly [string, (incoming: Incoming) => Incoming])[] = [
  ['a copy of only its own properties', (incoming) => ({ ...incoming, path: '/one' })],
  ['an object that inherits from it', (incoming) => Object.create(incoming, { path: { value: '/one' } })],
  ['null', () => JSON.parse('null')],
]
for (const [title, given] of copies) {
  for (const [transport, ask] of Object.entries(copiers)) {
    test(`an exchange that receives ${title} as a request is a 500 and reported to onError, ${transport}`, async () => {
      copy = given
      reported.length = 0
      const answer = await ask('/two', { signal: AbortSignal.timeout(10_000) })
      assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
      assert.match(reported[0] ?? '', /^TypeError: /)
      assert.equal(reported.at(-1), '500')
    })
  }
}

const refuses: Send = () => {
  throw new Error('no')
}

// table: what rejects after a host has responded, the error of a handler, what is around the api, and what onError receives first.
const late: readonly (readonly [string, () => unknown, (api: Api) => Api, readonly string[]])[] = [
  [
    'a handler and a wrapper',
    () => new Error('own'),
    (api) => wrapExchange(api, (exchange) => (incoming) => exchange(incoming, refuses)),
    ['Error: own', 'Error: no'],
  ],
  ['a handler', () => new Error('own'), (api) => api, ['Error: own']],
  ['a handler, with a revoked proxy', revoked, (api) => api, [NO_CLASS]],
]

for (const [title, reason, wrap, expected] of late) {
  test(`errors after a host has responded are reported once each, and nothing is ended: ${title}`, async (context) => {
    const errors: string[] = []
    const plain = implement(
      contract({ title: 'One', version: '1', routes: { one: routes().get('/one', {}) } }),
      { one: () => Promise.reject(reason()) },
      { onError: (notice) => void errors.push('error' in notice ? String(notice.error) : '') },
    )
    const listener = toNodeListener(wrap(plain))
    const host = createServer((request, response) => {
      response.end('host')
      listener(request, response)
    })
    context.after(() => host.close().closeAllConnections())
    const url = `http://127.0.0.1:${await listen(host)}/one`
    assert.equal(await (await fetch(url)).text(), 'host')
    assert.deepEqual(errors.slice(0, -1), expected)
    assert.match(errors.at(-1) ?? '', /headers after they are sent/)
  })
}

interface UntypedInput {
  readonly fail: (status: number) => Reply
  readonly reply: (
    status: number,
    body: unknown,
    options: { readonly headers?: unknown; readonly cookies?: unknown },
  ) => Reply
}

const LISTED = 'TypeError: The headers are a list; write an object: Object.fromEntries(headers)'
const UNLISTED =
  "TypeError: The cookies are not a list; write complete Set-Cookie values: ['theme=dark; Path=/']"

// table: what a handler without types may return, and what onError receives.
const wrong: readonly (readonly [string, (input: UntypedInput) => Reply, string])[] = [
  [
    'a status that is not declared',
    ({ fail }) => fail(404),
    "TypeError: A reply has 404, which is not declared; add errors: { 404: '…' }",
  ],
  [
    'a success that is not declared',
    ({ reply }) => reply(202, null, {}),
    "TypeError: A reply has 202, which is not declared; add responses: { 202: '…' }",
  ],
  [
    'a response with headers that does not fit its model',
    ({ reply }) => reply(200, 5, { headers: { 'x-a': 'b' } }),
    '[{"type":"string_type","loc":["response"],"msg":"Input should be a valid string"}]',
  ],
  ['an array of headers', ({ reply }) => reply(200, 'a', { headers: [['x-a', 'b']] }), LISTED],
  ['a Headers object', ({ reply }) => reply(200, 'a', { headers: new Headers({ 'x-a': 'b' }) }), LISTED],
  ['a cookie as a string', ({ reply }) => reply(200, 'a', { cookies: 'theme=dark' }), UNLISTED],
  ['cookies as an object', ({ reply }) => reply(200, 'a', { cookies: { theme: 'dark' } }), UNLISTED],
  [
    'a 401 without security',
    () => {
      throw new HttpError(401)
    },
    "TypeError: An HttpError has 401, which is not declared; add errors: { 401: '…' }",
  ],
]

for (const [title, one, expected] of wrong) {
  test(`${title} is a 500 and reported to onError`, async () => {
    const reported: string[] = []
    const routesOf = { one: routes().get('/one', { response: string() }) }
    const { fetch: ask } = implement(
      contract({ title: 'T', version: '1', routes: routesOf }),
      { one: (input: unknown) => one(input as UntypedInput) },
      {
        onError: (notice) =>
          void reported.push('issues' in notice ? JSON.stringify(notice.issues) : String(notice.error)),
      },
    )
    const answer = await ask(new Request('http://x/one'))
    assert.deepEqual([answer.status, answer.headers.get('x-a'), reported], [500, null, [expected]])
  })
}
