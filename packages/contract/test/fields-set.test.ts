import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  after as afterwards,
  any,
  before as beforehand,
  integer,
  type KindLike,
  kindOf,
  list,
  Model,
  nested,
  nullable,
  record,
  string,
  union,
} from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { createClient } from '../src/client.ts'
import {
  type Body,
  ContractError,
  contract,
  form,
  implement,
  json,
  jsonOrForm,
  multipart,
  routes,
} from '../src/index.ts'
import { end, text } from './form.ts'

class Address extends Model({ street: string({ default: '' }), city: string({ default: '' }) }) {}
class Post extends Model({
  title: string({ default: 'Untitled' }),
  note: nullable(string(), { default: null }),
  createdAt: string({ default: '', alias: 'created_at' }),
  tags: list(string(), { default: [] }),
  address: nullable(Address, { default: null }),
  constructed: any({ default: null, alias: 'constructor' }),
}) {}
const named = {
  createdAt: string({ alias: 'created_at' }),
  note: nullable(string(), { default: null, alias: 'memo' }),
  place: string({ default: 'here', alias: 'at' }),
}
class Named extends Model(named, { populateByName: true }) {}
const parseText = beforehand((input) => (typeof input === 'string' ? JSON.parse(input) : input))
class Strange extends Model({
  shown: any({ default: null, alias: '__proto__' }),
  size: integer({ default: 0 }),
}) {}
class Loose extends Model({ title: string({ default: '' }) }, { extra: 'allow' }) {}

const { post, patch } = routes()
const returnsNames = { response: list(string()) }
const noted = { fieldsSet: true } as const
const declared = contract({
  title: 'Posts',
  version: '1',
  routes: {
    json: patch('/json', { body: json(Post, noted), ...returnsNames }),
    form: post('/form', { body: form(Post, noted), ...returnsNames }),
    multipart: post('/multipart', { body: multipart(Post, noted), ...returnsNames }),
    either: post('/either', { body: jsonOrForm(Post, noted), ...returnsNames }),
    named: post('/named', { body: json(Named, noted), ...returnsNames }),
    namedForm: post('/named-form', { body: form(Named, noted), response: record(any()) }),
    strange: post('/strange', { body: json(Strange, noted), ...returnsNames }),
    loose: post('/loose', { body: json(Loose, noted), ...returnsNames }),
    plain: post('/plain', { body: json(Post), ...returnsNames }),
    both: post('/both', { body: json(Post, noted), ...returnsNames }),
    formBoth: post('/form-both', { body: form(Post, noted), ...returnsNames }),
    picked: post('/picked', { body: jsonOrForm(Post, noted), response: record(any()) }),
  },
})

const names = ({ fieldsSet }: { readonly fieldsSet: ReadonlySet<string> }) => [...fieldsSet]
const both = ({ body, fieldsSet }: { readonly body: Post; readonly fieldsSet: ReadonlySet<string> }) => [
  body.title,
  ...fieldsSet,
]
const api = implement(declared, {
  both,
  formBoth: both,
  json: names,
  form: names,
  multipart: names,
  either: names,
  named: names,
  namedForm: ({ body, fieldsSet }) => ({ ...body, fieldsSet: [...fieldsSet] }),
  strange: names,
  loose: names,
  picked({ body, fieldsSet }) {
    const address = body.address && fieldsSet.pick(body.address)
    return { ...fieldsSet.pick(body), ...(address && { address }) }
  },
  plain: (input) => Object.keys(input).filter((key) => key === 'fieldsSet'),
})

const server = await serve(api, { port: 0 })
after(() => server.close(0))

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const PARTS_TYPE = 'multipart/form-data; boundary=B'

type Scenario = readonly [
  title: string,
  target: string,
  type: string,
  body: string,
  expected: readonly string[],
]

