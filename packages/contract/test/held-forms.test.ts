import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { list, string } from '@postern/model'
import { type RunningServer, serve } from '../src/adapters/node.ts'
import { contract, file, files, implement, multipart, routes, type UploadedFile } from '../src/index.ts'
import { doorsTo, end, type FormScenario, formRequest, late, missing, part, text } from './form.ts'

const { post } = routes()
const declared = contract({
  title: 'Held',
  version: '1',
  routes: {
    list: post('/list', {
      body: multipart({ tags: list(string()), title: string({ default: '' }), photos: files() }),
      response: list(string()),
    }),
    hold: post('/hold', { body: multipart({ cover: file(), title: string() }), response: list(string()) }),
  },
})

/** How many bytes each piece of a file keeps in memory beyond its own. */
async function waste({ stream }: UploadedFile): Promise<string[]> {
  const wasted: string[] = []
  for await (const piece of stream) wasted.push(String(piece.buffer.byteLength - piece.byteLength))
  return wasted
}

const api = implement(declared, {
  async list({ body: { tags, title, photos } }) {
    const found = [...tags, title]
    for await (const photo of photos) found.push(await new Response(photo.stream).text())
    return found
  },
  hold: ({ body }) => waste(body.cover),
})

let server: RunningServer
before(async () => {
  server = await serve(api, { port: 0 })
})
after(() => server.close(0))

const title = text('title', 'x')
const tags = text('tags', '1') + text('tags', '2')
const photos = part('photos', 'a') + part('photos', 'b')
const forms: readonly FormScenario[] = [
  ['every value of a list', '/list', photos + title + tags + end, 200, ['1', '2', 'x', 'a', 'b']],
  [
    'also with other parts between them',
    '/list',
    part('photos', 'a') + text('tags', '1') + part('other') + text('tags', '2') + title + end,
    200,
    ['1', '2', 'x', 'a'],
  ],
  [
    'the last value of two, as a box and what it hides have them',
    '/list',
    photos + tags + text('title', 'y') + title + end,
    200,
    ['1', '2', 'x', 'a', 'b'],
  ],
  [
    'files behind them come as they would have',
    '/list',
    part('photos', 'a') + title + tags + part('photos', 'b') + end,
    200,
    ['1', '2', 'x', 'a', 'b'],
  ],
  [
    'but none behind another file',
    '/list',
    part('photos', 'a') + title + tags + part('photos', 'b') + text('tags', '3') + end,
    422,
    late('tags'),
  ],
]

for (const [door, answerOf] of doorsTo(api)) {
  const askAt = async (target: string, body: string) => {
    const answer = await answerOf(formRequest(server.url + target, body))
    return [answer.status, await answer.json()]
  }
  const ask = (body: string) => askAt('/hold', body)

  for (const [behind, target, body, status, expected] of forms) {
    test(`behind the first file are waited for: ${behind} (${door})`, async () => {
      assert.deepEqual(await askAt(target, body), [status, expected])
    })
  }

  test(`what is held of a form keeps nothing else of what came with it (${door})`, async () => {
    // Past what a socket is read in, for what comes first is copied by the parser already.
    const body = text('other', '.'.repeat(200_000)) + part('cover', 'bytes') + text('title', 'x') + end
    assert.deepEqual(await ask(body), [200, ['0']])
  })

  test(`heads that are held count as long as they are (${door})`, async () => {
    const wide = text(`other"; more="${'.'.repeat(15_000)}`, '').repeat(80)
    const body = part('cover', 'bytes') + wide + text('title', 'x') + end
    assert.deepEqual(await ask(body), [422, missing('title')])
  })
}
