import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import {
  contract,
  file,
  HttpError,
  implement,
  json,
  jsonLines,
  multipart,
  routes,
  tokenFrom,
} from '../src/index.ts'
import { openTransports } from './transports.ts'

class Change extends Model({ title: string({ minLength: 1 }) }) {}

const { get, post, put } = routes({ errors: { 403: 'Not yours', 404: 'There is no such item' } })
const one = { params: { id: integer() }, body: json(Change), response: string() }
const declared = contract({
  title: 'Guards',
  version: '1',
  routes: {
    change: put('/items/{id}', { ...one, security: tokenFrom({ required: false }) }),
    later: put('/later/{id}', one),
    thrown: put('/thrown/{id}', one),
    sentOn: put('/sent-on/{id}', { ...one, responses: { 303: 'Elsewhere' } }),
    broken: put('/broken/{id}', one),
    wrong: put('/wrong/{id}', one),
    upload: post('/uploads/{id}', {
      params: one.params,
      body: multipart({ paper: file({ maxSize: 2 ** 30 }) }),
      response: string(),
    }),
    watch: get('/watch/{id}', { params: one.params, response: jsonLines(integer()) }),
    open: put('/open/{id}', one),
    undeclared: put('/undeclared/{id}', one),
  },
})
const handled: string[] = []
const change = ({ body }: { body: Change }) => {
  handled.push(body.title)
  return body.title
}
const reported: unknown[] = []
const api = implement(
  declared,
  {
    change,
    later: change,
    thrown: change,
    sentOn: change,
    broken: change,
    wrong: change,
    upload: async ({ body }) => {
      for await (const _ of body.paper.stream) handled.push('a piece')
      return body.paper.name
    },
    watch: ({ params }) => [params.id],
    open: change,
    undeclared: change,
  },
  {
    authenticate: (token: string) => ({ name: token }),
    onError: (notice) => reported.push('error' in notice ? String(notice.error) : notice.issues),
    guards: {
      change({ params, user, fail }) {
        assert.equal(handled.length, 0)
        assert.ok(Number.isInteger(params.id))
        if (params.id > 9) return fail(404)
        return user?.name === 'ann' ? undefined : fail(403)
      },
      async later({ params, fail }) {
        await Promise.resolve()
        return params.id > 9 ? fail(404) : null
      },
      thrown({ params }) {
        if (params.id > 9) throw new HttpError(404)
        return undefined
      },
      sentOn: ({ params, reply }) =>
        params.id > 9 ? reply(303, null, { headers: { location: '/items/9' } }) : undefined,
      broken() {
        throw new RangeError('The store is not there')
      },
      wrong: (() => false) as never,
      upload: ({ params, fail }) => (params.id > 9 ? fail(404) : undefined),
      watch({ params, reply, fail }) {
        if (params.id === 8) throw reply(200, [8])
        return params.id > 9 ? fail(404) : params.id === 7 ? reply(200, [7, 8]) : undefined
      },
      undeclared: ({ reply }) => reply(410 as never, null as never),
    },
  },
)

const none = { detail: 'There is no such item' }
const notWhole = {
  type: 'int_parsing',
  loc: ['path', 'id'],
  msg: 'Input should be a valid integer, unable to parse string as an integer',
  input: 'x',
}
const blank = {
  type: 'string_too_short',
  loc: ['body', 'title'],
  msg: 'String should have at least 1 character',
  input: '',
  ctx: { min_length: 1 },
}

// table: a title, the path and the body's title of a request, and its response; '' does not fit.
const asked: readonly (readonly [what: string, path: string, title: string, answer: readonly unknown[]])[] = [
  ['goes on if the guard lets it pass', '/items/1', 'a', [200, 'a']],
  ['is refused for its body after the guard', '/items/1', '', [422, { detail: [blank] }]],
  ['is refused by its guard, whatever its body', '/items/10', '', [404, none]],
  ['is refused by a guard that waits', '/later/10', '', [404, none]],
  ['goes on after a guard that waits', '/later/1', 'a', [200, 'a']],
  ['is refused by a failure that the guard throws', '/thrown/10', '', [404, none]],
  [
    'is refused for its parameters and its body together, without the guard',
    '/items/x',
    '',
    [422, { detail: [notWhole, blank] }],
  ],
  ['may be redirected by its guard', '/sent-on/10', '', [303, null]],
  ['is a 500 if the guard throws an error', '/broken/1', 'a', [500, null]],
  ['is a 500 if the guard returns a value that is not a reply', '/wrong/1', 'a', [500, null]],
  ['without a guard goes on', '/open/10', 'a', [200, 'a']],
]

