import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  any,
  before,
  boolean,
  Decimal,
  Duration,
  decimal,
  duration,
  type ForeignSchema,
  foreign,
  integer,
  type Kind,
  type KindClass,
  list,
  literal,
  Model,
  nullable,
  PlainTime,
  record,
  string,
  time,
  union,
} from '@postern/model'
import { serve } from '../adapters/node.ts'
import { createClient, UnexpectedAnswerError } from '../client.ts'
import { type Body, contract, form, implement, json, jsonOrForm, multipart, routes } from '../index.ts'

const hundredfold = integer(
  {},
  after((euros) => euros * 100),
)
const halved = string(
  {},
  before((text) => String(text).slice(0, -1)),
)
class Price extends Model({ amount: hundredfold, note: halved }) {}
class Inner extends Model({ name: string({ minLength: 1, default: '' }), size: integer({ default: 1 }) }) {}
class Outer extends Model({ inner: Inner, all: list(Inner), by: record(Inner) }) {}
class Cat extends Model({
  sort: literal(['cat']),
  livesLeft: integer({ alias: 'lives' }),
  nick: string({ default: 'Tom' }),
}) {}
class Dog extends Model({ sort: literal(['dog']), tricks: list(string(), { default: [] }) }) {}
class Tagged extends Model({ tagLine: string({ alias: 'tag_line' }), tag: any() }) {}
class Reason extends Model({ reason: string() }) {}

/** A schema of another library that converts every input with `make`. */
function schemaOf<Value>(make: (input: unknown) => Value): ForeignSchema<Value, Value> {
  return { '~standard': { version: 1, vendor: 'test', validate: (input) => ({ value: make(input) }) } }
}
class Received extends Model({ body: any(), query: any(), params: any() }) {}

const { get, post, put } = routes()
const tags = list(string(), { default: ['all'] })
const declared = contract({
  title: 'Round trips',
  version: '1',
  routes: {
    pay: post('/pay/{amount}', {
      params: { amount: hundredfold },
      query: { note: halved },
      body: json(Price),
      response: Received,
    }),
    payByForm: post('/form', { body: form(Price), response: any() }),
    price: get('/price', { response: Price }),
    create: post('/create', { body: json(Outer), response: any() }),
    adopt: post('/adopt', {
      body: json({ pet: union([Cat, Dog]), price: union([Price, Dog]) }),
      response: any(),
    }),
    find: get('/find', {
      query: {
        tags,
        limit: nullable(integer(), { default: 10 }),
        after: nullable(string(), { default: null }),
        sorts: nullable(list(string()), { default: null }),
        kinds: list(string(), { default: [] }),
        name: string({ default: 'any' }),
      },
      response: any(),
    }),
    build: post('/build', {
      query: { toString: string({ default: 'a' }) },
      body: json({ constructor: string({ default: 'b' }), size: integer() }),
      response: any(),
    }),
    move: put('/move', { response: Reason, responses: { 303: 'It is elsewhere' } }),
    refuse: post('/refuse', {
      body: json(Reason),
      response: Reason,
      errors: { 404: 'No such thing', 422: Reason },
    }),
  },
})
const api = implement(declared, {
  pay: ({ body, query, params }) => ({ body: { ...body }, query, params }),
  payByForm: ({ body }) => ({ ...body }),
  price: () => ({ amount: 1, note: 'ab' }),
  create: ({ body }) => body,
  adopt: ({ body }) => ({ ...body }),
  find: ({ query }) => query,
  build: ({ query, body }) => [{ ...query }, { ...body }],
  move: ({ reply }) => reply(303, null, { headers: { location: '/price' } }),
  refuse: ({ body, fail }) => fail(422, body),
})
const options = { baseUrl: 'http://x', fetch: api.fetch }
const client = createClient(declared, options)

class Size extends Model({ inInches: integer({ alias: 'in_inches', default: 1 }) }) {}
const screen = {
  isFlat: boolean({ alias: 'is_flat', default: false }),
  size: nullable(Size, { default: null }),
  // One field's name on the wire is another field's own name.
  maker: string({ alias: 'made_by', default: 'nobody' }),
  owner: string({ alias: 'maker', default: 'nobody' }),
}
class Screen extends Model(screen) {}
class OpenScreen extends Model(screen, { extra: 'allow' }) {}
class ClosedScreen extends Model(screen, { extra: 'forbid' }) {}
class Label extends Model({ isFlat: screen.isFlat, note: string({ alias: 'a_note', default: '' }) }) {}
const whole = { is_flat: true, size: { in_inches: 27 }, made_by: 'Ann', maker: 'Bob' }
const label = { is_flat: true, a_note: 'x' }
const changedLabel = { is_flat: false, a_note: 'x' }

