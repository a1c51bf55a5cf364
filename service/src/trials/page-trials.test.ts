import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, describeContract, json, routes, tokenFrom } from '@postern/contract'
import { type CorsOptions, compilePolicy } from '@postern/contract/cors'
import { Model, string } from '@postern/model'
import { runPageTrials } from './page-trials.ts'

class Note extends Model({ text: string() }) {}

const { get, post, put } = routes()
const declared = contract({
  title: 'Notes',
  version: '1.0.0',
  routes: {
    read: get('/notes', {
      response: Note,
      responseHeaders: { ETag: 'Its state', 'Cache-Control': 'How long' },
    }),
    create: post('/notes', { body: json(Note), headers: { 'x-key': string({ default: '' }) } }),
    replace: put('/notes', { body: json(Note), security: tokenFrom() }),
    plain: post('/plain', {}),
  },
})
const origin = 'https://app.example'
const everything = {
  allowOrigins: [origin],
  allowMethods: ['GET', 'POST', 'PUT', 'OPTIONS'],
  allowHeaders: ['content-type', 'x-key', 'authorization'],
  exposeHeaders: ['etag'],
}

// table: changes to a policy that lets pages do everything, and what pages cannot do then.
const cases: readonly (readonly [string, CorsOptions, Readonly<Record<string, RegExp>>])[] = [
  ['nothing', {}, {}],
  ['a star for the exposed headers', { exposeHeaders: ['*'] }, {}],
  ['without PUT', { allowMethods: ['GET', 'POST', 'OPTIONS'] }, { replace: /PUT/ }],
  ['without a header', { allowHeaders: ['content-type', 'authorization'] }, { create: /x-key/ }],
  ['without authorization', { allowHeaders: ['content-type', 'x-key'] }, { replace: /authorization/ }],
  ['without a response header', { exposeHeaders: [] }, { read: /^they cannot read ETag$/ }],
  [
    'another origin',
    { allowOrigins: ['https://other.example'] },
    { read: /origin/i, create: /origin/i, replace: /origin/i, plain: /origin/i },
  ],
]

for (const [title, change, expected] of cases) {
  test(`what pages cannot do of what the document describes: ${title}`, () => {
    const policy = compilePolicy({ ...everything, ...change })
    const trials = runPageTrials(describeContract(declared), policy, origin)
    assert.deepEqual(
      trials.map(({ operation, place }) => `${operation} ${place}`),
      ['read GET /notes', 'create POST /notes', 'replace PUT /notes', 'plain POST /plain'],
    )
    const found = trials.filter(({ obstacles }) => obstacles.length > 0)
    assert.deepEqual(
      found.map(({ operation }) => operation),
      Object.keys(expected),
    )
    for (const { operation, obstacles } of found)
      assert.match(obstacles.join(' '), expected[operation] ?? /^$/)
  })
}
