import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { list, string } from '@postern/model'
import { type RunningServer, serve } from './adapters/node.ts'
import { contract, file, implement, multipart, routes, type UploadedFile } from './index.ts'
import { doorsTo, end, formRequest, missing, part, text } from './test-form.ts'

const { post } = routes()
const declared = contract({
  title: 'Held',
  version: '1',
  routes: {
    hold: post('/hold', { body: multipart({ cover: file(), title: string() }), response: list(string()) }),
  },
})

/** How many bytes each piece of a file keeps in memory beyond its own. */
async function waste({ stream }: UploadedFile): Promise<string[]> {
  const wasted: string[] = []
  for await (const piece of stream) wasted.push(String(piece.buffer.byteLength - piece.byteLength))
  return wasted
}

const api = implement(declared, { hold: ({ body }) => waste(body.cover) })

let server: RunningServer
before(async () => {
  server = await serve(api, { port: 0 })
})
after(() => server.close(0))

for (const [door, answerOf] of doorsTo(api)) {
  const ask = async (body: string) => {
    const answer = await answerOf(formRequest(`${server.url}/hold`, body))
    return [answer.status, await answer.json()]
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
