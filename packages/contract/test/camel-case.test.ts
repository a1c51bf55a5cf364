import assert from 'node:assert/strict'
import { test } from 'node:test'
import { before as beforehand, camelCase, integer, list, Model, nested, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, file, files, implement, json, multipart, namedFiles, routes } from '../src/index.ts'

class Author extends Model(camelCase({ full_name: string() })) {}

const { get, post } = routes()
const names = list(string())
const declared = contract({
  title: 'In camelCase',
  version: '1',
  routes: {
    find: get('/', {
      query: camelCase({ page_size: integer() }),
      headers: camelCase({ x_token: string() }),
      cookies: camelCase({ last_seen: string() }),
      response: Author,
    }),
    embed: post('/', { body: json(camelCase({ written_by: Author })), response: Author }),
    one: post('/one', {
      body: multipart(camelCase({ the_title: string(), cover_page: file() })),
      response: names,
    }),
    several: post('/several', { body: multipart(camelCase({ other_pages: files() })), response: names }),
    named: post('/named', {
      body: multipart({ papers: namedFiles(camelCase({ cover_page: file(), other_pages: files() })) }),
      response: names,
    }),
  },
})
const api = implement(declared, {
  find: ({ query, headers, cookies }) => ({
    full_name: `${query.page_size} ${headers.x_token} ${cookies.last_seen}`,
  }),
  embed: ({ body }) => body.written_by,
  async one({ body: { the_title, cover_page } }) {
    return [the_title, cover_page.field, await new Response(cover_page.stream).text()]
  },
  several: async ({ body }) => fieldsOf(body.other_pages),
  named: async ({ body }) => fieldsOf(body.papers),
})

async function fieldsOf(arriving: AsyncIterable<{ readonly field: string }>): Promise<string[]> {
  const fields: string[] = []
  for await (const { field } of arriving) fields.push(field)
  return fields
}

let asked: Request
const client = createClient(declared, {
  baseUrl: 'http://x',
  fetch(request) {
    asked = request.clone()
    return api.fetch(request)
  },
})

test('parameters and members have camelCase names on the wire, and their own names in code', async () => {
  const found = await client.find({
    query: { page_size: 3 },
    headers: { x_token: 'token' },
    cookies: { last_seen: 'now' },
  })
  assert.deepEqual(found.body, { fullName: '3 token now' })
  assert.deepEqual(
    [asked.url, asked.headers.get('xToken'), asked.headers.get('cookie')],
    ['http://x/?pageSize=3', 'token', 'lastSeen=now'],
  )
  const embedded = await client.embed({ body: { written_by: { full_name: 'Ann' } } })
  assert.deepEqual(embedded.body, { fullName: 'Ann' })
  assert.deepEqual(await asked.json(), { writtenBy: { fullName: 'Ann' } })
})

test('files have camelCase names on the wire, and their own names in code', async () => {
  const page = new Blob(['page'])
  const one = await client.one({ body: { the_title: 'T', cover_page: page } })
  assert.deepEqual(one.body, ['T', 'cover_page', 'page'])
  assert.deepEqual([...(await asked.formData()).keys()], ['theTitle', 'coverPage'])
  const several = await client.several({ body: { other_pages: [page, page] } })
  assert.deepEqual(several.body, ['other_pages', 'other_pages'])
  const named = await client.named({ body: { papers: { cover_page: page, other_pages: [page] } } })
  assert.deepEqual(named.body, ['cover_page', 'other_pages'])
  assert.deepEqual([...(await asked.formData()).keys()], ['coverPage', 'otherPages'])
})

test('a model in a parameter is given with its own names, and sent with its names on the wire', async () => {
  class Range extends Model(camelCase({ first_id: integer(), page_size: integer() })) {}
  const parseText = beforehand((input) => (typeof input === 'string' ? JSON.parse(input) : input))
  const query = { range: nested(() => Range, {}, parseText) }
  const list = routes().get('/list', { query, response: integer() })
  const paged = contract({ title: 'Paged', version: '1', routes: { list } })
  const { fetch } = implement(paged, { list: ({ query: { range } }) => range.first_id + range.page_size })
  const answer = await createClient(paged, { baseUrl: 'http://x', fetch }).list({
    query: { range: { first_id: 7, page_size: 3 } },
  })
  assert.deepEqual([answer.status, answer.body], [200, 10])
})
