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
class Reason extends Model({ reason: string() }) {}

/** A schema of another library that makes something of everything. */
function schemaOf<Value>(make: (input: unknown) => Value): ForeignSchema<Value, Value> {
  return { '~standard': { version: 1, vendor: 'test', validate: (input) => ({ value: make(input) }) } }
}
class Told extends Model({ body: any(), query: any(), params: any() }) {}

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
      response: Told,
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
  // One's name on the wire is another's own name.
  maker: string({ alias: 'made_by', default: 'nobody' }),
  owner: string({ alias: 'maker', default: 'nobody' }),
}
class Screen extends Model(screen) {}
class OpenScreen extends Model(screen, { extra: 'allow' }) {}
class ClosedScreen extends Model(screen, { extra: 'forbid' }) {}
class Label extends Model({ isFlat: screen.isFlat, note: string({ alias: 'a_note', default: '' }) }) {}
const whole = { is_flat: true, size: { in_inches: 27 }, made_by: 'Ann', maker: 'Bob' }
const label = { is_flat: true, a_note: 'x' }
const lying = { is_flat: false, a_note: 'x' }

// table: what an answer is sent back to, with what is changed in it, and what arrives
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
  ['where anything may stand', OpenScreen, json, whole, { isFlat: false }, { ...whole, is_flat: false }],
  ['where nothing else may', ClosedScreen, json, whole, { isFlat: false }, { ...whole, is_flat: false }],
  ['in a form', Label, form, label, { isFlat: false }, lying],
  ['in a multipart form', Label, multipart, label, { isFlat: false }, lying],
  ['as JSON or a form', Label, jsonOrForm, label, { isFlat: false }, lying],
]

for (const [title, model, binding, came, change, arrives] of sentBack) {
  test(`an answer is sent back ${title}`, async () => {
    const keep = put('/screen', { body: binding(model as never), response: any() })
    const kept = contract({ title: 'Screens', version: '1', routes: { keep } })
    const { fetch } = implement(kept, { keep: ({ body }) => body })
    const answer = await createClient(kept, { ...options, fetch }).keep({
      body: { ...came, ...change },
    } as never)
    assert.deepEqual(answer.body, arrives)
  })
}

test('of members and parameters as well, and of what does not fit', async () => {
  const members = { is_flat: true, isFlat: false, a_note: 'x' }
  const keep = put('/screen', { query: Label, body: json({ ...Label.fields }), response: any() })
  const refuse = put('/refuse', { body: json(Screen), response: any() })
  const kept = contract({ title: 'Screens', version: '1', routes: { keep, refuse } })
  const { fetch } = implement(kept, { keep: ({ query, body }) => [query, { ...body }], refuse: () => null })
  const calls = createClient(kept, { ...options, fetch })
  const { body } = await calls.keep({ query: members, body: members })
  assert.deepEqual(body, [lying, { isFlat: false, note: 'x' }])
  const refused = await calls.refuse({ body: { isFlat: JSON.parse('"no idea"'), ...whole } })
  assert.ok(refused.status === 422)
  assert.deepEqual(
    refused.body.detail.map(({ loc, input }) => [loc.join('.'), input]),
    [['body.is_flat', 'no idea']],
  )
})

