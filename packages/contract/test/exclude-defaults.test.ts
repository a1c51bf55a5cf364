import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, nullable, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import { contract, describeContract, HttpError, implement, jsonLines, routes } from '../src/index.ts'
import { openTransports } from './transports.ts'

class Address extends Model({ city: string(), zip: nullable(string(), { default: null }) }) {}
class Item extends Model({
  name: string(),
  text: nullable(string(), { default: null }),
  price: integer({ default: 10 }),
  tags: list(string(), { default: [] }),
  home: nullable(Address, { default: null }),
}) {}
class Gone extends Model({ since: string({ default: 'ever' }) }) {}

const items = {
  foo: { name: 'Foo', price: 50 },
  bar: { name: 'Bar', text: null, price: 10, tags: [] },
  baz: { name: 'Baz', home: { city: 'Bern', zip: null } },
}
const { get } = routes()
const params = { id: string() }
const declared = contract({
  title: 'Items',
  version: '1.0.0',
  routes: {
    unset: get('/unset/{id}', { params, response: Item, responses: { 203: Item }, excludeUnset: true }),
    defaults: get('/defaults/{id}', { params, response: Item, excludeDefaults: true }),
    both: get('/both/{id}', { params, response: Item, excludeUnset: true, excludeNone: true }),
    whole: get('/whole/{id}', { params, response: Item }),
    all: get('/all', { response: list(Item), excludeUnset: true }),
    lines: get('/lines', { response: jsonLines(Item), excludeDefaults: true }),
    gone: get('/gone', { errors: { 410: Gone }, excludeUnset: true, excludeDefaults: true }),
  },
})
const itemOf = (id: string) => {
  if (id === 'foo' || id === 'bar' || id === 'baz') return items[id]
  return new Item({ name: id })
}
const api = implement(declared, {
  unset: ({ params, reply }) => (params.id === 'other' ? reply(203, items.foo) : itemOf(params.id)),
  defaults: ({ params }) => itemOf(params.id),
  both: ({ params }) => itemOf(params.id),
  whole: ({ params }) => itemOf(params.id),
  all: () => Object.values(items),
  lines: () => Object.values(items),
  gone() {
    throw new HttpError(410, { detail: {} })
  },
})

const foo = '{"name":"Foo","price":50}'
const bar = '{"name":"Bar","text":null,"price":10,"tags":[]}'
// table: a title, the path, and the body as FastAPI's response_model_exclude_unset and …_defaults write it.
const answers: readonly [string, string, string][] = [
  ['fields that are not given', '/unset/foo', foo],
  ['no field that is given', '/unset/bar', bar],
  ['no given field of a nested model', '/unset/baz', '{"name":"Baz","home":{"city":"Bern","zip":null}}'],
  ['fields of another success', '/unset/other', foo],
  ['fields that take their defaults', '/defaults/foo', foo],
  ['fields that are given with their defaults', '/defaults/bar', '{"name":"Bar"}'],
  ['fields of a nested model', '/defaults/baz', '{"name":"Baz","home":{"city":"Bern"}}'],
  ['fields of an instance, which has all of them', '/defaults/new', '{"name":"new"}'],
  ['null fields too, with excludeNone', '/both/bar', '{"name":"Bar","price":10,"tags":[]}'],
  [
    'nothing without the options',
    '/whole/foo',
    '{"name":"Foo","text":null,"price":50,"tags":[],"home":null}',
  ],
  [
    'fields of each item in a list',
    '/all',
    `[${foo},${bar},{"name":"Baz","home":{"city":"Bern","zip":null}}]`,
  ],
  ['fields of each JSON line', '/lines', `${foo}\n{"name":"Bar"}\n{"name":"Baz","home":{"city":"Bern"}}\n`],
  ['nothing in a failure', '/gone', '{"since":"ever"}'],
]

const { transports } = await openTransports(api)
for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, target, expected] of answers) {
    test(`excludeUnset and excludeDefaults ${transport} leave out: ${title}`, async () => {
      assert.equal(await (await ask(target)).text(), expected)
    })
  }
}

test('a validating client reads omitted fields as their defaults', async () => {
  const client = createClient(declared, { baseUrl: 'http://x', fetch: api.fetch, validate: true })
  const { body } = await client.unset({ params: { id: 'foo' } })
  assert.deepEqual(body, new Item(items.foo))
})

test('the document does not require fields that may be omitted, and its examples may lack them', () => {
  const responseExamples = { short: items.foo }
  const routed = { foo: get('/foo', { response: Item, responseExamples, excludeUnset: true }) }
  const document = describeContract(contract({ title: 'Items', version: '1.0.0', routes: routed }))
  const { components, paths } = Object(document)
  assert.deepEqual(
    [components.schemas.Item.required, components.schemas.Address.required],
    [['name'], ['city']],
  )
  const { examples } = paths['/foo'].get.responses[200].content['application/json']
  assert.deepEqual(examples, { short: { value: items.foo } })
})
