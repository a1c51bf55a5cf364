import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { serve } from '../adapters/node.ts'
import { contract, implement, routes } from '../index.ts'
import { prefers } from './accept.ts'

const declared = contract({ title: 'T', version: '1', routes: { read: routes().get('/read', {}) } })
const api = implement(declared, { read: () => null }, { errors: 'negotiated' })

const json = 'application/json'
const problem = 'application/problem+json'

/** RFC 9110 §12.5.1 and §12.4.2. */
const accepts: readonly [string, typeof json | typeof problem][] = [
  ['', json],
  [',, ,', json],
  ['text/html', json],
  [problem, problem],
  ['Application/Problem+JSON', problem],
  [`${json}, ${problem}`, json],
  [`${problem}, ${json}`, json],
  [`${problem}, ${json};q=0.9`, problem],
  [`${problem};q=0.9, ${json}`, json],
  [`${problem} ; Q=0.9 , ${json};q=0.8`, problem],
  [`${problem}; q = 0.9, ${json}; q = 0.8`, problem],
  [`${problem};q=0.001, ${json};q=0`, problem],
  [`${problem};q=0`, json],
  ['*/*', json],
  [`*/*, ${json};q=0.5`, problem],
  [`*/*;q=0.5, ${problem}`, problem],
  [`*/*, ${problem};q=0.5`, json],
  ['application/*', json],
  [`application/*, ${json};q=0.5`, problem],
  [`application/*;q=0.3, */*, ${problem};q=0.4`, problem],
  [`text/html, application/xhtml+xml, ${problem}, */*;q=0.8`, problem],
  ['text/html, application/xhtml+xml, */*;q=0.8', json],
  [`${problem};charset=utf-8`, problem],
  [`${problem};profile="a,b;q=0"`, json],
  [`text/x;a="${problem}, \\" ${problem}", ${json}`, json],
  [`text/x;a=", ${problem}`, json],
  [`${problem};q=2`, json],
  [`${problem};q=1.001`, json],
  [`${problem};q=0.1234`, json],
  [`${problem};q=-1`, json],
  [`${problem};q=`, json],
  [`${problem};q`, json],
  [`${problem};q=a, ${problem};q=0.1`, problem],
  [`${problem};q=1.000, ${json};q=0.999`, problem],
  [`${json};q=0.2, ${problem};q=0.3, ${json};q=0.4`, json],
  [`x${problem}`, json],
  ['application/problem', json],
  [`${problem};; ;q=1`, problem],
  [`${'"'.repeat(999)}${problem}`, json],
]

for (const [accept, mediaType] of accepts) {
  test(`Accept: ${accept.slice(0, 99) || 'nothing'} gets ${mediaType}`, async () => {
    const answer = await api.fetch(new Request('http://api.example/nowhere', { headers: { accept } }))
    assert.equal(answer.headers.get('content-type'), mediaType)
  })
}

test('Accept is read in time linear in its length', () => {
  // Quadratic time, for a million characters, would be minutes.
  const texts = [' ', '"', '\\"', ',', ';', '='].map((part) => `${problem};a${part.repeat(1_000_000)}x`)
  const read = () => texts.filter((text) => prefers(text, problem, json)).length
  assert.equal(runInNewContext('read()', { read }, { timeout: 5000 }), 0)
})

test('several Accept lines count as one header, over a socket', async () => {
  const server = await serve(api, { port: 0 })
  try {
    const asked = request(`${server.url}/nowhere`, { headers: { accept: [`${json};q=0.5`, problem] } }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    assert.deepEqual([answer.headers['content-type'], answer.headers.vary], [problem, 'Accept, Origin'])
  } finally {
    await server.close(0)
  }
})

test('a success does not vary on Accept', async () => {
  const answer = await api.fetch(new Request('http://api.example/read', { headers: { accept: problem } }))
  assert.deepEqual([answer.status, answer.headers.get('vary')], [200, 'Origin'])
})
