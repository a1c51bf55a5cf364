import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collect } from '../../test/collect.ts'
import { inPieces } from '../../test/in-pieces.ts'
import { readEvents } from './stream-events.ts'

const first = { data: 1, event: 'message', id: '', retry: undefined }

// table: a title, a text, and its events by the rules of HTML §9.2.6; a pattern if reading them throws.
const texts: readonly (readonly [string, string, unknown])[] = [
  ['a name', 'event: post\ndata: 1\n\n', [{ ...first, event: 'post' }]],
  ['a name applies to one event', 'event: a\ndata: 1\n\ndata: 1\n\n', [{ ...first, event: 'a' }, first]],
  ['the last name of several', 'event: a\nevent: b\ndata: 1\n\n', [{ ...first, event: 'b' }]],
  ['an empty name counts as no name', 'event: a\nevent\ndata: 1\n\n', [first]],
  ['a name without data is lost', 'event: a\n\ndata: 1\n\n', [first]],
  [
    'an id stays for later events',
    'id: 7\ndata: 1\n\ndata: 1\n\n',
    [
      { ...first, id: '7' },
      { ...first, id: '7' },
    ],
  ],
  ['an id without data stays for later events', 'id: 7\n\ndata: 1\n\n', [{ ...first, id: '7' }]],
  ['an empty id removes the last one', 'id: 7\n\nid\ndata: 1\n\n', [first]],
  ['an id with NUL is ignored', 'id: 7\n\nid: 8\0\ndata: 1\n\n', [{ ...first, id: '7' }]],
  ['one space before a value', 'id:  7 \ndata:1\n\n', [{ ...first, id: ' 7 ' }]],
  ['a colon in a value', 'id: a:b\ndata: 1\n\n', [{ ...first, id: 'a:b' }]],
  ['a retry time stays for later events', 'retry: 0050\n\ndata: 1\n\n', [{ ...first, retry: 50 }]],
  [
    'retry values that are not times are ignored',
    'retry: 5\nretry: -1\nretry: 1.5\nretry\nretry: ٣\ndata: 1\n\n',
    [{ ...first, retry: 5 }],
  ],
  ['names of fields are case-sensitive', 'ID: 7\nEvent: a\nDATA: 2\ndata: 1\n\n', [first]],
  ['a byte order mark', '\ufeffdata: 1\n\n', [first]],
  ['a comment that looks like a field', ':id: 7\ndata: 1\n\n', [first]],
  ['an event that is cut off is lost', 'data: 1\n\nid: 8\nevent: a\ndata: 2\n', [first]],
  ['an event named error at the end', 'data: 1\n\nevent: error\ndata: {}\n\n', /broke off: \{\}/],
]

for (const [title, text, expected] of texts) {
  for (const size of [1, 1000]) {
    test(`in pieces of ${size}: ${title}`, async () => {
      const reading = collect(readEvents(inPieces(text, size)))
      if (expected instanceof RegExp) await assert.rejects(reading, expected)
      else assert.deepEqual(await reading, expected)
    })
  }
}

test('leaving the iteration cancels the body', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const { data } of readEvents(body)) {
    assert.equal(data, 1)
    break
  }
  assert.ok(isCancelled)
})