const scenarios: readonly Scenario[] = [
  ['nothing', '/json', JSON_TYPE, '{}', []],
  ['nothing, with the body', '/both', JSON_TYPE, '{}', ['Untitled']],
  ['one field, with the body', '/both', JSON_TYPE, '{"title":"x"}', ['x', 'title']],
  ['one field of a form, with the body', '/form-both', FORM_TYPE, 'title=x', ['x', 'title']],
  ['one field', '/json', JSON_TYPE, '{"title":"x"}', ['title']],
  ['null', '/json', JSON_TYPE, '{"note":null}', ['note']],
  [
    'values that are the defaults',
    '/json',
    JSON_TYPE,
    '{"title":"Untitled","note":null,"tags":[]}',
    ['title', 'note', 'tags'],
  ],
  ['fields in another order', '/json', JSON_TYPE, '{"note":"x","title":"y"}', ['title', 'note']],
  ['an alias, reported as the name', '/json', JSON_TYPE, '{"created_at":"x"}', ['createdAt']],
  ['an own name in place of an alias, which is not a field', '/json', JSON_TYPE, '{"createdAt":"x"}', []],
  [
    'own names next to aliases',
    '/named',
    JSON_TYPE,
    '{"createdAt":"x","memo":"y","place":"z"}',
    ['createdAt', 'note', 'place'],
  ],
  ['extra keys', '/json', JSON_TYPE, '{"title":"x","secret":1,"toString":2}', ['title']],
  ['extra keys that are kept', '/loose', JSON_TYPE, '{"title":"x","other":1}', ['title']],
  ['a nested model, not its fields', '/json', JSON_TYPE, '{"address":{"street":"x"}}', ['address']],
  ['a name twice', '/json', JSON_TYPE, '{"title":"x","title":"y"}', ['title']],
  ['an inherited name that is not sent', '/json', JSON_TYPE, '{"title":"x"}', ['title']],
  ['an inherited name that is sent', '/json', JSON_TYPE, '{"constructor":1}', ['constructed']],
  ['an undeclared __proto__', '/json', JSON_TYPE, '{"__proto__":{"title":"x"}}', []],
  ['a declared __proto__', '/strange', JSON_TYPE, '{"__proto__":{"size":1}}', ['shown']],
  ['no __proto__ although it is declared', '/strange', JSON_TYPE, '{"size":1}', ['size']],
  [
    'a long integer next to a field',
    '/json',
    JSON_TYPE,
    '{"note":null,"other":123456789012345678901234567890}',
    ['note'],
  ],
  ['an empty form', '/form', FORM_TYPE, '', []],
  ['strings of a form', '/form', FORM_TYPE, 'title=x&created_at=y', ['title', 'createdAt']],
  [
    'an own name in place of an alias in a form, which is not a field',
    '/form',
    FORM_TYPE,
    'constructed=x&title=y',
    ['title'],
  ],
  ['an empty string of a form', '/form', FORM_TYPE, 'title=&note', ['title', 'note']],
  ['a string that is the default', '/form', FORM_TYPE, 'title=Untitled', ['title']],
  ['a list in a form', '/form', FORM_TYPE, 'tags=a&tags=b', ['tags']],
  ['a string twice', '/form', FORM_TYPE, 'title=a&title=b', ['title']],
  ['extra keys in a form', '/form', FORM_TYPE, 'other=1&__proto__=2&note=3', ['note']],
  ['a form of another type', '/form', JSON_TYPE, '{"title":"x"}', []],
  ['parts', '/multipart', PARTS_TYPE, text('title', '') + text('tags', 'a') + end, ['title', 'tags']],
  ['no parts', '/multipart', PARTS_TYPE, '--B--\r\n', []],
  ['a urlencoded form for a multipart one', '/multipart', FORM_TYPE, 'note=', ['note']],
  ['either as JSON', '/either', JSON_TYPE, '{"note":null}', ['note']],
  ['either as a form', '/either', FORM_TYPE, 'note=', ['note']],
  ['no fieldsSet unless it is declared', '/plain', JSON_TYPE, '{"title":"x"}', []],
]