test('a validator runs where the value is worked on, and nowhere else', async () => {
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

test('the defaults of models in models are left to the server', async () => {
  const { body } = await client.create({ body: { inner: {}, all: [{}, { size: 2 }], by: { a: {} } } })
  const inner = { name: '', size: 1 }
  assert.deepEqual(body, { inner, all: [inner, { name: '', size: 2 }], by: { a: inner } })
})

test('so it is in unions: names are those of the wire, defaults and validators the server\u2019s', async () => {
  const { body } = await client.adopt({
    body: { pet: { sort: 'cat', livesLeft: 9 }, price: { amount: 1, note: 'ab' } },
  })
  assert.deepEqual(body, { pet: { sort: 'cat', lives: 9, nick: 'Tom' }, price: { amount: 100, note: 'a' } })
})

test('what every object inherits is nothing that was given', async () => {
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

test('what is no text of a parameter is not sent where it would be the default', async () => {
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

test('a value whose text would be read as another is not sent: of a union with texts a number, but its text', async () => {
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
  const told = 'id cannot be sent as 1: it is sent as text, and would be read as "1"'
  await assert.rejects(find({ query: { id: 1 } }), { name: 'TypeError', message: told })
  await assert.rejects(
    find({ query: { id: 'a', ids: ['b', 2] } }),
    /^TypeError: ids cannot be sent as \["b",2\]/,
  )
  assert.deepEqual((await find({ query: { id: '1', ids: ['2', 'b'] } })).body, { id: '1', ids: ['2', 'b'] })
})

test('so it is with a moment or a decimal whose text another kind takes, in a list as well', async () => {
  const span = union([duration(), time()])
  const size = union([decimal(), string()])
  const find = get('/', { query: { span, spans: list(span, { default: [] }), size }, response: any() })
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
  ] as const
  for (const [query, start, read] of refused)
    await assert.rejects(client.find({ query }), {
      name: 'TypeError',
      message: `${start}: it is sent as text, and would be read as ${read}`,
    })
  const sent = { span: hour, spans: [hour], size: '2.50' }
  assert.deepEqual((await client.find({ query: sent })).body, { span: 'PT1H', spans: ['PT1H'], size: '2.50' })
})

test('nor is one text where a list would do, which is read as a list of one, nor a list where one text is read', async () => {
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

test('a value of a schema of another library is sent where that makes the same of its text', async () => {
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

test('of a parameter that is not given no schema of another library is asked', async () => {
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

test('what a validator parses is sent as JSON', async () => {
  const parse = before((input) => (typeof input === 'string' ? JSON.parse(input) : input))
  const find = get('/', { query: { sizes: record(integer(), {}, parse) }, response: any() })
  const declared = contract({ title: 'JSON', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => query.sizes })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  assert.deepEqual((await client.find({ query: { sizes: { small: 1 } } })).body, { small: 1 })
})

test('parameters may be the getters of an object, and the name of one on the wire that of another', async () => {
  const maker = string({ alias: 'made_by', default: 'nobody' })
  const query = { maker, owner: string({ alias: 'maker', default: 'nobody' }) }
  const find = get('/', { query, response: any() })
  const declared = contract({ title: 'Names', version: '1', routes: { find } })
  const { fetch } = implement(declared, { find: ({ query }) => ({ ...query }) })
  const client = createClient(declared, { baseUrl: 'http://x', fetch })
  class Asked {
    get maker() {
      return 'Ann'
    }
  }
  assert.deepEqual((await client.find({ query: new Asked() })).body, { maker: 'Ann', owner: 'nobody' })
})

test('nor is a member of a body that would be its default, nor null in a list of parameters', async () => {
  const title = string({ default: 'Untitled' })
  const size = nullable(integer(), { default: 7 })
  const note = nullable(string(), { default: null })
  const response = any()
  const members = contract({
    title: 'Members',
    version: '1',
    routes: {
      form: post('/form', { body: form({ title, note }), response }),
      multipart: post('/multipart', { body: multipart({ title }), response }),
      json: post('/json', { body: json({ title, size, note }), response }),
      need: post('/need', { body: json({ size: nullable(integer()) }), response }),
      list: get('/list', { query: { ids: list(nullable(integer())) }, response }),
    },
  })
  const given = ({ body }: { readonly body: unknown }) => body
  const handlers = { form: given, multipart: given, json: given, need: given, list: () => null }
  const { fetch } = implement(members, handlers)
  const {
    form: sendForm,
    multipart: sendMultipart,
    json: sendJson,
    need: sendNeed,
    list: askList,
  } = createClient(members, { baseUrl: 'http://x', fetch: async (request) => fetch(request) })
  const refusal = /title cannot be sent as "": it is read as no value, so the default would be used/
  await assert.rejects(sendForm({ body: { title: '' } }), refusal)
  await assert.rejects(sendForm({ body: { note: '' } }), /note cannot be sent as ""/)
  await assert.rejects(sendMultipart({ body: { title: '' } }), refusal)
  assert.deepEqual((await sendJson({ body: { title: '', note: null } })).body, {
    title: '',
    size: 7,
    note: null,
  })
  // As FastAPI, the server tells that it is missing.
  assert.equal((await sendNeed({ body: { size: null } })).status, 422)
  await assert.rejects(sendJson({ body: { size: null } }), /size cannot be sent as null/)
  for (const none of [null, undefined as never])
    await assert.rejects(
      askList({ query: { ids: [1, none] } }),
      /ids cannot be sent as \[1,null\]: one of its items/,
    )
})

test('nor is a whole body of null that would be its default', async () => {
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

test('a redirect that is declared is the answer, and is not followed', async () => {
  const server = await serve(api, { port: 0 })
  const { status, headers, body } = await createClient(declared, { baseUrl: server.url }).move()
  await server.close(0)
  assert.deepEqual([status, headers.get('location'), body], [303, '/price', null])
})

test('no redirect that is declared is followed, of whatever status', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const moved = contract({
      title: 'Moved',
      version: '1',
      routes: { move: get('/move', { response: Reason, responses: { [status]: 'It is elsewhere' } }) },
    })
    const modes: RequestRedirect[] = []
    const fetch = async (request: Request) => {
      modes.push(request.redirect)
      return new Response(null, { status, headers: { location: '/price' } })
    }
    assert.equal((await createClient(moved, { baseUrl: 'http://x', fetch }).move()).status, status)
    assert.deepEqual(modes, ['manual'])
  }
})

test('a redirect that a browser hides is told as such', async () => {
  const hidden = Object.defineProperties(new Response(null), {
    type: { value: 'opaqueredirect' },
    status: { value: 0 },
  })
  const inBrowser = createClient(declared, { ...options, fetch: async () => hidden })
  await assert.rejects(inBrowser.move(), /move answered 0 for a redirect, which this platform hides/)
})

test('an answer that is no JSON is none of a model, whatever its status', async () => {
  const pages: readonly (readonly [string | null, string, number])[] = [
    ['text/html', '<!doctype html>', 200],
    ['application/json', '{"reason":', 200],
    ['application/json', '', 200],
    [null, '{}', 200],
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

test('a 422 with a model of its own may be that of the request as well', async () => {
  const validating = createClient(declared, { ...options, validate: true })
  const own = await validating.refuse({ body: { reason: 'mine' } })
  assert.ok(own.body instanceof Reason)
  const wrong: object = { reason: 1 }
  const { status, body } = await validating.refuse({ body: wrong as { reason: string } })
  assert.equal(status, 422)
  assert.ok('detail' in body)
})

test('a call that was given up before it began is not made', async () => {
  const signal = AbortSignal.abort()
  await assert.rejects(client.find({ signal }), { name: 'AbortError' })
})
