import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { openTransports } from '../../test/transports.ts'
import { contract, type ErrorNotice, implement, rawReply, routes } from '../index.ts'

const declared = routes().get('/{source}', { params: { source: string() } })
const notices: ErrorNotice[] = []
let stopped = Promise.withResolvers<void>()
let begun = Promise.withResolvers<void>()

/** Endless pieces; fails after the third if it `breaks`. */
function pieces({ breaks }: { readonly breaks: boolean }): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      await new Promise(setImmediate)
      if (breaks && sent++ === 3) controller.error(new Error('the disk is on fire'))
      else controller.enqueue(new TextEncoder().encode('piece '))
    },
    cancel: () => stopped.resolve(),
  })
}

/** A stream that breaks when the signal is aborted, like the body of a `fetch`. */
function until(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
  })
}

const api = implement(
  contract({ title: 'Downloads', version: '1', routes: { download: declared } }),
  {
    async download({ params: { source }, request }) {
      if (source === 'late') {
        begun.resolve()
        await new Promise<void>((resolve) => request.whenGone(resolve))
      }
      if (source === 'whole') return rawReply(new Blob(['whole']).stream())
      if (source === 'sized') return rawReply(new ReadableStream(), { headers: { 'content-length': '7' } })
      if (source === 'typed') return rawReply(new ReadableStream(), { headers: { 'content-type': 'a/b' } })
      if (source === 'silent') return rawReply(new ReadableStream())
      return rawReply(source === 'proxied' ? until(request.signal) : pieces({ breaks: source === 'broken' }))
    },
  },
  { onError: (notice) => notices.push(notice) },
)

const { transports, server } = await openTransports(api)

for (const [transport, ask] of Object.entries(transports)) {
  test(`§4.3.3 a raw stream that breaks off is reported once, and the client sees that it is cut off, ${transport}`, async () => {
    notices.length = 0
    const answer = await ask('/broken')
    await assert.rejects(answer.text())
    const reported = notices.map((notice) => [notice.operation, 'error' in notice && String(notice.error)])
    assert.deepEqual(reported, [['download', 'Error: the disk is on fire']])
  })

  test(`a raw stream that ends or is left is not reported, and leaving stops it, ${transport}`, async () => {
    notices.length = 0
    stopped = Promise.withResolvers()
    assert.equal(await (await ask('/whole')).text(), 'whole')
    const reader = (await ask('/endless')).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await stopped.promise
    assert.deepEqual(notices, [])
  })

  test(`HEAD stops a raw stream, and has no content-length, ${transport}`, async () => {
    stopped = Promise.withResolvers()
    const answer = await ask('/endless', { method: 'HEAD' })
    await stopped.promise
    assert.equal(answer.headers.get('content-length'), null)
    assert.equal(await answer.text(), '')
  })
}

test('an endless raw stream is stopped if its client left before it began', async () => {
  stopped = Promise.withResolvers()
  begun = Promise.withResolvers()
  const client = new AbortController()
  const answer = fetch(`${server.url}/late`, { signal: client.signal })
  await begun.promise
  client.abort()
  await assert.rejects(answer)
  await stopped.promise
})

test('a raw stream that breaks because its client left is not reported', async () => {
  notices.length = 0
  const client = new AbortController()
  const answer = await api.fetch(new Request('http://x/proxied', { signal: client.signal }))
  client.abort()
  await assert.rejects(answer.text())
  assert.deepEqual(notices, [])
})

test('an endless raw stream is stopped if its client leaves, through fetch too', async () => {
  stopped = Promise.withResolvers()
  const client = new AbortController()
  const answer = await api.fetch(new Request('http://x/endless', { signal: client.signal }))
  await answer.body?.getReader().read()
  client.abort()
  await stopped.promise
})

test('a raw stream that is left while it is silent is not reported', async () => {
  notices.length = 0
  const answer = await api.fetch(new Request('http://x/silent'))
  const reader = answer.body?.getReader()
  const read = reader?.read()
  await reader?.cancel()
  assert.equal((await read)?.done, true)
  await new Promise(setImmediate)
  assert.deepEqual(notices, [])
})

test('HEAD of a stream has an empty body through fetch, because runtimes send a length of 0 without one', async () => {
  const answer = await api.fetch(new Request('http://x/endless', { method: 'HEAD' }))
  assert.ok(answer.body)
  assert.ok((await api.fetch(new Request('http://x/typed', { method: 'HEAD' }))).body)
  const sized = await api.fetch(new Request('http://x/sized', { method: 'HEAD' }))
  assert.deepEqual([sized.headers.get('content-length'), sized.body], ['7', null])
})