// table: a title, the model and binding that a response is sent back to, the response, the changes in it, and what arrives
const sentBack: readonly [string, KindClass, (body: never) => Body, object, object, object][] = [
  ['as it came', Screen, json, whole, {}, whole],
  ['changed', Screen, json, whole, { isFlat: false }, { ...whole, is_flat: false }],
  [
    'changed within',
    Screen,
    json,
    whole,
    { size: { in_inches: 1, inInches: 2 } },
    { ...whole, size: { in_inches: 2 } },
  ],
  [
    'to a model that allows extra keys',
    OpenScreen,
    json,
    whole,
    { isFlat: false },
    { ...whole, is_flat: false },
  ],
  [
    'to a model that forbids extra keys',
    ClosedScreen,
    json,
    whole,
    { isFlat: false },
    { ...whole, is_flat: false },
  ],
  ['in a form', Label, form, label, { isFlat: false }, changedLabel],
  ['in a multipart form', Label, multipart, label, { isFlat: false }, changedLabel],
  ['as JSON or a form', Label, jsonOrForm, label, { isFlat: false }, changedLabel],
]

for (const [title, model, binding, came, change, arrives] of sentBack) {
  test(`a response is sent back ${title}`, async () => {
    const keep = put('/screen', { body: binding(model as never), response: any() })
    const kept = contract({ title: 'Screens', version: '1', routes: { keep } })
    const { fetch } = implement(kept, { keep: ({ body }) => body })
    const answer = await createClient(kept, { ...options, fetch }).keep({
      body: { ...came, ...change },
    } as never)
    assert.deepEqual(answer.body, arrives)
  })
}

test('a response is sent back as members, as parameters, and if it does not fit', async () => {
  const members = { is_flat: true, isFlat: false, a_note: 'x' }
  const keep = put('/screen', { query: Label, body: json({ ...Label.fields }), response: any() })
  const refuse = put('/refuse', { body: json(Screen), response: any() })
  const kept = contract({ title: 'Screens', version: '1', routes: { keep, refuse } })
  const { fetch } = implement(kept, { keep: ({ query, body }) => [query, { ...body }], refuse: () => null })
  const calls = createClient(kept, { ...options, fetch })
  const { body } = await calls.keep({ query: members, body: members })
  assert.deepEqual(body, [changedLabel, { isFlat: false, note: 'x' }])
  const refused = await calls.refuse({ body: { isFlat: JSON.parse('"no idea"'), ...whole } })
  assert.ok(refused.status === 422)
  assert.deepEqual(
    refused.body.detail.map(({ loc, input }) => [loc.join('.'), input]),
    [['body.is_flat', 'no idea']],
  )
})

test('a validator runs only on the side that receives the value', async () => {
  const { body } = await client.pay({
    params: { amount: 1 },
    query: { note: 'abc' },
    body: { amount: 2, note: 'def' },
  })
  assert.deepEqual(body, {
    body: { amount: 200, note: 'de' },
    query: { note: 'ab' },
    params: { amount: 100 },
  })
  assert.deepEqual((await client.payByForm({ body: { amount: 3, note: 'ghi' } })).body, {
    amount: 300,
    note: 'gh',
  })
  const read = await createClient(declared, { ...options, validate: true }).price()
  assert.deepEqual({ ...read.body }, { amount: 100, note: 'a' })
})

test('the server fills in the defaults of nested models', async () => {
  const { body } = await client.create({ body: { inner: {}, all: [{}, { size: 2 }], by: { a: {} } } })
  const inner = { name: '', size: 1 }
  assert.deepEqual(body, { inner, all: [inner, { name: '', size: 2 }], by: { a: inner } })
})

test('in unions, the client uses names on the wire, and the server applies defaults and validators', async () => {
  const { body } = await client.adopt({
    body: { pet: { sort: 'cat', livesLeft: 9 }, price: { amount: 1, note: 'ab' } },
  })
  assert.deepEqual(body, { pet: { sort: 'cat', lives: 9, nick: 'Tom' }, price: { amount: 100, note: 'a' } })
})

