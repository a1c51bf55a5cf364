import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, type KindLike, list, nullable, string, union } from '@postern/model'
import { contract, implement, routes } from '../index.ts'

const described = { description: 'Ids, or a word for some of them' }
const either = union([list(integer()), string()], described)

const lists: readonly [string, KindLike][] = [
  ['a list', list(integer())],
  ['a list or null', nullable(list(integer(), described))],
  ['a list or a text', either],
  ['a list, a text or null', nullable(either)],
]

for (const [title, ids] of lists) {
  test(`§4.1 ${title} takes every value of its name`, async () => {
    const seen: unknown[] = []
    const declared = contract({
      title: 'T',
      version: '1',
      routes: { find: routes().get('/', { query: { ids } }) },
    })
    const api = implement(declared, {
      find: ({ query }) => {
        seen.push(query.ids)
        return null
      },
    })
    await api.fetch(new Request('http://localhost/?ids=1&ids=2'))
    assert.deepEqual(seen, [[1, 2]])
  })
}
