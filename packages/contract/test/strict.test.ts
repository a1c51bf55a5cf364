import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { datetime, integer, list, Model, nullable, string } from '@postern/model'
import { type RunningServer, serve } from '../src/adapters/node.ts'
import { contract, form, implement, json, jsonOrForm, multipart, routes } from '../src/index.ts'

class Plain extends Model({ n: integer(), at: nullable(datetime({ strict: false }), { default: null }) }) {}
class Forgiving extends Model({ n: integer() }, { strict: false }) {}
class Strict extends Model({ n: integer() }, { strict: true }) {}

const { get, post } = routes()
const numbered = { n: integer() }
const declared = contract({
  title: 'Numbers',
  version: '1',
  routes: {
    whole: post('/whole', { body: json(Plain) }),
    items: post('/items', { body: json(list(Plain)) }),
    members: post('/members', { body: json({ plain: Plain, m: integer() }) }),
    forgiving: post('/forgiving', { body: json(Forgiving) }),
    strict: post('/strict', { body: json(Strict) }),
    form: post('/form', { body: form(Plain) }),
    strictForm: post('/strict-form', { body: form(Strict) }),
    multipart: post('/multipart', { body: multipart({ n: integer(), title: string({ default: '' }) }) }),
    either: post('/either', { body: jsonOrForm(Plain) }),
    parameters: get('/parameters/{n}', { params: numbered, query: numbered, headers: { 'x-n': integer() } }),
    strictQuery: get('/query', { query: Strict }),
    reply: get('/reply', { response: Plain }),
  },
})
const nothing = () => null
const handlers = {
  whole: nothing,
  items: nothing,
  members: nothing,
  forgiving: nothing,
  strict: nothing,
  form: nothing,
  strictForm: nothing,
  multipart: nothing,
  either: nothing,
  parameters: nothing,
  strictQuery: nothing,
  reply: () => JSON.parse('{"n":"1"}'),
}

const URLENCODED = 'application/x-www-form-urlencoded'

interface Scenario {
  readonly target: string
  readonly body?: string
  readonly type?: string
  /** The location of the only issue in a lax service; none for a 200. */
  readonly lax?: string
  readonly strict?: string
}

const scenarios: readonly Scenario[] = [
  { target: '/whole', body: '{"n":1}' },
  { target: '/whole', body: '{"n":"1"}', strict: 'body.n' },
  { target: '/whole', body: '{"n":1,"at":"2026-01-02T03:04:05Z"}' },
  { target: '/items', body: '[{"n":"1"}]', strict: 'body.0.n' },
  { target: '/members', body: '{"plain":{"n":1},"m":"1"}', strict: 'body.m' },
  { target: '/members', body: '{"plain":{"n":"1"},"m":1}', strict: 'body.plain.n' },
  { target: '/forgiving', body: '{"n":"1"}' },
  { target: '/strict', body: '{"n":"1"}', lax: 'body.n', strict: 'body.n' },
  { target: '/either', body: '{"n":"1"}', strict: 'body.n' },
  { target: '/either', body: 'n=1', type: URLENCODED },
  { target: '/form', body: 'n=1', type: URLENCODED },
  { target: '/strict-form', body: 'n=1', type: URLENCODED, lax: 'body.n', strict: 'body.n' },
  { target: '/multipart', body: 'n=1', type: URLENCODED },
  { target: '/parameters/1?n=1' },
  { target: '/query?n=1', lax: 'query.n', strict: 'query.n' },
  { target: '/reply' },
]

for (const strict of [false, true]) {
  const api = implement(declared, handlers, { strict })
  let server: RunningServer
  before(async () => {
    server = await serve(api, { port: 0 })
  })
  after(() => server.close(0))

  for (const scenario of scenarios) {
    const { target, body, type = 'application/json' } = scenario
    const issue = strict ? scenario.strict : scenario.lax
    test(`${strict ? 'strict' : 'lax'}: ${target} ${body ?? ''} is ${issue === undefined ? 'accepted' : `refused for ${issue}`}`, async () => {
      const response = await fetch(`${server.url}${target}`, {
        headers: { 'content-type': type, 'x-n': '1' },
        ...(body !== undefined && { method: 'POST', body }),
      })
      const answered = await response.json()
      const places =
        response.status === 422 ? answered.detail.map(({ loc }: { loc: [] }) => loc.join('.')) : []
      assert.deepEqual([response.status, places], issue === undefined ? [200, []] : [422, [issue]])
    })
  }
}

test('a strict service is described like a lax one', () => {
  assert.deepEqual(
    implement(declared, handlers, { strict: true }).document,
    implement(declared, handlers).document,
  )
})