test('members that every object inherits do not count as given', async () => {
  const built = async (input: string) => JSON.stringify((await client.build(JSON.parse(input))).body)
  assert.equal(
    await built('{"query":{},"body":{"size":1}}'),
    '[{"toString":"a"},{"constructor":"b","size":1}]',
  )
  assert.equal(
    await built('{"query":{"toString":"c"},"body":{"constructor":"d","size":1}}'),
    '[{"toString":"c"},{"constructor":"d","size":1}]',
  )
})

test('a parameter that has no text, such as null or an empty list, is not sent if the server would use a default', async () => {
  assert.deepEqual((await client.find({ query: { after: null, sorts: null, kinds: [], name: '' } })).body, {
    tags: ['all'],
    limit: 10,
    after: null,
    sorts: null,
    kinds: [],
    name: '',
  })
  await assert.rejects(client.find({ query: { sorts: [] } }), /sorts cannot be sent as \[\]/)
  const noKinds = JSON.parse('{"kinds":null}')
  await assert.rejects(client.find({ query: noKinds }), /kinds cannot be sent as null/)
  await assert.rejects(client.find({ query: { tags: [] } }), /tags cannot be sent as \[\]/)
  await assert.rejects(client.find({ query: { limit: null } }), /limit cannot be sent as null/)
  await assert.rejects(
    client.find({ query: { after: '\ud800' } }),
    /after cannot hold half of a surrogate pair/,
  )
})

test('a number is not sent to a union with strings, which would read it as a string', async () => {
  const either = union([integer(), string()])
  const declared = contract({
    title: 'Either',
    version: '1',
    routes: {
      find: routes().get('/', { query: { id: either, ids: list(either, { default: [] }) }, response: any() }),
    },
  })
  const server = implement(declared, { find: ({ query }) => query })
  const { find } = createClient(declared, { baseUrl: 'http://x', fetch: server.fetch })
  const message = 'id cannot be sent as 1: it is sent as text, and would be read as "1"'
  await assert.rejects(find({ query: { id: 1 } }), { name: 'TypeError', message })
  await assert.rejects(
    find({ query: { id: 'a', ids: ['b', 2] } }),
    /^TypeError: ids cannot be sent as \["b",2\]/,
  )
  assert.deepEqual((await find({ query: { id: '1', ids: ['2', 'b'] } })).body, { id: '1', ids: ['2', 'b'] })
})

test('a list is not sent in a path, which is read as one string', async () => {
  const ids = union([list(integer()), string()])
  const declared = contract({
    title: 'Either',
    version: '1',
    routes: { find: get('/{ids}', { params: { ids }, response: ids }) },
  })
  const server = implement(declared, { find: ({ params }) => params.ids })
  const { find } = createClient(declared, { baseUrl: 'http://x', fetch: server.fetch })
  await assert.rejects(
    find({ params: { ids: [1] } }),
    /^TypeError: ids cannot be sent as \[1\]: it is sent as text, and would be read as "1"/,
  )
  assert.equal((await find({ params: { ids: '1' } })).body, '1')
})

test('an object is not sent to a union with strings, which would read its JSON as a string', async () => {
  const find = get('/', { query: { pet: union([Cat, string()]) }, response: any() })
  const finding = contract({ title: 'Pets', version: '1', routes: { find } })
  const { fetch } = implement(finding, { find: ({ query }) => query })
  await assert.rejects(
    createClient(finding, { ...options, fetch }).find({ query: { pet: { sort: 'cat', livesLeft: 9 } } }),
    /^TypeError: pet cannot be sent as .*: it is sent as text, and would be read as /,
  )
})

// table: a kind of a JSON body, a value, and the text that is sent.
const jsonTexts: readonly (readonly [Kind<unknown>, unknown, string])[] = [
  [union([literal([1]), boolean()]), true, 'true'],
  [union([Tagged, Dog]), { tagLine: 'a', tag: 2 ** 60 }, '{"tag_line":"a","tag":1152921504606847000}'],
]
for (const [kind, body, text] of jsonTexts) {
  test(`JSON is written through the member of a union that keeps its value: ${text}`, async () => {
    const keep = post('/', { body: json(kind) })
    const fetch = async (request: Request) => {
      assert.equal(await request.text(), text)
      return Response.json(null)
    }
    await createClient(contract({ title: 'Unions', version: '1', routes: { keep } }), {
      ...options,
      fetch,
    }).keep({ body } as never)
  })
}

