import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  after,
  discriminated,
  email,
  foreign,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  reject,
  string,
} from '@postern/model'
import { z } from 'zod'
import { contract, type ErrorInput, form, implement, json, routes } from '../index.ts'

class Cat extends Model({ kind: literal(['cat']), lives: integer() }) {}
class Dog extends Model({ kind: literal(['dog']) }) {}
class SignUp extends Model({ name: string({ minLength: 3 }), pin: string({ secret: true, minLength: 4 }) }) {}

/** Shows the refused value in its message, as Valibot and ArkType do. */
const Word = z.string().refine(() => false, { error: ({ input }) => `must be a word (was "${input}")` })

const { get, post } = routes()
const declared = contract({
  title: 'Redacted',
  version: '1',
  routes: {
    signUp: post('/sign-up', { body: json(SignUp) }),
    asForm: post('/form', { body: form(SignUp) }),
    pet: post('/pet', { body: json(discriminated('kind', [Cat, Dog])) }),
    mail: post('/mail', { body: json({ to: email() }) }),
    word: post('/word', { body: json({ word: foreign('Word', Word) }) }),
    find: get('/find/{id}', {
      params: { id: integer() },
      query: { q: integer() },
      headers: { x_n: integer() },
      cookies: { c: integer() },
    }),
  },
})

const handler = () => null
const apis = (['fastapi', 'problem'] as const).flatMap((errors) =>
  (['full', 'redacted', 'none'] as const).map((errorInput) => {
    const handlers = {
      signUp: handler,
      asForm: handler,
      pet: handler,
      mail: handler,
      word: handler,
      find: handler,
    }
    return { errors, errorInput, api: implement(declared, handlers, { errors, errorInput }) }
  }),
)

const as = (type: string, body: string): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type },
})
const asJson = (body: string) => as('application/json', body)

/** A title, a request, and the input that each issue shows in full. */
const sent: readonly [string, string, RequestInit, readonly unknown[]][] = [
  ['a field', '/sign-up', asJson('{"name":"hu","pin":"12345"}'), ['hu']],
  ['a secret', '/sign-up', asJson('{"name":"hunter","pin":"hu"}'), ['***']],
  ['the whole body around a missing field', '/sign-up', asJson('{"name":"hunter"}'), [{ name: 'hunter' }]],
  ['an object around a secret', '/sign-up', asJson('{"pin":"hunter"}'), [{ pin: '***' }]],
  ['no body', '/sign-up', { method: 'POST' }, [null]],
  ['malformed JSON', '/sign-up', asJson('{"name":hunter}'), [{}]],
  ['a type other than JSON', '/pet', as('text/plain', 'hunter'), ['hunter']],
  [
    'a form',
    '/form',
    as('application/x-www-form-urlencoded', 'name=hu&other=hunter'),
    ['hu', { name: 'hu', other: '***' }],
  ],
  ['the tag of a union', '/pet', asJson('{"kind":"hunter"}'), [{ kind: 'hunter' }]],
  ['an e-mail address', '/mail', asJson('{"to":"hunter"}'), ['hunter']],
  [
    'the domain of an e-mail address',
    '/mail',
    asJson('{"to":"a@hunter\\u06dd.example"}'),
    ['a@hunter\u06dd.example'],
  ],
  ['a value that another library refuses', '/word', asJson('{"word":"hunter"}'), ['hunter']],
  [
    'every parameter',
    '/find/hunter1?q=hunter2',
    { headers: { 'x-n': 'hunter3', cookie: 'c=hunter4' } },
    ['hunter1', 'hunter2', 'hunter3', 'hunter4'],
  ],
]

const shown: Readonly<Record<ErrorInput, (inputs: readonly unknown[]) => readonly object[]>> = {
  full: (inputs) => inputs.map((input) => ({ input })),
  redacted: (inputs) => inputs.map(() => ({ input: '***' })),
  none: (inputs) => inputs.map(() => ({})),
}

for (const { errors, errorInput, api } of apis) {
  for (const [title, target, init, inputs] of sent) {
    test(`${title} is shown as errorInput ${errorInput} says, as ${errors}`, async () => {
      const answer = await api.fetch(new Request(`http://api.example${target}`, init))
      assert.equal(answer.status, 422)
      const text = await answer.text()
      const { detail, errors: issues = detail } = JSON.parse(text)
      const found = issues.map((issue: object) => ('input' in issue ? { input: issue.input } : {}))
      assert.deepEqual(found, shown[errorInput](inputs))
      if (errorInput !== 'full') assert.doesNotMatch(text, /hunter/)
    })
  }
}

/** Requests whose message would repeat the input, and the redacted issue. */
const hidden: readonly [string, string, object][] = [
  [
    '/pet',
    '{"kind":"$&"}',
    {
      type: 'union_tag_invalid',
      loc: ['body'],
      msg: "Input tag '***' found using 'kind' does not match any of the expected tags: 'cat', 'dog'",
      ctx: { discriminator: "'kind'", tag: '***', expected_tags: "'cat', 'dog'" },
      input: '***',
    },
  ],
  [
    '/mail',
    '{"to":"a@x\\u06dd.example"}',
    {
      type: 'value_error',
      loc: ['body', 'to'],
      msg: 'value is not a valid email address: ***',
      ctx: { reason: '***' },
      input: '***',
    },
  ],
  [
    '/word',
    '{"word":"hunter"}',
    { type: 'value_error', loc: ['body', 'word'], msg: 'Value error', input: '***' },
  ],
]

