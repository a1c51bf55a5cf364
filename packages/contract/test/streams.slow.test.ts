import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { integer, Model, string } from '@postern/model'
import { openChromium } from '../../../scripts/chromium.ts'
import { serve } from '../src/adapters/node.ts'
import { contract, event, implement, routes, serverSentEvents } from '../src/index.ts'

class Post extends Model({ id: integer() }) {}

const headers = { 'last-event-id': string({ default: '' }) }
const watch = routes().get('/watch', { headers, response: serverSentEvents(Post) })
const asked: string[] = []
const api = implement(contract({ title: 'Posts', version: '1', routes: { watch } }), {
  *watch({ headers }) {
    const since = headers['last-event-id']
    asked.push(since)
    const id = Number(since) + 1
    yield event({ data: { id }, event: 'post', id: String(id), retry: 10, comment: 'data: {"id":9}' })
    yield { id: id + 100 }
  },
})

const server = await serve(api, { port: 0 })
const browser = await openChromium()
after(async () => {
  await browser.close()
  await server.close(0)
})

/** An event that an EventSource received. */
interface Seen {
  readonly type: string
  readonly data: string
  readonly id: string
}

test('§4.3.1 a browser receives names and ids, and continues after the last id when it reconnects', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.url}/openapi.json`)
  const seen = await page.evaluate(
    () =>
      new Promise<Seen[]>((resolve) => {
        const events: Seen[] = []
        const source = new EventSource('/watch')
        const listen = ({ type, data, lastEventId }: MessageEvent<string>) => {
          events.push({ type, data, id: lastEventId })
          if (events.length < 4) return
          source.close()
          resolve(events)
        }
        source.addEventListener('post', listen)
        source.addEventListener('message', listen)
      }),
  )
  assert.deepEqual(seen, [
    { type: 'post', data: '{"id":1}', id: '1' },
    { type: 'message', data: '{"id":101}', id: '1' },
    { type: 'post', data: '{"id":2}', id: '2' },
    { type: 'message', data: '{"id":102}', id: '2' },
  ])
  assert.deepEqual(asked, ['', '1'])
  await page.close()
})
