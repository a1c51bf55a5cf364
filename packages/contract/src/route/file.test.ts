import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer } from '@postern/model'
import { contract, implement, multipart, routes } from '../index.ts'

test('a file that another copy of the package declares, as a contract from elsewhere does, is received', async () => {
  const copy: typeof import('./file.ts') = await import(`${import.meta.resolve('./file.ts')}?copy`)
  const data = copy.file({ types: ['text/*'] })
  const upload = routes().post('/', { body: multipart({ data }), response: integer() })
  const api = implement(contract({ title: 'Files', version: '1', routes: { upload } }), {
    upload: async ({ body }) => (await new Response(body.data.stream).bytes()).length,
  })
  const send = async (value: string | Blob) => {
    const body = new FormData()
    body.set('data', value)
    const answer = await api.fetch(new Request('http://localhost/', { method: 'POST', body }))
    return [answer.status, await answer.json()]
  }
  assert.deepEqual(await send(new Blob(['bytes'], { type: 'text/plain' })), [200, 5])
  assert.equal((await send(new Blob(['bytes'], { type: 'image/png' })))[0], 422)
  assert.equal((await send('bytes'))[0], 422)
})
