import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Model, string } from '@postern/model'
import { contract, form, implement, routes } from '../index.ts'
import { parseForm } from './form-body.ts'

class Form extends Model({ a: string() }) {}

const echo = routes().post('/', { body: form(Form), response: string() })
const api = implement(contract({ title: 'Forms', version: '1', routes: { echo } }), {
  echo: ({ body }) => body.a,
})

// table: the bytes sent for a field, one per character, and what FastAPI reads.
const texts: readonly (readonly [string, string])[] = [
  ['x+y%20z', 'x y z'],
  ['%C3%A9', 'é'],
  ['\xe9', 'é'],
  ['\xc3\xa9', 'Ã©'],
  ['%', '%'],
  ['%zz\xfe%26', '%zzþ&'],
  ['%FF', '\ufffd'],
  ['%C3%A\xfe26', '\ufffd%Aþ26'],
  ['%C\xa0%A9', '%C\xa0\ufffd'],
  ['?', '?'],
]

for (const [sent, read] of texts) {
  test(`a form's ${JSON.stringify(sent)} is read as ${JSON.stringify(read)}`, async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Buffer.from(`a=${sent}`, 'latin1')
    const response = await api.fetch(new Request('http://x/', { method: 'POST', headers, body }))
    assert.equal(await response.json(), read)
  })
}

test('a question mark at the start of a form belongs to the first name', () => {
  assert.deepEqual(
    [...parseForm(Buffer.from('?a=b&c=?d'))],
    [
      ['?a', 'b'],
      ['c', '?d'],
    ],
  )
})

test('a form has a thousand fields at most, as in FastAPI', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = (fields: string) =>
    api.fetch(new Request('http://x/', { method: 'POST', headers, body: `${fields}a=x` }))
  const most = await send('&&a=y&'.repeat(999))
  assert.deepEqual([most.status, await most.json()], [200, 'x'])
  const more = await send('b&'.repeat(1000))
  const detail = 'Too many fields. Maximum number of fields is 1000.'
  assert.deepEqual([more.status, await more.json()], [400, { detail }])
})

test('a form is read in time linear in its length, and names without `=` have an empty value', () => {
  // Quadratic time, for so many names, would be minutes.
  const body = Buffer.from(`a&&=b&c=d=e&?&${'%41+&'.repeat(250_000)}f`)
  const read = () => [...new Map(parseForm(body))]
  assert.deepEqual(runInNewContext('read()', { read }, { timeout: 60_000 }), [
    ['a', ''],
    ['', 'b'],
    ['c', 'd=e'],
    ['?', ''],
    ['A ', ''],
    ['f', ''],
  ])
})