test('a time or decimal is not sent if another kind of the union would read its text, in a list too', async () => {
  const span = union([duration(), time()])
  const size = union([decimal(), string()])
  const sizes = list(size, { default: [] })
  const spans = list(span, { default: [] })
  const find = get('/', { query: { span, spans, size, sizes }, response: any() })
  const declared = contract({ title: 'Spans', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => query })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  const [noon, hour] = [PlainTime.from('12:00:00'), Duration.from('PT1H')]
  const refused = [
    [{ span: noon, size: 'L' }, 'span cannot be sent as "12:00:00"', '"PT12H"'],
    [{ span: hour, size: Decimal.from('2.50') }, 'size cannot be sent as "2.50"', '"2.50"'],
    [
      { span: hour, spans: [hour, noon], size: 'L' },
      'spans cannot be sent as ["PT1H","12:00:00"]',
      '["PT1H","PT12H"]',
    ],
    [
      { span: hour, size: 'L', sizes: ['L', Decimal.from('2.50')] },
      'sizes cannot be sent as ["L","2.50"]',
      '["L","2.50"]',
    ],
  ] as const
  for (const [query, start, read] of refused)
    await assert.rejects(client.find({ query }), {
      name: 'TypeError',
      message: `${start}: it is sent as text, and would be read as ${read}`,
    })
  const sent = { span: hour, spans: [hour], size: '2.50' }
  const arrived = { span: 'PT1H', spans: ['PT1H'], size: '2.50', sizes: [] }
  assert.deepEqual((await client.find({ query: sent })).body, arrived)
})

test('a string that would be read as a list of one is not sent, nor a list that would be read as a string', async () => {
  const ids = nullable(union([string(), list(string())]), { default: null })
  const find = get('/', { query: { ids, q: any({ default: null }) }, cookies: { ids }, response: any() })
  const declared = contract({ title: 'Lists', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query, cookies }) => [query.ids, query.q, cookies.ids] })
  const asked = createClient(declared, { baseUrl: 'http://x', fetch })
  const of = async (query: object, cookies = {}) => (await asked.find({ query, cookies })).body
  await assert.rejects(of({ ids: 'a' }), /ids cannot be sent as "a"/)
  await assert.rejects(of({ q: ['a'] }), /q cannot be sent as \["a"\]/)
  await assert.rejects(of({ q: ['a', 'b'] }), /q cannot be sent as \["a","b"\]/)
  await assert.rejects(of({}, { ids: ['a'] }), /ids cannot be sent as \["a"\]/)
  assert.deepEqual(await of({ ids: ['a'], q: 'b' }, { ids: 'c' }), [['a'], 'b', 'c'])
})

test("a value of another library's schema is sent if that schema converts its text back to it", async () => {
  const numeric = foreign('Numeric', schemaOf<number>(Number))
  const truthy = foreign('Truthy', schemaOf<boolean>(Boolean))
  const routesOf = {
    find: get('/{id}', {
      params: { id: numeric },
      query: { limit: numeric, is_new: truthy, ids: list(numeric) },
      response: any(),
    }),
  }
  const declared = contract({ title: 'Schemas', version: '1', routes: routesOf })
  const server = implement(declared, { find: ({ params, query }) => ({ ...params, ...query }) })
  const { find } = createClient(declared, { baseUrl: 'http://x', fetch: server.fetch })
  const query = { limit: 3, is_new: true, ids: [1, 2] }
  assert.deepEqual((await find({ params: { id: 7 }, query })).body, { id: 7, ...query })
  await assert.rejects(find({ params: { id: 7 }, query: { ...query, is_new: false } }), {
    message: 'is_new cannot be sent as false: it is sent as text, and would be read as true',
  })
})

test('a bigint of a schema of another library is sent with all of its digits', async () => {
  const big = foreign(
    'Big',
    schemaOf<bigint>((input) => BigInt(input as string | bigint)),
  )
  const find = get('/{id}', { params: { id: big }, query: { ids: list(big) }, response: any() })
  const declared = contract({ title: 'Schemas', version: '1', routes: { find } })
  const { fetch } = implement(declared, {
    find: ({ params, query }) => [params.id, ...query.ids].map(String),
  })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  const ids = [2n ** 53n + 1n, 2n ** 64n, 7n]
  const answer = await client.find({ params: { id: -(2n ** 65n) }, query: { ids } })
  assert.deepEqual(answer.body, [-(2n ** 65n), ...ids].map(String))
})

