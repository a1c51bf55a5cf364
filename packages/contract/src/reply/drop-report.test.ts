import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, string } from '@postern/model'
import { type ApiOptions, contract, implement, routes } from '../index.ts'

class Author extends Model({ name: string() }) {}
class Post extends Model({ id: integer(), author: Author }) {}
class Posts extends Model({ posts: list(Post) }) {}
class Gone extends Model({ since: string() }) {}

const { get } = routes()
const stored = { id: 1, author: { name: 'Ann', password: 'hunter2' }, password: 'hunter2' }
const declared = contract({
  title: 'Drops',
  version: '1',
  routes: {
    read: get('/post', { response: Post, errors: { 410: Gone } }),
    list: get('/posts', { response: Posts }),
  },
})

function open(onDrop: NonNullable<ApiOptions<never>['onDrop']>) {
  return implement(
    declared,
    {
      read: ({ request, fail }) => {
        if (request.query === 'gone') return fail(410, { since: 'May', ...{ by: 'Bob' } })
        if (request.query === 'more') return { ...stored, rank: 1 }
        if (request.query === 'exact') return { id: 1, author: { name: 'Ann' } }
        if (request.query === 'misfit') return { ...stored, id: JSON.parse('"one"') }
        return stored
      },
      list: () => ({ posts: [stored, stored] }),
    },
    { onDrop },
  )
}

test('§4.3.1 onDrop receives each set of dropped names once for each operation, without values', async () => {
  const notices: unknown[] = []
  const api = open((notice) => notices.push(notice))
  for (const target of [
    '/post',
    '/post',
    '/post?exact',
    '/post?misfit',
    '/post?more',
    '/posts',
    '/posts',
    '/post?gone',
  ]) {
    await api.fetch(new Request(`http://x${target}`))
  }
  assert.deepEqual(notices, [
    { operation: 'read', dropped: ['author.password', 'password'] },
    { operation: 'read', dropped: ['author.password', 'password', 'rank'] },
    { operation: 'list', dropped: ['posts.author.password', 'posts.password'] },
    { operation: 'read', dropped: ['by'] },
  ])
})

test('§4.3.1 an onDrop that throws costs no client its response', async () => {
  const api = open(() => {
    throw new Error('broken')
  })
  const response = await api.fetch(new Request('http://x/post'))
  assert.deepEqual([response.status, await response.json()], [200, { id: 1, author: { name: 'Ann' } }])
})

test('§4.3.1 onDrop receives at most a hundred sets of names for each operation', async () => {
  let count = 0
  const reported = new Set<string>()
  const api = implement(
    contract({ title: 'T', version: '1', routes: { one: get('/one', { response: Author }) } }),
    { one: () => ({ name: 'Ann', [`other${count}`]: 1 }) },
    { onDrop: ({ dropped }) => reported.add(dropped.join()) },
  )
  for (; count < 150; count++) await api.fetch(new Request('http://x/one'))
  assert.deepEqual([reported.size, reported.has('other99'), reported.has('other100')], [100, true, false])
})

test('§4.3.1 a value that cannot be read twice costs no client its response', async () => {
  let reads = 0
  class Once {
    get id(): number {
      reads++
      if (reads > 1) throw new Error('read twice')
      return 1
    }
  }
  const find = routes().get('/', { response: Model({ id: integer() }, { name: 'Found' }) })
  const api = implement(
    contract({ title: 'T', version: '1', routes: { find } }),
    { find: () => new Once() },
    { onDrop: () => undefined },
  )
  const response = await api.fetch(new Request('http://x/'))
  assert.deepEqual([response.status, await response.json()], [200, { id: 1 }])
})
