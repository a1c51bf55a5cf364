import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, string } from '@postern/model'
import { contract, file, form, implement, json, multipart, routes } from '../src/index.ts'

const { get, post } = routes()
const names = list(string())
const members = Object.fromEntries(['__proto__', 'constructor', 'other'].map((name) => [name, string()]))
const given = '__proto__=1&constructor=2&other=3'

test('parameters and members of forms may have the names of inherited members', async () => {
  const api = implement(
    contract({
      title: 'Names',
      version: '1',
      routes: {
        query: get('/query', { query: members, response: names }),
        form: post('/form', { body: form(members), response: names }),
        upload: post('/upload', { body: multipart({ ...members, upload: file() }), response: names }),
      },
    }),
    {
      query: ({ query }) => Object.keys(query),
      form: ({ body }) => Object.keys(body),
      upload: ({ body }) => Object.keys(body),
    },
  )
  const ask = async (path: string, body?: URLSearchParams | FormData) => {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await api.fetch(new Request(`http://localhost${path}`, { method, body: body ?? null }))
    return [response.status, await response.json()]
  }
  const upload = new FormData()
  for (const [name, value] of new URLSearchParams(given)) upload.append(name, value)
  upload.append('upload', new File(['text'], 'a.txt'))
  assert.deepEqual(await ask(`/query?${given}`), [200, Object.keys(members)])
  assert.deepEqual(await ask('/form', new URLSearchParams(given)), [200, Object.keys(members)])
  assert.deepEqual(await ask('/upload', upload), [200, [...Object.keys(members), 'upload']])
})

test('an inherited member of every object does not count as a handler', () => {
  const declared = contract({
    title: 'Names',
    version: '1',
    routes: { toString: get('/text', { response: string() }) },
  })
  assert.throws(() => implement(declared, {}), /toString.* has no handler/)
})

test('a method of a class is refused as a handler with what to write instead', () => {
  class Handlers {
    read() {
      return 'text'
    }
  }
  const declared = contract({
    title: 'Names',
    version: '1',
    routes: { read: get('/text', { response: string() }) },
  })
  assert.throws(() => implement(declared, new Handlers()), {
    mistakes: [
      'read (GET /text): its handler is inherited, as a method of a class is; add read: (input) => handlers.read(input)',
    ],
  })
})

class Rate extends Model({ per: integer() }) {}

for (const name of ['convert', 'describe', 'options', 'fields', 'name']) {
  test(`a member that is a model may have the name of a kind's property: ${name}`, async () => {
    const exchange = post('/exchange', { body: json({ [name]: Rate, to: string() }), response: integer() })
    const api = implement(contract({ title: 'Names', version: '1', routes: { exchange } }), {
      exchange: ({ body }) => Object(body)[name].per,
    })
    const request = new Request('http://localhost/exchange', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [name]: { per: 2 }, to: 'EUR' }),
    })
    assert.equal(await (await api.fetch(request)).text(), '2')
  })
}
