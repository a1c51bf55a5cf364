import assert from 'node:assert/strict'
import { test } from 'node:test'
import { end, formInit, part } from '../../test/form.ts'
import { contract, file, implement, multipart, raw, routes } from '../index.ts'

const { post } = routes()
const api = implement(
  contract({
    title: 'Codings',
    version: '1',
    routes: {
      take: post('/', { body: raw() }),
      keep: post('/files', { body: multipart({ cover: file() }) }),
    },
  }),
  { take: () => null, keep: () => null },
)

for (const [coding, status] of [
  ['chunked', 200],
  ['Chunked', 200],
  ['gzip, chunked', 501],
  ['gzip,Chunked', 501],
] as const) {
  const headers = { 'transfer-encoding': coding }

  test(`§4.1 a body with the transfer coding ${coding} gets a ${status} through fetch, as on Node`, async () => {
    const init = { method: 'POST', headers, body: new Blob(['a']).stream(), duplex: 'half' }
    assert.equal((await api.fetch(new Request('http://api.example/', init))).status, status)
  })

  test(`§4.1 a form of files with the transfer coding ${coding} gets a ${status} through fetch, as on Node`, async () => {
    const request = new Request('http://api.example/files', formInit(part('cover') + end, headers))
    assert.equal((await api.fetch(request)).status, status)
  })
}
