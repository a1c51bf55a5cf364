import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTransports } from '../../test/transports.ts'
import { serve } from '../adapters/node.ts'
import { contract, implement, rawReply, routes } from '../index.ts'

/** The pieces to send, and their content-length, set by each test. */
let pieces: readonly string[] = []
let length = ''
const errors: string[] = []
const read = routes().get('/read', {})
const api = implement(
  contract({ title: 'Lengths', version: '1', routes: { read } }),
  {
    read() {
      const source = pieces.map((piece) => new TextEncoder().encode(piece)).values()
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const { done, value } = source.next()
        if (done) controller.close()
        else controller.enqueue(value)
      }
      return rawReply(new ReadableStream({ pull }), { headers: { 'content-length': length } })
    },
  },
  { onError: (notice) => void errors.push('error' in notice ? String(notice.error) : '') },
)
const { transports } = await openTransports(api)

// table: the pieces, a wrong content-length, and what is wrong with it.
const misfits: readonly (readonly [readonly string[], string, string])[] = [
  [['ab', 'cd'], '3', 'produced 4 bytes, but its content-length is 3'],
  [['ab', 'c'], '4', 'ended after 3 bytes, but its content-length is 4'],
  [[], '1', 'ended after 0 bytes, but its content-length is 1'],
]

for (const [transport, ask] of Object.entries(transports)) {
  test(`a stream with the right content-length is sent whole, ${transport}`, async () => {
    pieces = ['é', 'b']
    length = '3'
    errors.length = 0
    const answer = await ask('/read')
    assert.equal(answer.headers.get('content-length'), '3')
    assert.equal(await answer.text(), 'éb')
    assert.deepEqual(errors, [])
  })

  for (const [given, wrong, why] of misfits) {
    test(`a stream that ${why} is cut off and reported to onError, ${transport}`, async () => {
      pieces = given
      length = wrong
      errors.length = 0
      await assert.rejects(async () => (await ask('/read')).text())
      pieces = []
      length = '0'
      assert.equal((await ask('/read')).status, 200)
      assert.deepEqual(errors, [`TypeError: A stream ${why}; write the right one, or none`])
    })
  }

  test(`an invalid content-length is a 500, ${transport}`, async () => {
    for (const none of ['long', '5 bytes', '-5', '']) {
      length = none
      errors.length = 0
      assert.equal((await ask('/read')).status, 500)
      const shown = JSON.stringify(none)
      assert.deepEqual(errors, [
        `TypeError: The content-length is ${shown}; write a number of bytes, or none`,
      ])
    }
  })
}

test('the length of a stream of strings, which code without types may give, is that of their bytes', async () => {
  const start = (controller: ReadableStreamDefaultController) => {
    controller.enqueue('é')
    controller.close()
  }
  let wrong = 0
  const texts = implement(
    contract({ title: 'Texts', version: '1', routes: { read } }),
    { read: () => rawReply(new ReadableStream({ start }), { headers: { 'content-length': '2' } }) },
    { onError: () => void wrong++ },
  )
  const server = await serve(texts, { port: 0 })
  assert.equal(await (await fetch(`${server.url}/read`)).text(), 'é')
  await server.close(0)
  assert.equal(wrong, 0)
})