for (const [title, target, type, body, expected] of scenarios) {
  test(`fieldsSet has the fields that were sent: ${title}`, async () => {
    const method = target === '/json' ? 'PATCH' : 'POST'
    const answer = await fetch(server.url + target, { method, headers: { 'content-type': type }, body })
    assert.deepEqual([answer.status, await answer.json()], [200, expected])
  })
}

const picks: readonly (readonly [title: string, type: string, body: string, expected: object])[] = [
  ['nothing', JSON_TYPE, '{}', {}],
  ['null and a default', JSON_TYPE, '{"note":null,"tags":[],"other":1}', { note: null, tags: [] }],
  [
    'an alias, under the name',
    JSON_TYPE,
    '{"created_at":"x","constructor":1}',
    { createdAt: 'x', constructed: 1 },
  ],
  ['a nested model', JSON_TYPE, '{"address":{"city":"x"}}', { address: { city: 'x' } }],
  ['a form', FORM_TYPE, 'title=&created_at=y&other=1', { title: '', createdAt: 'y' }],
  ['an empty form', FORM_TYPE, '', {}],
]

for (const [title, type, body, expected] of picks) {
  test(`pick returns only the fields that were sent: ${title}`, async () => {
    const answer = await fetch(`${server.url}/picked`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    assert.deepEqual([answer.status, await answer.json()], [200, expected])
  })
}

const refused: readonly (readonly [title: string, type: string, body: string, status: number])[] = [
  ['a list', JSON_TYPE, '[]', 422],
  ['null', JSON_TYPE, 'null', 422],
  ['no body', JSON_TYPE, '', 422],
  ['invalid JSON', JSON_TYPE, '{', 422],
  ['invalid UTF-8', JSON_TYPE, '\xff', 400],
  ['another type', 'text/plain', '{"title":"x"}', 422],
  ['a value that does not fit', JSON_TYPE, '{"title":1}', 422],
]

for (const [title, type, body, status] of refused) {
  test(`an invalid body is refused as without fieldsSet: ${title}`, async () => {
    const headers = { 'content-type': type }
    const answer = await fetch(`${server.url}/json`, {
      method: 'PATCH',
      headers,
      body: Buffer.from(body, 'latin1'),
    })
    assert.equal(answer.status, status)
  })
}

test('fieldsSet for a body that is not a model is a mistake', () => {
  const bodies: readonly Body[] = [
    { binding: 'raw', declared: undefined, fieldsSet: true },
    { binding: 'form', declared: { title: string() }, fieldsSet: true },
    { binding: 'json-or-form', declared: { title: string() }, fieldsSet: true },
  ]
  for (const body of bodies) {
    const wrong = contract({ title: 'Wrong', version: '1', routes: { wrong: post('/wrong', { body }) } })
    assert.throws(
      () => implement(wrong, { wrong: () => undefined }),
      (error) =>
        error instanceof ContractError &&
        error.mistakes.length === 1 &&
        /fieldsSet lists the fields of a model; declare the body as a model/.test(error.message),
    )
  }
})

// table: the kind of a JSON body other than a model, the body, and the sent fields of each model in it.
const several: readonly (readonly [KindLike, unknown, readonly (readonly string[])[]])[] = [
  [list(Address), [{ street: '' }, {}, { city: 'x', other: 1 }], [['street'], [], ['city']]],
  [union([Address, Named]), { street: 'x' }, [['street']]],
  [nullable(Named), { memo: null, createdAt: 'x' }, [['createdAt', 'note']]],
  [record(list(Named)), { a: [{ created_at: 'x', note: 'y' }] }, [['createdAt', 'note']]],
  [list(integer()), [1], []],
  [integer(), 1, []],
]

for (const [kind, sent, expected] of several) {
  test(`fieldsSet.of has the fields of models within a body: ${kindOf(kind).name} of ${JSON.stringify(sent)}`, async () => {
    const change = patch('/change', { body: json(kind, noted), response: any() })
    const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { change } }), {
      change: ({ body, fieldsSet }) => [
        [...fieldsSet],
        modelsIn(body).map((model) => [...fieldsSet.of(model)]),
      ],
    })
    const headers = { 'content-type': JSON_TYPE }
    const init = { method: 'PATCH', headers, body: JSON.stringify(sent) }
    assert.deepEqual(await (await ask(new Request('http://x/change', init))).json(), [[], expected])
  })
}