test("another library's schema is not called for a parameter that is not given", async () => {
  const upper = schemaOf((input) => {
    if (typeof input !== 'string') throw new TypeError('This is no text')
    return input.toUpperCase()
  })
  const find = get('/', { query: { sort: foreign('Upper', upper, { default: 'A' }) }, response: any() })
  const declared = contract({ title: 'Schemas', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => query.sort })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  assert.equal((await client.find({})).body, 'A')
  assert.equal((await client.find({ query: { sort: 'b' } })).body, 'B')
  await assert.rejects(client.find({ query: { sort: null as never } }), /sort cannot be sent as null/)
})

test('a value for a validator that parses JSON is sent as JSON', async () => {
  const parse = before((input) => (typeof input === 'string' ? JSON.parse(input) : input))
  const find = get('/', { query: { sizes: record(integer(), {}, parse) }, response: any() })
  const declared = contract({ title: 'JSON', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => query.sizes })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  assert.deepEqual((await client.find({ query: { sizes: { small: 1 } } })).body, { small: 1 })
})

test("parameters and bodies are read from getters, even if one's name on the wire is another's own name", async () => {
  const maker = string({ alias: 'made_by', default: 'nobody' })
  const query = { maker, owner: string({ alias: 'maker', default: 'nobody' }) }
  const response = any()
  const routesOf = {
    find: get('/', { query, response }),
    sendJson: post('/json', { body: json(query), response }),
    sendForm: post('/form', { body: form(query), response }),
    sendMultipart: post('/multipart', { body: multipart(query), response }),
  }
  const declared = contract({ title: 'Names', version: '1', routes: routesOf })
  const given = ({ body }: { readonly body: object }) => ({ ...body })
  const { fetch } = implement(declared, {
    find: ({ query }) => ({ ...query }),
    sendJson: given,
    sendForm: given,
    sendMultipart: given,
  })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  class Asked {
    get maker() {
      return 'Ann'
    }
  }
  const arrives = { maker: 'Ann', owner: 'nobody' }
  assert.deepEqual((await client.find({ query: new Asked() })).body, arrives)
  for (const send of [client.sendJson, client.sendForm, client.sendMultipart])
    assert.deepEqual((await send({ body: new Asked() })).body, arrives)
})

test('a member that the server would replace by its default is not sent, nor null in a list of parameters', async () => {
  const title = string({ default: 'Untitled' })
  class Titled extends Model({ title }) {}
  const size = nullable(integer(), { default: 7 })
  const note = nullable(string(), { default: null })
  const response = any()
  const members = contract({
    title: 'Members',
    version: '1',
    routes: {
      form: post('/form', { body: form({ title, note }), response }),
      model: post('/model', { body: form(Titled), response }),
      multipart: post('/multipart', { body: multipart({ title }), response }),
      json: post('/json', { body: json({ title, size, note }), response }),
      need: post('/need', { body: json({ size: nullable(integer()) }), response }),
      list: get('/list', { query: { ids: list(nullable(integer())) }, response }),
    },
  })
  const given = ({ body }: { readonly body: unknown }) => body
  const handlers = { form: given, model: given, multipart: given, json: given, need: given, list: () => null }
  const { fetch } = implement(members, handlers)
  const {
    form: sendForm,
    model: sendModel,
    multipart: sendMultipart,
    json: sendJson,
    need: sendNeed,
    list: askList,
  } = createClient(members, { baseUrl: 'http://x', fetch: async (request) => fetch(request) })
  const refusal = /title cannot be sent as "": it is read as no value, so the default would be used/
  await assert.rejects(sendForm({ body: { title: '' } }), refusal)
  await assert.rejects(sendForm({ body: { note: '' } }), /note cannot be sent as ""/)
  await assert.rejects(sendMultipart({ body: { title: '' } }), refusal)
  assert.deepEqual((await sendModel({ body: { title: '' } })).body, { title: '' })
  assert.deepEqual((await sendJson({ body: { title: '', note: null } })).body, {
    title: '',
    size: 7,
    note: null,
  })
  // Like FastAPI, the server reports that it is missing.
  assert.equal((await sendNeed({ body: { size: null } })).status, 422)
  await assert.rejects(sendJson({ body: { size: null } }), /size cannot be sent as null/)
  for (const none of [null, undefined as never])
    await assert.rejects(
      askList({ query: { ids: [1, none] } }),
      /ids cannot be sent as \[1,null\]: one of its items/,
    )
})

