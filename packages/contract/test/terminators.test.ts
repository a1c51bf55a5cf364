import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, describeContract, implement, routes, serverSentEvents } from '../src/index.ts'
import { collect } from './collect.ts'
import { openTransports } from './transports.ts'

const terminator = '[DONE]'
const query = { last: string() }
const response = serverSentEvents(integer(), { terminator })
const chat = routes().get('/chat', { query, response })
const declared = contract({ title: 'Chat', version: '1', routes: { chat } })
const api = implement(declared, {
  async *chat({ query }) {
    if (query.last !== 'nothing') yield* [1, 2]
    if (query.last === 'error') throw new Error('Broken')
    if (query.last === 'misfit') yield JSON.parse('"three"')
  },
})
const { transports } = await openTransports(api)

const failure = 'event: error\ndata: {"detail":"Internal Server Error"}\n\n'
// table: how the source of a stream with a terminator ends, and what is sent.
const ends: readonly (readonly [last: string, sent: string])[] = [
  ['item', 'data: 1\n\ndata: 2\n\ndata: [DONE]\n\n'],
  ['nothing', 'data: [DONE]\n\n'],
  ['error', `data: 1\n\ndata: 2\n\n${failure}`],
  ['misfit', `data: 1\n\ndata: 2\n\n${failure}`],
]

for (const [transport, ask] of Object.entries(transports)) {
  for (const [last, sent] of ends) {
    test(`a stream has its terminator only if it is complete: its source ends with ${last} (${transport})`, async () => {
      assert.equal(await (await ask(`/chat?last=${last}`)).text(), sent)
    })
  }
}

// table: what arrives, and the items or the error of the typed client.
const reads: readonly (readonly [sent: string, items: unknown[] | RegExp])[] = [
  ['data: 1\n\ndata: [DONE]\n\n', [1]],
  ['data: [DONE]\n\n', []],
  ['data: 1\n\n', /^Error: The stream broke off: it ended without \[DONE\]$/],
  ['', /^Error: The stream broke off: it ended without \[DONE\]$/],
  ['data: 1\n\ndata: [DONE]\n', /^Error: The stream broke off: it ended without \[DONE\]$/],
  [failure, /^Error: The stream broke off: \{"detail"/],
]

for (const [sent, expected] of reads) {
  for (const way of ['items', 'events'] as const) {
    test(`the typed client yields no item for a terminator, and throws if it is missing: ${way} of ${JSON.stringify(sent)}`, async () => {
      const headers = { 'content-type': 'text/event-stream' }
      const fetch = () => Promise.resolve(new Response(sent, { headers }))
      const { body } = await createClient(declared, { baseUrl: 'http://x', fetch }).chat({
        query: { last: 'item' },
      })
      assert.ok('events' in body)
      const reading = way === 'items' ? collect(body) : collect(body.events())
      if (expected instanceof RegExp) return assert.rejects(reading, expected)
      const items = (await reading).map((item) => (way === 'items' ? item : Object(item).data))
      return assert.deepEqual(items, expected)
    })
  }
}

test('a stream is read to its end after its terminator, so that its connection can be used again', async () => {
  const pieces = ['data: [DONE]\n\n', ': bye\n'].map((piece) => new TextEncoder().encode(piece)).values()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => assert.fail('The connection would be closed'),
  })
  const headers = { 'content-type': 'text/event-stream' }
  const client = createClient(declared, {
    baseUrl: 'http://x',
    fetch: async () => new Response(body, { headers }),
  })
  const answer = await client.chat({ query: { last: 'item' } })
  assert.ok('events' in answer.body)
  assert.deepEqual(await collect(answer.body), [])
})

test('the document describes a terminator', () => {
  const { content } = JSON.parse(JSON.stringify(describeContract(declared))).paths['/chat'].get.responses[200]
  assert.match(content['text/event-stream'].schema.description, /; the data \[DONE\] ends a complete one$/)
})

for (const wrong of ['', '1', '"done"', 'null', ' {} ', 'a\nb', 'a\rb', '\ud800', JSON.parse('7')]) {
  test(`a terminator that is JSON or not one line is reported at start: ${JSON.stringify(wrong)}`, () => {
    const chat = routes().get('/chat', { response: serverSentEvents(integer(), { terminator: wrong }) })
    assert.throws(
      () => implement(contract({ title: 'Chat', version: '1', routes: { chat } }), { chat: () => [] }),
      /terminator is .*; write one line that is not JSON, such as '\[DONE\]'/,
    )
  })
}
