import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, literal, Model, record } from '@postern/model'
import { contract, implement, json, routes } from '../src/index.ts'

class Numbers extends Model({ n: list(integer()) }) {}

const { post } = routes()
const declared = contract({
  title: 'Numbers',
  version: '1',
  routes: {
    whole: post('/whole', { body: json(Numbers) }),
    members: post('/members', { body: json({ n: list(integer()) }) }),
    chosen: post('/chosen', { body: json({ n: list(literal(['x'.repeat(4000)])) }) }),
    keyed: post('/keyed', { body: json(record(list(integer()))) }),
  },
})
const handler = () => null
const handlers = { whole: handler, members: handler, chosen: handler, keyed: handler }
const api = implement(declared, handlers)

/** More than a call accepts as arguments, and fewer than the default body limit allows. */
const MANY = 150_000

const wrongItems = `{"n":[${Array(MANY).fill('"x"').join()}]}`

for (const target of ['/whole', '/members']) {
  test(`a body with ${MANY} faults is a 422 with an issue for each: ${target}`, async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await api.fetch(
      new Request(`http://x${target}`, { method: 'POST', headers, body: wrongItems }),
    )
    assert.equal(answer.status, 422)
    const { detail } = (await answer.json()) as { readonly detail: readonly unknown[] }
    assert.equal(detail.length, MANY)
  })
}

/** What is in each of many issues: a key in the location, or the choices in the message. */
const repeated: readonly [name: string, target: string, body: string][] = [
  ['key', '/keyed', `{"${'k'.repeat(200_000)}":[${Array(50_000).fill('""').join()}]}`],
  ['choice', '/chosen', `{"n":[${Array(50_000).fill('""').join()}]}`],
]
for (const [name, target, body] of repeated) {
  for (const errorInput of ['full', 'redacted', 'none'] as const) {
    test(`a long ${name} in each of many issues does not make the response endless: ${errorInput}`, async () => {
      const bounded = implement(declared, handlers, { errorInput })
      const headers = { 'content-type': 'application/json' }
      const answer = await bounded.fetch(new Request(`http://x${target}`, { method: 'POST', headers, body }))
      assert.equal(answer.status, 422)
      const text = await answer.text()
      assert.ok(text.length < 2 ** 27)
      assert.ok(JSON.parse(text).detail.length > 300)
    })
  }
}
