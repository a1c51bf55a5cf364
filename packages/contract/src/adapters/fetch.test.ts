import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { contract, implement, rawReply, routes } from '../index.ts'

const { get } = routes()

/** Asks a handler that answers what `answer` does, and tells what it heard of its client; `abort` is the client going away. */
async function hear(
  answer: (abort: () => void) => string | ReadableStream<Uint8Array>,
  { isGone = false } = {},
): Promise<{ readonly told: readonly string[]; readonly abort: () => void }> {
  const client = new AbortController()
  const abort = () => client.abort()
  const told: string[] = []
  const api = implement(
    contract({ title: 'Clients', version: '1', routes: { ask: get('/', { response: string() }) } }),
    {
      ask({ request }) {
        request.whenGone(() => told.push('gone'))
        if (request.signal.aborted) told.push('was aborted')
        request.signal.addEventListener('abort', () => told.push('aborted'))
        const body = answer(abort)
        return typeof body === 'string' ? body : rawReply(body)
      },
    },
  )
  const request = new Request('http://x/', { signal: client.signal })
  if (isGone) abort()
  await api.fetch(request)
  return { told, abort }
}

test('§1.2 a handler is told of a client that had gone before it ran', async () => {
  assert.deepEqual((await hear(() => 'late', { isGone: true })).told, ['gone', 'was aborted'])
})

test('§1.2 a handler is told of a client that goes before its answer', async () => {
  const answer = (abort: () => void) => {
    abort()
    return 'late'
  }
  assert.deepEqual((await hear(answer)).told, ['gone', 'aborted'])
})

test('§1.2 a signal that the runtime aborts behind a whole answer tells nobody', async () => {
  const { told, abort } = await hear(() => 'out')
  abort()
  assert.deepEqual(told, [])
})

test('§1.2 a handler is told of a client that goes while its stream is sent', async () => {
  const { told, abort } = await hear(() => new ReadableStream())
  abort()
  assert.deepEqual(told, ['gone', 'aborted'])
})
