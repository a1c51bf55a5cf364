import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, string } from '@postern/model'
import { contract, file, files, implement, multipart, routes, type UploadedFile } from '../src/index.ts'
import { end, type FormScenario, formInit, late, missing, part, text } from './form.ts'
import { openTransports } from './transports.ts'

const { post } = routes()
const declared = contract({
  title: 'Held',
  version: '1',
  routes: {
    list: post('/list', {
      body: multipart({ tags: list(string()), title: string({ default: '' }), photos: files() }),
      response: list(string()),
    }),
    little: post('/little', {
      body: multipart({ cover: file(), title: string() }, { limit: 5000 }),
      response: string(),
    }),
    begun: post('/begun', { body: multipart({ cover: file(), title: string() }), response: string() }),
    dropped: post('/dropped', { body: multipart({ cover: file() }), response: string() }),
    hanging: post('/hanging', {
      body: multipart({ cover: file({ maxSize: 100 }), size: integer({ default: 1 }) }),
      response: string(),
    }),
    left: post('/left', { body: multipart({ photos: files() }), response: string() }),
    hold: post('/hold', { body: multipart({ cover: file(), title: string() }), response: list(string()) }),
  },
})

/** How many bytes each piece of a file keeps in memory beyond its own length. */
async function waste({ stream }: UploadedFile): Promise<string[]> {
  const wasted: string[] = []
  for await (const piece of stream) wasted.push(String(piece.buffer.byteLength - piece.byteLength))
  return wasted
}

const waiting = Promise.withResolvers<string>()
const left = Promise.withResolvers<void>()
const begun = Promise.withResolvers<void>()
const rest = Promise.withResolvers<string>()
const api = implement(declared, {
  async list({ body: { tags, title, photos } }) {
    const found = [...tags, title]
    for await (const photo of photos) found.push(await new Response(photo.stream).text())
    return found
  },
  little: ({ body: { title, cover } }) => new Response(cover.stream).text().then((all) => title + all),
  async begun({ body: { title, cover } }) {
    begun.resolve()
    return title + (await new Response(cover.stream).text())
  },
  async dropped({ body }) {
    await body.cover.stream.cancel()
    return await rest.promise
  },
  async hanging({ body }) {
    await new Response(body.cover.stream).text().catch(() => new Promise(() => undefined))
    return ''
  },
  async left({ body }) {
    let isFirst = true
    for await (const { stream } of body.photos) {
      if (!isFirst) return new Response(stream).text()
      isFirst = false
      const reader = stream.getReader()
      await reader.read()
      void reader.read()
      await waiting.promise
      await reader.cancel()
      left.resolve()
    }
    return 'none'
  },
  hold: ({ body }) => waste(body.cover),
})

const { transports } = await openTransports(api)

const title = text('title', 'x')
const tags = text('tags', '1') + text('tags', '2')
const photos = part('photos', 'a') + part('photos', 'b')
const forms: readonly FormScenario[] = [
  ['every value of a list', '/list', photos + title + tags + end, 200, ['1', '2', 'x', 'a', 'b']],
  [
    'every value of a list with other parts between them',
    '/list',
    part('photos', 'a') + text('tags', '1') + part('other') + text('tags', '2') + title + end,
    200,
    ['1', '2', 'x', 'a'],
  ],
  [
    'every value of a list, the last one after an undeclared part',
    '/list',
    part('photos', 'a') + title + text('tags', '1') + part('other') + text('tags', '2') + end,
    200,
    ['1', '2', 'x', 'a'],
  ],
  [
    'the last of two values, as from a checkbox and its hidden input',
    '/list',
    photos + tags + text('title', 'y') + title + end,
    200,
    ['1', '2', 'x', 'a', 'b'],
  ],
  [
    'fields between files',
    '/list',
    part('photos', 'a') + title + tags + part('photos', 'b') + end,
    200,
    ['1', '2', 'x', 'a', 'b'],
  ],
  [
    'no field after another file',
    '/list',
    part('photos', 'a') + title + tags + part('photos', 'b') + text('tags', '3') + end,
    422,
    late('tags'),
  ],
]

