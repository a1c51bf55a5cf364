import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { integer, list, Model, string } from '@postern/model'
import {
  contract,
  file,
  form,
  implement,
  json,
  multipart,
  raw,
  rawReply,
  routes,
  stream,
} from '../src/index.ts'
import { end, formInit, issue, part, text } from './form.ts'
import { openTransports } from './transports.ts'

class Note extends Model({ text: string({ minLength: 1 }) }) {}

const { get, post } = routes()
const api = implement(
  contract({
    title: 'Notes',
    version: '1',
    routes: {
      create: post('/notes', { body: json(Note), response: Note, status: 201 }),
      echo: post('/form', { body: form({ text: string() }), response: string() }),
      joined: post('/texts', { body: multipart({ text: list(string()) }), response: string() }),
      upload: post('/files', {
        body: multipart({ text: string(), data: file() }),
        response: list(integer()),
      }),
      late: post('/late', { body: multipart({ text: string(), data: file() }), response: list(integer()) }),
      measure: post('/raw', { body: raw(), response: integer() }),
      count: post('/stream', { body: stream(), response: integer() }),
      transferred: get('/transferred', {}),
      bytes: get('/bytes', { mediaType: 'application/octet-stream' }),
    },
  }),
  {
    create: ({ body }) => body,
    echo: ({ body }) => body.text,
    joined: ({ body }) => body.text.join(),
    upload: async ({ body }) => [body.text.length, await sizeOf(body.data.stream)],
    late: async ({ body }) => [body.text.length, await sizeOf(body.data.stream)],
    measure: ({ body }) => body.length,
    count: ({ body }) => sizeOf(body),
    transferred() {
      const bytes = new own.Uint8Array(5)
      structuredClone(bytes, { transfer: [bytes.buffer] })
      return rawReply(bytes)
    },
    bytes: () => rawReply(Buffer.from('bytes')),
  },
  { onAnswer: ({ bytes }) => void sent.push(bytes) },
)
const sent: number[] = []

async function sizeOf(body: ReadableStream<Uint8Array>): Promise<number> {
  let size = 0
  for await (const piece of body) size += piece.length
  return size
}

const own = { Uint8Array: globalThis.Uint8Array, Blob: globalThis.Blob }
const { transports } = await openTransports(api)
// As jsdom under Vitest and Jest: what the runtime gives is of its own realm, and the global classes are of another.
before(() => {
  const Blob = class {}
  Object.assign(globalThis, { Uint8Array: runInNewContext('Uint8Array'), Blob })
})
after(() => Object.assign(globalThis, own))

const asJson = { 'content-type': 'application/json' }
const inChunks = (body: string) =>
  formInit(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new own.Uint8Array(Buffer.from(body)))
        controller.close()
      },
    }),
  )

const cases: readonly (readonly [target: string, init: () => RequestInit, status: number, body: unknown])[] =
  [
    ['/notes', () => ({ method: 'POST', headers: asJson, body: '{"text":"a"}' }), 201, { text: 'a' }],
    [
      '/notes',
      () => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'bytes' }),
      422,
      issue('model_attributes_type', [], {
        msg: 'Input should be a valid dictionary or object to extract fields from',
        input: 'bytes',
      }),
    ],
    ['/form', () => ({ method: 'POST', body: new URLSearchParams({ text: 'a b' }) }), 200, 'a b'],
    ['/texts', () => formInit(text('text', 'a') + text('text', 'b') + end), 200, 'a,b'],
    ['/files', () => inChunks(text('text', 'ann') + part('data', 'bytes') + end), 200, [3, 5]],
    ['/late', () => inChunks(part('data', 'bytes') + text('text', 'ann') + end), 200, [3, 5]],
    ['/raw', () => ({ method: 'POST', body: 'bytes' }), 200, 5],
    ['/stream', () => ({ method: 'POST', body: 'bytes' }), 200, 5],
    ['/stream', () => ({ method: 'POST' }), 200, 0],
  ]

for (const [way, send] of Object.entries(transports)) {
  for (const [target, init, status, body] of cases) {
    test(`${target} ${way} reads a body whose bytes are of another realm`, async () => {
      const answer = await send(target, init())
      assert.deepEqual([answer.status, await answer.json()], [status, body])
    })
  }

  test(`bytes that are transferred are refused ${way}`, async () => {
    const answer = await send('/transferred')
    assert.deepEqual([answer.status, await answer.text()], [500, 'Internal Server Error'])
  })

  test(`a file of the documentation is sent uncompressed ${way}`, async () => {
    const page = await (await send('/docs')).text()
    const [, script = ''] = /src="([^"]+)"/.exec(page) ?? []
    const answer = await send(script, { headers: { 'accept-encoding': 'identity' } })
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /^\S/)
  })

  test(`bytes of another realm are sent and counted ${way}`, async () => {
    const answer = await send('/bytes')
    assert.equal(await answer.text(), 'bytes')
    assert.equal(sent.at(-1), 5)
  })
}