test('a whole body of null that the server would replace by its default is not sent', async () => {
  const response = any()
  const routesOf = {
    some: post('/some', { body: json(nullable(integer(), { default: 7 })), response }),
    none: post('/none', { body: json(nullable(Reason, { default: null })), response }),
    need: post('/need', { body: json(nullable(integer())), response }),
  }
  const declared = contract({ title: 'Wholes', version: '1', routes: routesOf })
  const given = ({ body }: { readonly body: unknown }) => body
  const { fetch } = implement(declared, { some: given, none: given, need: given })
  const { some, none, need } = createClient(declared, { baseUrl: 'http://x', fetch })
  await assert.rejects(some({ body: null }), /The body cannot be sent as null: it is read as no value/)
  assert.equal((await some({ body: 0 })).body, 0)
  assert.equal((await none({ body: null })).body, null)
  assert.equal((await need({ body: null })).status, 422)
})

test('a declared redirect is the response, and is not followed', async (context) => {
  const server = await serve(api, { port: 0 })
  context.after(() => server.close(0))
  const { status, headers, body } = await createClient(declared, { baseUrl: server.url }).move()
  assert.deepEqual([status, headers.get('location'), body], [303, '/price', null])
})

test('a declared redirect of any status is not followed', async () => {
  const statuses = [301, 302, 303, 307, 308]
  const declarations = statuses.flatMap((status) => [
    { status, declaration: { status } },
    { status, declaration: { response: Reason, responses: { [status]: 'It is elsewhere' } } },
  ])
  for (const { status, declaration } of declarations) {
    const moved = contract({ title: 'Moved', version: '1', routes: { move: get('/move', declaration) } })
    const modes: RequestRedirect[] = []
    const fetch = async (request: Request) => {
      modes.push(request.redirect)
      return new Response(null, {
        status,
        headers: { location: '/price', 'content-type': 'application/json' },
      })
    }
    const answer = await createClient(moved, { baseUrl: 'http://x', fetch }).move()
    assert.deepEqual([answer.status, answer.body], [status, null])
    assert.deepEqual(modes, ['manual'])
  }
})

test('a redirect that a browser hides rejects with that reason', async () => {
  const hidden = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  const inBrowser = createClient(declared, { ...options, fetch: async () => hidden })
  await assert.rejects(inBrowser.move(), /move answered 0 for a redirect, which this platform hides/)
})

test('a response that is not JSON does not fit a model, whatever its status', async () => {
  const pages: readonly (readonly [string | null, string, number])[] = [
    ['text/html', '<!doctype html>', 200],
    ['application/json', '{"reason":', 200],
    ['application/json', '', 200],
    [null, '{}', 200],
    ['application/jsonl', '{"reason":"x"}', 200],
    ['text/html', '<!doctype html>', 400],
    ['text/html', '<!doctype html>', 404],
  ]
  for (const [type, text, status] of pages) {
    const headers: HeadersInit = type === null ? {} : { 'content-type': type }
    const fetch = async () => new Response(new TextEncoder().encode(text), { status, headers })
    await assert.rejects(
      createClient(declared, { baseUrl: 'http://x', fetch }).refuse({ body: { reason: 'x' } }),
      (error) =>
        error instanceof UnexpectedAnswerError && error.message.includes(` as ${type ?? 'no media type'}`),
    )
  }
})

test('a 422 declared with a model may also be that of a refused request', async () => {
  const validating = createClient(declared, { ...options, validate: true })
  const own = await validating.refuse({ body: { reason: 'mine' } })
  assert.ok(own.body instanceof Reason)
  const wrong: object = { reason: 1 }
  const { status, body } = await validating.refuse({ body: wrong as { reason: string } })
  assert.equal(status, 422)
  assert.ok('detail' in body)
})

test('a call whose signal is aborted before it begins is not made', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(client.find({ signal }), { name: 'AbortError' })
})
