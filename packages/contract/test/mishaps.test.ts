import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { string } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import type { Exchange } from '../src/exchange.ts'
import {
  contract,
  HttpError,
  implement,
  type Reply,
  type ReplyOptions,
  routes,
  wrapExchange,
} from '../src/index.ts'
import { openDoors } from './doors.ts'

/** Neither its class nor anything else of it can be asked for: a draft that its library took back is such a one. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** A promise of somebody else's making: `settle` is its `then`. */
function promiseLike(settle: (...settled: ((value: unknown) => void)[]) => void): object {
  return Object.fromEntries([['then', settle]])
}

const NO_CLASS = "TypeError: Cannot perform 'getPrototypeOf' on a proxy that has been revoked"

// table: what a handler does, and what is told of it.
const mishaps: readonly (readonly [string, () => unknown, string])[] = [
  [
    'throws what has no class',
    () => {
      throw revoked()
    },
    NO_CLASS,
  ],
  ['is rejected with what has no class', () => Promise.reject(revoked()), NO_CLASS],
  ['is rejected with nothing', () => Promise.reject(), 'undefined'],
  ['is rejected with a symbol', () => Promise.reject(Symbol('why')), 'Symbol(why)'],
  ['answers what has no class', revoked, "TypeError: Cannot perform 'has' on a proxy that has been revoked"],
  [
    'answers a promise that throws where it is waited for',
    () =>
      promiseLike(() => {
        throw new Error('no')
      }),
    'Error: no',
  ],
  [
    'answers a promise that is rejected and then kept',
    () =>
      promiseLike((keep, refuse) => {
        refuse?.(new Error('no'))
        keep?.('kept')
      }),
    'Error: no',
  ],
  [
    'answers a promise of one that is rejected with what has no class',
    () => promiseLike((keep) => keep?.(promiseLike((_, refuse) => refuse?.(revoked())))),
    NO_CLASS,
  ],
]

let mishap: () => unknown
const told: string[] = []
const api = implement(
  contract({ title: 'Mishaps', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
  // What no compiler has seen.
  { one: () => mishap() as string },
  { onError: (notice) => void told.push('error' in notice ? String(notice.error) : '') },
)
const { doors } = openDoors(api, { before, after })

for (const [door, ask] of Object.entries(doors)) {
  for (const [title, make, expected] of mishaps) {
    test(`a handler that ${title}: a 500 of which onError is told once, ${door}`, async () => {
      mishap = make
      told.length = 0
      const answer = await ask('/one')
      assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
      assert.deepEqual(told, [expected])
    })
  }
}

// table: what is wrapped around the exchange, the status that the client sees, and how often it is told of.
const wraps: readonly (readonly [string, (exchange: Exchange) => Exchange, number])[] = [
  [
    'throws',
    () => () => {
      throw new Error('no')
    },
    500,
  ],
  ['is rejected', () => () => Promise.reject(new Error('no')), 500],
  [
    'throws behind an answer',
    (exchange) => (incoming, send) => {
      exchange(incoming, send)
      throw new Error('no')
    },
    200,
  ],
  [
    'throws in what it is answered by',
    (exchange) => (incoming) =>
      exchange(incoming, () => {
        throw new Error('no')
      }),
    500,
  ],
]

for (const [title, wrap, status] of wraps) {
  test(`what is wrapped around an exchange ${title}: a ${status}, and onError and onAnswer are told once`, async (context) => {
    const told: string[] = []
    const plain = implement(
      contract({ title: 'One', version: '1', routes: { one: routes().get('/one', { response: string() }) } }),
      { one: () => 'a' },
      {
        onError: (notice) => void told.push('error' in notice ? String(notice.error) : ''),
        onAnswer: (notice) => void told.push(`${notice.status}`),
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
      for (const ask of [() => fetch(`${server.url}/one`), () => api.fetch(new Request('http://x/one'))]) {
        told.length = 0
        assert.equal((await ask()).status, status)
        assert.deepEqual(told.toSorted(), [`${status}`, 'Error: no'])
      }
    }
  })
}

interface UntypedInput {
  readonly fail: (status: number) => Reply
  readonly reply: (status: number, body: unknown, options: ReplyOptions) => Reply
}

// table: what a handler answers past its types, and what is told of it.
const wrong: readonly (readonly [string, (input: UntypedInput) => Reply, string])[] = [
  [
    'a status that is not declared',
    ({ fail }) => fail(404),
    "TypeError: The handler answered 404, which is not declared; add errors: { 404: '…' }",
  ],
  [
    'a success that is not declared',
    ({ reply }) => reply(202, null, {}),
    "TypeError: The handler answered 202, which is not declared; add responses: { 202: '…' }",
  ],
  [
    'a misfit with headers of its own',
    ({ reply }) => reply(200, 5, { headers: { 'x-a': 'b' } }),
    '[{"type":"string_type","loc":["response"],"msg":"Input should be a valid string"}]',
  ],
  [
    'a 401 where nobody signs in',
    () => {
      throw new HttpError(401)
    },
    "TypeError: An HttpError has 401, which is not declared; add errors: { 401: '…' }",
  ],
]

for (const [title, one, expected] of wrong) {
  test(`${title} is a 500 of which onError is told why`, async () => {
    const told: string[] = []
    const routesOf = { one: routes().get('/one', { response: string() }) }
    const { fetch: ask } = implement(
      contract({ title: 'T', version: '1', routes: routesOf }),
      { one: (input: unknown) => one(input as UntypedInput) },
      {
        onError: (notice) =>
          void told.push('issues' in notice ? JSON.stringify(notice.issues) : String(notice.error)),
      },
    )
    const answer = await ask(new Request('http://x/one'))
    assert.deepEqual([answer.status, answer.headers.get('x-a'), told], [500, null, [expected]])
  })
}