test('fieldsSet.of has the sent fields of models among the members of a body', async () => {
  const members = {
    post: Post,
    by: nested(() => Named, { alias: 'author' }),
    others: list(Named, { default: [] }),
  }
  const filled = nested(() => Address, { default: () => new Address({ city: 'x' }) })
  const change = patch('/change', {
    body: json({ ...members, fields: filled, size: integer({ default: 1 }) }, noted),
    response: any(),
  })
  const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { change } }), {
    change: ({ body: { post, by, others, fields }, fieldsSet }) => [
      [...fieldsSet],
      ...[post, by, ...others, fields].map((model) => [...fieldsSet.of(model)]),
    ],
  })
  const send = (body: unknown) => {
    const init = { method: 'PATCH', headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(body) }
    return ask(new Request('http://x/change', init))
  }
  const sent = {
    post: { note: null },
    author: { memo: null, createdAt: 'x' },
    others: [{ createdAt: 'x' }, { created_at: 'x', at: 'y' }],
  }
  const answer = await send({ ...sent, by: { place: 'z' } })
  assert.deepEqual(await answer.json(), [
    [],
    ['note'],
    ['createdAt', 'note'],
    ['createdAt'],
    ['createdAt', 'place'],
    [],
  ])
  for (const wrong of [[], 1, null, {}, { post: 1, author: {} }])
    assert.equal((await send(wrong)).status, 422)
})

function modelsIn(value: unknown): object[] {
  if (value instanceof Address || value instanceof Named) return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(modelsIn) : []
}

test('a client sends only the fields that it is given', async () => {
  const client = createClient(declared, { baseUrl: 'http://localhost', fetch: api.fetch })
  const given = { note: null, address: { city: 'x' } }
  const stored = new Post({ title: 'x' })
  class Entry {
    get title() {
      return 'x'
    }
  }
  const all = ['title', 'note', 'createdAt', 'tags', 'address', 'constructed']
  const sent = [
    [await client.json({ body: {} }), []],
    [await client.json({ body: given }), ['note', 'address']],
    [await client.json({ body: { createdAt: 'x', constructed: 1 } }), ['createdAt', 'constructed']],
    [await client.json({ body: new Entry() }), ['title']],
    [await client.json({ body: stored }), all],
    [await client.either({ body: given }), ['note', 'address']],
    [await client.form({ body: { title: 'x' } }), ['title']],
    [await client.strange({ body: {} }), []],
    [await client.strange({ body: { shown: 1 } }), ['shown']],
    [await client.loose({ body: {} }), []],
  ] as const
  for (const [{ body }, names] of sent) assert.deepEqual(body, names)
})

test('fieldsSet has a field of a form sent under its own name if its value is read from it', async () => {
  const send = async (body: string) => {
    const headers = { 'content-type': FORM_TYPE }
    const answer = await fetch(`${server.url}/named-form`, { method: 'POST', headers, body })
    return answer.json()
  }
  assert.deepEqual(await send('createdAt=x&note=y&place=z'), {
    createdAt: 'x',
    note: 'y',
    place: 'here',
    fieldsSet: ['createdAt', 'note'],
  })
  assert.deepEqual(await send('createdAt=x'), {
    createdAt: 'x',
    note: null,
    place: 'here',
    fieldsSet: ['createdAt'],
  })
})

