import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, integer, Model } from '@postern/model'
import { openTransports } from '../../test/transports.ts'
import { createClient } from '../client.ts'
import {
  contract,
  type ErrorNotice,
  event,
  implement,
  jsonLines,
  routes,
  serverSentEvents,
} from '../index.ts'

class Post extends Model({ id: integer() }) {}

type Given = Parameters<typeof event>[0]

// table: a title, the fields of an event, and its text.
const texts: readonly (readonly [string, Given, string])[] = [
  ['an item only', { data: { id: 1 } }, 'data: {"id":1}\n\n'],
  [
    'every field, in one order',
    { retry: 0, id: '7', event: 'post', comment: 'hello', data: { id: 1 } },
    ': hello\nevent: post\ndata: {"id":1}\nid: 7\nretry: 0\n\n',
  ],
  [
    'spaces and colons',
    { data: { id: 1 }, event: ' a: b', id: ' ' },
    'event:  a: b\ndata: {"id":1}\nid:  \n\n',
  ],
  ['an empty id', { data: { id: 1 }, id: '' }, 'data: {"id":1}\nid: \n\n'],
  [
    'a comment of several lines',
    { data: { id: 1 }, comment: 'a\rdata: 2\r\n\nb' },
    ': a\n: data: 2\n: \n: b\ndata: {"id":1}\n\n',
  ],
  [
    'characters of any script',
    { data: { id: 1 }, event: 'é😀', id: '\u2028' },
    'event: é😀\ndata: {"id":1}\nid: \u2028\n\n',
  ],
  ['data that is filtered', { data: { id: 1, password: 'hunter2' } }, 'data: {"id":1}\n\n'],
]

// table: invalid fields of an event, and what is logged.
const mistakes: readonly (readonly [object, string])[] = [
  [{ event: 'a\ndata: 2' }, 'event is "a\\ndata: 2" with a line end; write one line'],
  [{ event: 'a\r' }, 'event is "a\\r" with a line end; write one line'],
  [{ event: 'error' }, 'event is "error", which marks a stream that broke off; use another name'],
  [{ event: 7 }, 'event is number; write a string'],
  [{ id: '1\n\ndata: 2' }, 'id is "1\\n\\ndata: 2" with a line end or NUL; write one line without'],
  [{ id: '1\r' }, 'id is "1\\r" with a line end or NUL; write one line without'],
  [{ id: '\0' }, 'id is "\\u0000" with a line end or NUL; write one line without'],
  [{ id: '\ud800' }, 'id is "\\ud800" with half of a surrogate pair; write well-formed text'],
  [{ retry: -1 }, 'retry is -1; write whole milliseconds of at least 0'],
  [{ retry: 1.5 }, 'retry is 1.5; write whole milliseconds of at least 0'],
  [{ retry: Number.NaN }, 'retry is NaN; write whole milliseconds of at least 0'],
  [{ retry: '1\ndata: 2' }, 'retry is "1\\ndata: 2"; write whole milliseconds of at least 0'],
  [{ comment: null }, 'comment is object; write a string'],
  [
    { event: '\n', retry: -1 },
    'event is "\\n" with a line end; write one line; retry is -1; write whole milliseconds of at least 0',
  ],
]

const { get } = routes()
const query = { index: integer({ default: 0 }) }
const declared = contract({
  title: 'Posts',
  version: '1',
  routes: {
    good: get('/good', { query, response: serverSentEvents(Post) }),
    wrong: get('/wrong', { query, response: serverSentEvents(Post) }),
    misfit: get('/misfit', { response: serverSentEvents(Post) }),
    lines: get('/lines', { response: jsonLines(any()) }),
    anything: get('/anything', { response: serverSentEvents(any()) }),
  },
})
const notices: ErrorNotice[] = []
let stopped = false
const api = implement(
  declared,
  {
    good: ({ query }) => [event(JSON.parse(JSON.stringify(texts[query.index]?.[1])))],
    *wrong({ query }) {
      try {
        yield { id: 1 }
        yield event(Object.assign({ data: { id: 2 } }, mistakes[query.index]?.[0]))
      } finally {
        stopped = true
      }
    },
    misfit: () => [event(JSON.parse('{"data":{"id":"one"},"id":"1"}'))],
    lines: () => [{ id: 1 }],
    *anything() {
      yield event({ data: 1, retry: 20 })
      yield event({ data: null, event: 'nothing', id: '7' })
      yield 'a\nb'
    },
  },
  { onError: (notice) => notices.push(notice) },
)

const { transports, server } = await openTransports(api)

for (const [transport, ask] of Object.entries(transports)) {
  for (const [index, [title, , text]] of texts.entries()) {
    test(`§4.3.1 an event is written with ${title}, ${transport}`, async () => {
      const response = await ask(`/good?index=${index}`)
      assert.equal(response.status, 200)
      assert.equal(await response.text(), text)
    })
  }

  for (const [index, [fields, message]] of mistakes.entries()) {
    test(`§4.3.3 an event with ${JSON.stringify(fields)} is refused, ${transport}`, async () => {
      notices.length = 0
      stopped = false
      const response = await ask(`/wrong?index=${index}`)
      const lastWords = 'event: error\ndata: {"detail":"Internal Server Error"}\n\n'
      assert.equal(await response.text(), `data: {"id":1}\n\n${lastWords}`)
      assert.deepEqual(notices.map(messageOf), [`event(): ${message}`])
      assert.ok(stopped)
    })
  }

  test(`§4.3.3 an event whose data does not fit is a 500, and is reported without the value, ${transport}`, async () => {
    notices.length = 0
    assert.equal((await ask('/misfit')).status, 500)
    assert.deepEqual(notices.map(messageOf), ['response.0.id'])
  })
}

test('a client receives events with their names and ids', async () => {
  const client = createClient(declared, { baseUrl: server.url })
  const answer = await client.anything()
  assert.ok(answer.status === 200)
  const seen: unknown[] = []
  for await (const received of answer.body.events()) seen.push(received)
  assert.deepEqual(seen, [
    { data: 1, event: 'message', id: '', retry: 20 },
    { data: null, event: 'nothing', id: '7', retry: 20 },
    { data: 'a\nb', event: 'message', id: '7', retry: 20 },
  ])
})

test('a client that reads items receives the data of events', async () => {
  const answer = await createClient(declared, { baseUrl: server.url }).anything()
  assert.ok(answer.status === 200)
  const seen: unknown[] = []
  for await (const item of answer.body) seen.push(item)
  assert.deepEqual(seen, [1, null, 'a\nb'])
})

test('with validate, the data of events is converted through the model', async () => {
  const client = createClient(declared, { baseUrl: server.url, validate: true })
  const answer = await client.good({ query: { index: 1 } })
  assert.ok(answer.status === 200)
  for await (const received of answer.body.events()) {
    assert.ok(received.data instanceof Post)
    assert.equal(received.event, 'post')
  }
})

test('the response of JSON lines has no events', async () => {
  const answer = await createClient(declared, { baseUrl: server.url }).lines()
  assert.ok(answer.status === 200 && !('events' in answer.body))
})

function messageOf(notice: ErrorNotice): string | undefined {
  if ('issues' in notice) return notice.issues[0]?.loc.join('.')
  return notice.error instanceof Error ? notice.error.message : String(notice.error)
}
