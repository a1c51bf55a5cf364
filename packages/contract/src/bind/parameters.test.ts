import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, type KindLike, list, Model, nullable, string, union } from '@postern/model'
import { contract, implement, routes } from '../index.ts'

const described = { description: 'Ids, or a word for some of them' }
const either = union([list(integer()), string()], described)

const lists: readonly [string, KindLike][] = [
  ['a list', list(integer())],
  ['a list or null', nullable(list(integer(), described))],
  ['a list or a string', either],
  ['a list, a string or null', nullable(either)],
]

for (const [title, ids] of lists) {
  test(`§4.1 ${title} receives every value under its name`, async () => {
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

test('§4.1 a parameter of a path is one string, also for a kind that accepts a list', async () => {
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { find: routes().get('/{ids}', { params: { ids: either }, response: either }) },
  })
  const api = implement(declared, { find: ({ params }) => params.ids })
  for (const given of ['none', '1'])
    assert.equal(await (await api.fetch(new Request(`http://localhost/${given}`))).text(), `"${given}"`)
})

test('§4.1 a list refuses a cookie, which is a single string, as in FastAPI', async () => {
  class Chosen extends Model({ ids: list(integer()) }) {}
  for (const cookies of [{ ids: list(integer()) }, Chosen]) {
    const declared = contract({
      title: 'T',
      version: '1',
      routes: { find: routes().get('/', { cookies }) },
    })
    const api = implement(declared, { find: () => null })
    const answer = await api.fetch(new Request('http://localhost/', { headers: { cookie: 'ids=1; ids=2' } }))
    assert.deepEqual(await answer.json(), {
      detail: [
        { type: 'list_type', loc: ['cookie', 'ids'], msg: 'Input should be a valid list', input: '2' },
      ],
    })
  }
})

test('§4.1 an empty cookie is no value for a list and an empty string for a string, as in FastAPI', async () => {
  const ids = list(integer(), { default: [7] })
  const word = string({ default: 'none' })
  class Chosen extends Model({ ids, word }) {}
  for (const cookies of [{ ids, word }, Chosen]) {
    const declared = contract({
      title: 'T',
      version: '1',
      routes: { find: routes().get('/', { cookies, response: Chosen }) },
    })
    const api = implement(declared, { find: ({ cookies }) => cookies })
    const answer = await api.fetch(new Request('http://localhost/', { headers: { cookie: 'ids=; word=' } }))
    assert.deepEqual(await answer.json(), { ids: [7], word: '' })
  }
})
