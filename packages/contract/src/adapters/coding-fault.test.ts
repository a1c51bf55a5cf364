import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, implement, raw, routes } from '../index.ts'

const api = implement(
  contract({ title: 'Codings', version: '1', routes: { take: routes().post('/', { body: raw() }) } }),
  { take: () => null },
)

for (const [coding, status] of [
  ['chunked', 200],
  ['Chunked', 200],
  ['gzip, chunked', 501],
  ['gzip,Chunked', 501],
] as const) {
  test(`§4.1 a body of the coding ${coding} is a ${status} through fetch, as on Node`, async () => {
    const headers = { 'transfer-encoding': coding }
    const init = { method: 'POST', headers, body: new Blob(['a']).stream(), duplex: 'half' }
    assert.equal((await api.fetch(new Request('http://api.example/', init))).status, status)
  })
}
