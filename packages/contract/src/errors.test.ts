import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { contract, implement, routes } from './index.ts'

test('an HttpError of another copy of the package, as bundlers create, counts as one', async () => {
  const copy: typeof import('./errors.ts') = await import(`${import.meta.resolve('./errors.ts')}?copy`)
  const errors = { 404: 'No such note' }
  const api = implement(
    contract({
      title: 'Notes',
      version: '1',
      routes: { read: routes().get('/', { response: string(), errors }) },
    }),
    {
      read() {
        throw new copy.HttpError(404, { detail: 'It is gone', headers: { 'x-why': 'late' } })
      },
    },
  )
  const answer = await api.fetch(new Request('http://localhost/'))
  assert.deepEqual([answer.status, answer.headers.get('x-why')], [404, 'late'])
  assert.deepEqual(await answer.json(), { detail: 'It is gone' })
})
