import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, implement, json, rawReply, routes, tokenFrom } from '@postern/contract'
import { integer, Model, string } from '@postern/model'
import { runTrials } from './run-trials.ts'

class Note extends Model({ text: string() }) {}
class Token extends Model({ access_token: string() }) {}

/** The user who holds a token, by the token. */
const user = (token: string) => ({ name: token })
const { get, post, delete: remove } = routes()
const security = tokenFrom({ cookie: 'session' })
const note = { response: Note, params: { id: integer({ examples: [7] }) }, errors: { 404: 'None' } }
const declared = contract({
  title: 'Notes',
  version: '1.0.0',
  routes: {
    remove: remove('/notes/{id}', { ...note, security }),
    honest: get('/notes/{id}', note),
    empty: post('/empty', { status: 204 }),
    sign: post('/sign', { body: json(Note, { examples: { note: { text: 'hi' } } }), response: Token }),
    lost: get('/lost/{id}', note),
    lying: get('/lying/{id}', note),
    open: get('/open', { response: Note }),
    noExample: get('/no-example/{key}', { ...note, params: { key: string() } }),
    odd: get('/odd/{key}', { ...note, params: { key: string({ pattern: '^a\\?b$', examples: ['a?b'] }) } }),
    listed: get('/listed', { query: { limit: integer({ default: 1 }) }, response: Note }),
    unseen: get('/unseen', { hidden: true }),
  },
})
const api = implement(
  declared,
  {
    remove: ({ user }) => ({ text: user.name }),
    honest: ({ params }) => ({ text: String(params.id) }),
    empty: () => undefined,
    sign: () => ({ access_token: 'ann' }),
    lost: ({ fail }) => fail(404),
    lying: () => rawReply('{"text": 1}', { headers: { 'content-type': 'application/json' } }),
    open: () => {
      return rawReply(null, { status: 418 })
    },
    noExample: () => ({ text: '' }),
    odd: ({ params }) => ({ text: params.key }),
    listed: ({ query }) => ({ text: String(query.limit) }),
    unseen: () => null,
  },
  { authenticate: user },
)

test('each operation is tried with a valid and an invalid request, and differences from the document are reported', async () => {
  const trials = await runTrials(declared, api)
  assert.deepEqual(
    trials.map(({ operation, statuses, problems, skipped }) => [
      operation,
      statuses,
      problems,
      ...(skipped === undefined ? [] : [skipped]),
    ]),
    [
      ['empty', [204], []],
      ['sign', [422, 200], []],
      ['honest', [422, 200], []],
      ['lost', [422, 404], ['the example: answered 404, not success']],
      ['lying', [422, 200], ['the example: /text: not of type string']],
      [
        'open',
        [418],
        ['the example: answered 418, not success', 'the example: the document has no response 418'],
      ],
      ['noExample', [], [], 'no example is declared for the parameter key'],
      ['odd', [422, 200], []],
      ['listed', [422, 200], []],
      ['remove', [422, 200], []],
    ],
  )
})
