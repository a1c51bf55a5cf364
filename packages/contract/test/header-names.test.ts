import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, list, Model, string } from '@postern/model'
import { contract, implement, routes } from '../src/index.ts'
import { converse } from './socket.ts'
import { openTransports } from './transports.ts'

class Tagged extends Model({ 'X-Tag': list(string()), accept: string() }) {}

const { get } = routes()
const seen = list(string())
const api = implement(
  contract({
    title: 'Names',
    version: '1',
    routes: {
      asked: get('/asked', { response: seen }),
      lines: get('/lines', { response: seen }),
      inherited: get('/inherited', { response: any() }),
      names: get('/names', { response: seen }),
      host: get('/host', { response: seen }),
      declared: get('/declared', { headers: { 'X-Tag': string(), x_Other: string() }, response: seen }),
      model: get('/model', { headers: Tagged, response: seen }),
    },
  }),
  {
    asked: ({ request }) => ['x-tag', 'X-Tag', 'X-OTHER'].map((name) => String(request.header(name))),
    lines: ({ request }) =>
      ['x-tag', 'X-Tag', 'X-OTHER', 'x-absent'].flatMap((name) => request.headerLines(name)),
    inherited({ request }) {
      const names = ['constructor', 'toString', '__proto__']
      const found = names.map((name) => [request.header(name), ...request.headerLines(name)])
      const isNamed = (name: string) => /^(?:constructor|tostring|__proto__)$/.test(name)
      return [
        found.filter(([value]) => value !== undefined),
        [...request.headerNames()].filter(isNamed).toSorted(),
      ]
    },
    names: ({ request }) => [...request.headerNames()],
    // For a request that was created in this process, it is the host of the URL.
    host: ({ request }) => [String(request.header('Host')), ...request.headerLines('HOST')],
    declared: ({ headers }) => [headers['X-Tag'], headers.x_Other],
    model: ({ headers }) => [...headers['X-Tag'], headers.accept],
  },
)
const { transports, server } = await openTransports(api)
const ask = { headers: { 'X-tag': 'a', ACCEPT: 'text/x', 'x-OTHER': 'b' } }

const answers: readonly [title: string, target: string, expected: RegExp][] = [
  ['read one by one', '/asked', /^\["a","a","b"\]$/],
  ['read by lines', '/lines', /^\["a","a","b"\]$/],
  ['the host', '/host', /^\["([\w.:]+)","\1"\]$/],
  ['declared', '/declared', /^\["a","b"\]$/],
  ['declared as a model', '/model', /^\["a","text\/x"\]$/],
]
for (const [transport, send] of Object.entries(transports)) {
  for (const [title, target, expected] of answers) {
    test(`a header is found by its name in any case, ${title} ${transport}`, async () => {
      assert.match(await (await send(target, ask)).text(), expected)
    })
  }

  test(`members that every object inherits are not headers, ${transport}`, async () => {
    assert.deepEqual(await (await send('/inherited')).json(), [[], []])
  })
}

test('each name of a header is given once, and no host that the request does not name', async () => {
  const answer = await converse(server, 'GET /names HTTP/1.0\r\nX-Tag: a\r\nX-TAG: b\r\nAccept: c\r\n\r\n')
  assert.match(answer, /\r\n\r\n\["x-tag","accept"\]$/)
})

test('headers may have the names of inherited members', async () => {
  const names = ['constructor', 'toString', '__proto__']
  const expected = [names.map((name) => [name, name]), names.map((name) => name.toLowerCase()).toSorted()]
  const lines = names.map((name) => `${name}: ${name}\r\n`).join('')
  const head = `GET /inherited HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`
  assert.ok((await converse(server, head)).endsWith(JSON.stringify(expected)))
  const headers = names.map((name): [string, string] => [name, name])
  const answer = await api.fetch(new Request('http://x/inherited', { headers }))
  assert.deepEqual(await answer.json(), expected)
})