for (const [transport, send] of Object.entries(transports)) {
  const askAt = async (target: string, body: string) => {
    const answer = await send(target, formInit(body))
    return [answer.status, await answer.json()]
  }
  const ask = (body: string) => askAt('/hold', body)

  for (const [behind, target, body, status, expected] of forms) {
    test(`fields after the first file are waited for: ${behind} (${transport})`, async () => {
      assert.deepEqual(await askAt(target, body), [status, expected])
    })
  }

  test(`the held part of a form keeps no other bytes in memory (${transport})`, async () => {
    // Beyond the first read of a socket, because the parser copies what comes first anyway.
    const body = text('other', '.'.repeat(200_000)) + part('cover', 'bytes') + text('title', 'x') + end
    assert.deepEqual(await ask(body), [200, ['0']])
  })

  test(`held heads count with their length (${transport})`, async () => {
    const wide = text(`other"; more="${'.'.repeat(15_000)}`, '').repeat(80)
    const body = part('cover', 'bytes') + wide + text('title', 'x') + end
    assert.deepEqual(await ask(body), [422, missing('title')])
  })
}

/** Sends a form whose rest comes bit by bit after `until`; `asked` settles when the rest is requested. */
function sendHalf([first, rest]: readonly [string, string], target: string, until: Promise<unknown>) {
  const asked = Promise.withResolvers<string>()
  let at = 0
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start: (controller) => controller.enqueue(new Uint8Array(Buffer.from(first))),
    async pull(controller) {
      asked.resolve('asked')
      await until
      const piece = Buffer.from(rest.slice(at, at + 150))
      at += piece.length
      if (piece.length > 0) controller.enqueue(new Uint8Array(piece))
      else controller.close()
    },
  }
  const body = new ReadableStream(source, { highWaterMark: 0 })
  return { answer: api.fetch(new Request(`http://x${target}`, formInit(body))), asked: asked.promise }
}

test('a handler runs as soon as its file begins if its strings are there', async () => {
  const form = text('title', 'x') + part('cover', 'abc')
  const { answer } = sendHalf([form.slice(0, -4), form.slice(-4) + end], '/begun', begun.promise)
  assert.deepEqual(await (await answer).json(), 'xabc')
})

test('the rest of a form is discarded as soon as its handler cancels its only file', async () => {
  const form = part('cover', '.'.repeat(100)) + end
  const { answer, asked } = sendHalf([form.slice(0, -12), form.slice(-12)], '/dropped', Promise.resolve())
  rest.resolve(asked)
  assert.deepEqual(await (await answer).json(), 'asked')
})

for (const [why, first, status] of [
  ['late, while its handler runs', text('size', '1') + part('cover', '.'.repeat(200)), 413],
  ['before its handler runs', text('size', 'x') + part('cover', '.'.repeat(50)), 422],
  ['because it is invalid', 'no form at all'.repeat(10), 400],
] as const) {
  test(`the rest of a refused form is discarded: ${why}`, async () => {
    const form = first + end
    const { answer, asked } = sendHalf([form.slice(0, -12), form.slice(-12)], '/hanging', Promise.resolve())
    assert.equal((await answer).status, status)
    assert.equal(await asked, 'asked')
  })
}

test('a file can be left for the next one while its next piece is awaited', async () => {
  const second = 'abc'.repeat(100)
  const form = part('photos', '.'.repeat(100)) + part('photos', second) + end
  const { answer, asked } = sendHalf([form.slice(0, 150), form.slice(150)], '/left', left.promise)
  waiting.resolve(asked)
  assert.deepEqual(await (await answer).json(), second)
})

test('a body that breaks off while its handler runs is refused like any other', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(Buffer.from(part('cover', '.'.repeat(50))))),
    pull: (controller) => controller.error(new Error('reset')),
  })
  const answer = await api.fetch(new Request('http://x/hanging', formInit(body)))
  assert.deepEqual(
    [answer.status, await answer.json()],
    [400, { detail: 'There was an error parsing the body' }],
  )
})

test('the limit of the held part of a form does not depend on its pieces', async () => {
  const title = 'a title that is longer than what stands between parts'
  const bytes = Buffer.from(part('cover', '.'.repeat(2000)) + text('title', title) + end)
  let at = 0
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      if (at === bytes.length) controller.close()
      else controller.enqueue(new Uint8Array(bytes.subarray(at, ++at)))
    },
  }
  const answer = await api.fetch(new Request('http://x/little', formInit(new ReadableStream(source))))
  assert.deepEqual([answer.status, await answer.json()], [200, `${title}${'.'.repeat(2000)}`])
})