class Home extends Model({
  city: string({ default: '' }),
  zip: string({ default: '', alias: 'post-code' }),
}) {}
class Hut extends Model({ town: string({ default: '', alias: 'at' }) }, { populateByName: true }) {}
const withoutPrototype = (huts: Record<string, Hut>) => Object.assign(Object.create(null), huts)
class Village extends Model({ first: nested(() => Hut, { alias: '1st' }) }, { populateByName: true }) {}
class Person extends Model({
  home: nullable(Home, { default: null }),
  second: Home,
  third: nested(() => Home, { alias: '3rd' }),
  village: Village,
  huts: list(Hut, { default: [] }),
  byName: record(union([Hut, integer()]), { default: {} }),
  parsed: nullable(
    nested(() => Home, {}, parseText),
    { default: null },
  ),
  filled: nullable(Home, { default: () => new Home({ city: 'x' }) }),
  gone: nullable(Home),
  bare: record(Hut, { default: {} }, afterwards(withoutPrototype)),
  constructor: any({ default: null }),
}) {}

test('fieldsSet.of has the sent fields of each nested model', async () => {
  const change = patch('/change', { body: json(Person, noted), response: any() })
  const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { change } }), {
    change({ body, fieldsSet }) {
      const of = (model: unknown) => [...fieldsSet.of(Object(model))]
      return {
        all: [...fieldsSet],
        body: of(body),
        home: of(body.home),
        second: of(body.second),
        third: of(body.third),
        village: [...of(body.village), ...of(body.village.first)],
        huts: body.huts.map(of),
        byName: Object.values(body.byName).map(of),
        parsed: of(body.parsed),
        filled: of(body.filled),
        bare: Object.values(body.bare).map(of),
        other: of(new Home({ city: 'x' })),
      }
    },
  })
  const body = JSON.stringify({
    home: { 'post-code': '', zip: 'y', other: 1 },
    second: {},
    '3rd': { city: 'x' },
    village: { first: { at: 'x' } },
    huts: [{ at: 'x' }, {}, { town: 'y' }],
    byName: { a: 1, b: { town: 'z' } },
    parsed: '{"city":"x"}',
    gone: null,
    bare: { a: { at: 'x' } },
    constructor: { fields: {} },
  })
  const headers = { 'content-type': JSON_TYPE }
  const answer = await ask(new Request('http://x/change', { method: 'PATCH', headers, body }))
  const all = 'home second third village huts byName parsed gone bare constructor'.split(' ')
  assert.deepEqual(await answer.json(), {
    all,
    body: all,
    home: ['zip'],
    second: [],
    third: ['city'],
    village: ['first', 'town'],
    huts: [['town'], [], ['town']],
    byName: [[], ['town']],
    parsed: [],
    filled: [],
    bare: [['town']],
    other: [],
  })
})

test('fieldsSet.of passes over what a step made of the data, even if it contains itself', async () => {
  const endless = (): unknown => {
    const made: { self?: object } = {}
    made.self = made
    return made
  }
  const nothing = (): unknown => undefined
  const made = {
    endless: any({}, afterwards(endless)),
    nothing: any({}, afterwards(nothing)),
    home: Home,
  }
  const send = post('/send', { body: json(Model(made), noted), ...returnsNames })
  const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { send } }), {
    send: ({ body, fieldsSet }) => [...fieldsSet.of(body.home)],
  })
  const headers = { 'content-type': JSON_TYPE }
  const body = JSON.stringify({ endless: 'x', nothing: { a: 1 }, home: { city: 'x' } })
  const answer = await ask(new Request('http://x/send', { method: 'POST', headers, body }))
  assert.deepEqual(await answer.json(), ['city'])
})

test('fieldsSet.of is empty for a model nested in a form', async () => {
  const send = post('/send', {
    body: form(Model({ home: nested(() => Home, {}, parseText) }), noted),
    response: any(),
  })
  const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { send } }), {
    send: ({ body, fieldsSet }) => [...fieldsSet, ...fieldsSet.of(body.home)],
  })
  const body = new URLSearchParams({ home: '{"city":"x"}' })
  const answer = await ask(new Request('http://x/send', { method: 'POST', body }))
  assert.deepEqual(await answer.json(), ['home'])
})