const { transports } = await openTransports(api)
for (const [transport, ask] of Object.entries(transports)) {
  for (const [what, path, title, answer] of asked) {
    test(`a request ${what}, ${transport}`, async () => {
      handled.length = 0
      const response = await ask(path, {
        method: 'PUT',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', authorization: 'Bearer ann' },
        body: JSON.stringify({ title }),
      })
      const text = await response.text()
      const [status] = answer
      const body = status === 500 || status === 303 ? null : JSON.parse(text)
      assert.deepEqual([response.status, body], answer)
      assert.deepEqual(handled, status === 200 ? [title] : [])
    })
  }

  test(`a guard receives the user, ${transport}`, async () => {
    handled.length = 0
    const init = { method: 'PUT', headers: { authorization: 'Bearer bob' }, body: '{' }
    const response = await ask('/items/1', init)
    assert.deepEqual([response.status, await response.json()], [403, { detail: 'Not yours' }])
  })

  test(`a file is not read if the guard refuses it, ${transport}`, async () => {
    handled.length = 0
    const body = new FormData()
    body.set('paper', new File([new Uint8Array(2 ** 22)], 'paper.bin'))
    const refused = await ask('/uploads/10', { method: 'POST', body })
    assert.deepEqual([refused.status, await refused.json(), handled], [404, none, []])
    const taken = await ask('/uploads/1', { method: 'POST', body })
    assert.deepEqual([taken.status, await taken.json()], [200, 'paper.bin'])
    assert.notEqual(handled.length, 0)
  })

  test(`a stream is not begun if the guard refuses it, ${transport}`, async () => {
    const refused = await ask('/watch/10')
    assert.deepEqual([refused.status, await refused.json()], [404, none])
    assert.equal(await (await ask('/watch/9')).text(), '9\n')
  })

  test(`a guard may return a stream in place of the handler, ${transport}`, async () => {
    assert.equal(await (await ask('/watch/7')).text(), '7\n8\n')
    assert.equal(await (await ask('/watch/8')).text(), '8\n')
  })
}

test('the reason why a guard fails goes to onError and not to the client', async () => {
  reported.length = 0
  for (const path of ['/broken/1', '/wrong/1', '/undeclared/1']) {
    const answer = await api.fetch(new Request(`http://x${path}`, { method: 'PUT', body: '{}' }))
    assert.equal(await answer.text(), 'Internal Server Error')
  }
  assert.deepEqual(reported, [
    'RangeError: The store is not there',
    'TypeError: The guard returned something other than a reply; return fail(…) to refuse a request, and nothing to let it pass',
    "TypeError: A reply has 410, which is not declared; add errors: { 410: '…' }",
  ])
})

class Inherited {
  open() {
    return undefined
  }
}

const PASSED_OVER = 'guards has no functions of its own; write an object of functions: { list: (input) => … }'

// table: guards that code without types may give, and the mistakes.
const mistaken: readonly (readonly [given: unknown, mistakes: readonly string[]])[] = [
  [{ open: 'no' }, ['open (PUT /open/{id}): its guard is "no"; write a function: open: (input) => …']],
  [{ opened: () => null }, ['opened: a guard without an operation; declare it or remove it']],
  [
    new Inherited(),
    [
      'open (PUT /open/{id}): its guard is inherited, as a method of a class is; add open: (input) => guards.open(input)',
    ],
  ],
  [null, ['guards is null; write an object']],
  [new Map([['open', () => null]]), [PASSED_OVER]],
  [Promise.resolve({ open: () => null }), [PASSED_OVER]],
]
for (const [guards, mistakes] of mistaken) {
  test(`a wrong guard is reported at start: ${mistakes}`, () => {
    const { open } = declared.routes
    const start = () =>
      implement(
        contract({ title: 'Guards', version: '1', routes: { open } }),
        { open: change },
        { guards: guards as never },
      )
    assert.throws(start, { mistakes })
  })
}

test('a Map of guards is refused if an operation has the name of an inherited member', () => {
  const { open } = declared.routes
  const start = () =>
    implement(
      contract({ title: 'Guards', version: '1', routes: { toString: open } }),
      { toString: change },
      { guards: new Map() as never },
    )
  assert.throws(start, { mistakes: [PASSED_OVER] })
})

test('an operation may have the name of an inherited member, without a guard', async () => {
  const { open } = declared.routes
  const named = implement(
    contract({ title: 'Guards', version: '1', routes: { constructor: open } }),
    { constructor: change },
    { guards: {} },
  )
  const request = new Request('http://x/open/1', { method: 'PUT', body: '{"title":"a"}' })
  assert.equal((await named.fetch(request)).status, 422)
})