for (const [target, body, issue] of hidden) {
  test(`the input that a message repeats is hidden, and the rest is kept: ${target}`, async () => {
    const redacting = apis.find(({ errorInput }) => errorInput === 'redacted')
    const answer = await redacting?.api.fetch(new Request(`http://api.example${target}`, asJson(body)))
    assert.deepEqual(await answer?.json(), { detail: [issue] })
  })
}

test('the message of a custom validator is kept', async () => {
  const picky = string(
    {},
    after((_: string) => reject('hunter2 is too well known')),
  )
  const api = implement(
    contract({ title: 'T', version: '1', routes: { pick: post('/pick', { body: json(picky) }) } }),
    { pick: handler },
    { errorInput: 'none' },
  )
  const answer = await api.fetch(new Request('http://api.example/pick', asJson('"x"')))
  assert.equal((await answer.json()).detail[0].msg, 'Value error, hunter2 is too well known')
})

test('the keys of a secret are hidden from the client and from the log', async () => {
  const Keys = record(integer(), { secret: true })
  const notices: unknown[] = []
  const keys = contract({
    title: 'Keys',
    version: '1',
    routes: { take: post('/take', { body: json(Keys) }), show: get('/show', { response: Keys }) },
  })
  const misfit: Record<string, number> = JSON.parse('{"hunter":"x"}')
  const api = implement(
    keys,
    { take: handler, show: () => misfit },
    { onError: ({ incoming: _, ...notice }) => notices.push(notice) },
  )
  const taken = await api.fetch(new Request('http://x/take', asJson('{"hunter":"x"}')))
  assert.deepEqual((await taken.json()).detail[0].loc, ['body', '***'])
  assert.equal((await api.fetch(new Request('http://x/show'))).status, 500)
  assert.match(JSON.stringify(notices), /"loc":\["response","\*\*\*"\]/)
  assert.doesNotMatch(JSON.stringify(notices), /hunter/)
})

test('the reported reason why a response does not fit contains none of its values', async () => {
  const Shown = list(discriminated('kind', [Cat, Dog]))
  const notices: unknown[] = []
  const answers = contract({
    title: 'Answers',
    version: '1',
    routes: {
      pets: get('/pets', { response: Shown }),
      word: get('/word', { response: foreign('Word', Word) }),
    },
  })
  const api = implement(
    answers,
    { pets: () => JSON.parse('[{"kind":"hunter"}]'), word: () => 'hunter' },
    { onError: ({ incoming: _, ...notice }) => notices.push(notice) },
  )
  for (const path of ['/pets', '/word'])
    assert.equal((await api.fetch(new Request(`http://x${path}`))).status, 500)
  assert.deepEqual(notices, [
    {
      operation: 'pets',
      issues: [
        {
          type: 'union_tag_invalid',
          loc: ['response', 0],
          msg: "Input tag '***' found using 'kind' does not match any of the expected tags: 'cat', 'dog'",
        },
      ],
    },
    { operation: 'word', issues: [{ type: 'value_error', loc: ['response'], msg: 'Value error' }] },
  ])
})

test('a response shows at most about 16 million characters of input, and the locations of all issues', async () => {
  class Level extends Model({ need: integer(), below: nullable(nested<unknown>((): unknown => Level)) }) {}
  const dig = post('/dig', { body: json(Level) })
  const api = implement(contract({ title: 'T', version: '1', routes: { dig } }), { dig: handler })
  const deep = (levels: number, text: string) =>
    `${'{"below":'.repeat(levels)}{"need":1,"below":null,"text":"${text}"}${'}'.repeat(levels)}`
  const inputsOf = async (body: string): Promise<unknown[]> => {
    const answer = await api.fetch(new Request('http://api.example/dig', asJson(body)))
    const { detail } = (await answer.json()) as { readonly detail: { readonly input: unknown }[] }
    return detail.map(({ input }) => input)
  }
  const large = await inputsOf(deep(200, 'x'.repeat(2 ** 19)))
  assert.equal(large.length, 200)
  assert.equal(large.filter((input) => input !== '***').length, 31)
  const small = await inputsOf(deep(200, 'x'))
  assert.ok(small.every((input) => input !== '***'))
})

test('input beyond the limit is hidden, and all issues are reported', async () => {
  const long = 'x'.repeat(2 ** 20)
  class Item extends Model({ id: integer() }) {}
  const values = [[long], { id: long }, [[[long]]], { other: { id: [long] } }, long]
  const all = [...values, ...values, ...values, ...values, ...values]
  const items = routes().post('/items', { body: json(list(Item), { limit: 2 ** 25 }) })
  const { fetch: ask } = implement(contract({ title: 'T', version: '1', routes: { items } }), {
    items: () => null,
  })
  const answer = await ask(new Request('http://x/items', asJson(JSON.stringify(all))))
  const { detail } = await answer.json()
  const shown = detail.map(({ input }: { readonly input: unknown }) => input !== '***')
  assert.deepEqual(shown, [...new Array(15).fill(true), ...new Array(10).fill(false)])
  assert.deepEqual(detail[24], {
    type: 'model_attributes_type',
    loc: ['body', 24],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: '***',
  })
})
