import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { type JsonSchema, Model, string } from '@postern/model'
import { textOn } from '../../test/socket.ts'
import { serve } from '../adapters/node.ts'
import { contract, file, form, implement, json, multipart, raw, routes } from '../index.ts'

class Title extends Model({ title: string() }) {}

const { post } = routes()
const api = implement(
  contract({
    title: 'Broken bodies',
    version: '1',
    routes: {
      json: post('/json', { body: json(Title) }),
      form: post('/form', { body: form(Title) }),
      multipart: post('/multipart', { body: multipart(Title) }),
      upload: post('/upload', { body: multipart({ cover: file() }) }),
      raw: post('/raw', { body: raw() }),
    },
  }),
  {
    json: () => null,
    form: () => null,
    multipart: () => null,
    upload: ({ body }) => new Response(body.cover.stream).bytes().then(() => null),
    raw: () => null,
  },
)

// Long enough for a busy machine to read what was sent: a client that has sent nothing by then gets no response.
const server = await serve(api, { port: 0, requestTimeout: 2000 })
after(() => server.close(0))

const FORM = 'multipart/form-data; boundary=b'
const bodies = [
  ['/json', 'application/json', '{"a"'],
  ['/form', 'application/x-www-form-urlencoded', 'titl'],
  ['/form', FORM, '--b\r\nCont'],
  ['/multipart', FORM, '--b\r\nCont'],
  ['/upload', FORM, '--b\r\nContent-Disposition: form-data; name="cover"; filename="a"\r\n\r\na'],
  ['/raw', 'text/plain', 'abcd'],
] as const

const faults: readonly (readonly [title: string, status: number, framed: (body: string) => string])[] = [
  ['cut short by an invalid chunk', 400, (body) => `${chunked(body)}zz\r\n`],
  ['that stops', 408, (body) => `Content-Length: 900\r\n\r\n${body}`],
  ['with a long chunk extension', 413, (body) => `${chunked(body)}1;${'x'.repeat(20_000)}`],
]

describe('a body that breaks off', { concurrency: true }, () => {
  for (const [path, type, body] of bodies) {
    for (const [title, status, framed] of faults) {
      test(`§7 ${path}, ${type}: a body ${title} gets the documented ${status}`, async () => {
        const socket = connect(server.port, '127.0.0.1')
        const answered = textOn(socket)
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${framed(body)}`)
        const [head = '', sent = ''] = (await answered).split('\r\n\r\n')
        assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
        assert.deepEqual(Object.keys(JSON.parse(sent)), ['detail'])
        assert.deepEqual(contentOf(path, status), {
          'application/json': { schema: { $ref: '#/components/schemas/HTTPError' } },
        })
      })
    }
  }
})

function chunked(body: string): string {
  return `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`
}

function contentOf(path: string, status: number): unknown {
  const names = ['paths', path, 'post', 'responses', String(status), 'content']
  return names.reduce<unknown>((part, name) => (part as JsonSchema | undefined)?.[name], api.document)
}
