import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { integer, Model, string } from '@postern/model'
import { contract, describeContract, jsonLines, routes, serverSentEvents } from '../index.ts'

class Login extends Model({ user: string(), token: string({ secret: true }), n: integer() }) {}

const { get } = routes()
const responseExamples = { two: [{ user: 'ann', token: 'hunter2', n: 1 }] }
const described = describeContract(
  contract({
    title: 'Streams',
    version: '1',
    routes: {
      lines: get('/lines', { response: jsonLines(Login), responseExamples }),
      events: get('/events', {
        response: serverSentEvents(Login),
        responseExamples,
        responseDescription: 'Who comes',
      }),
    },
  }),
)

const item = { $ref: '#/components/schemas/Login' }
const contents: readonly (readonly [string, string, string, object])[] = [
  [
    '/lines',
    'Successful Response',
    'application/jsonl',
    {
      schema: { type: 'array', items: item, description: 'One item per line' },
      examples: { two: { value: [{ user: 'ann', token: '***', n: 1 }] } },
    },
  ],
  [
    '/events',
    'Who comes',
    'text/event-stream',
    {
      schema: {
        items: {
          type: 'object',
          properties: {
            event: { type: 'string' },
            data: { type: 'string', contentMediaType: 'application/json', contentSchema: item },
            id: { type: 'string' },
            retry: { type: 'integer', minimum: 0 },
          },
          required: ['data'],
        },
        description: 'One item per event, as its data. An event named error ends a stream that failed',
      },
      examples: { two: { value: [{ data: '{"user":"ann","token":"***","n":1}' }] } },
    },
  ],
]

for (const [path, description, type, content] of contents) {
  test(`§4.1 the document describes ${type}, with its items and examples without secrets`, () => {
    const document = JSON.parse(JSON.stringify(described))
    assert.deepEqual(document.paths[path].get.responses[200], { description, content: { [type]: content } })
    assert.ok('Login' in document.components.schemas)
  })
}

for (const [form, value, fits] of [
  ['the body as a string', 'data: {"user":"ann"}\n\n', true],
  ['the data of an event', { user: 'ann', token: 't', n: 1 }, true],
  ['the list of all events', [{ data: '{}', id: '7' }], true],
  ['a list of something else', [{ user: 'ann' }], false],
] as const) {
  test(`§4.1 the schema of server-sent events ${fits ? 'accepts' : 'refuses'} ${form}`, () => {
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema(JSON.parse(JSON.stringify(described)), 'document')
    const content = 'document#/paths/~1events/get/responses/200/content/text~1event-stream'
    assert.equal(ajv.validate(`${content}/schema`, value), fits)
  })
}

test('§4.1 an example of a stream with a wrong item is refused', () => {
  const lines = get('/lines', { response: jsonLines(Login), responseExamples: { one: [{ user: 'ann' }] } })
  assert.throws(
    () => describeContract(contract({ title: 'Streams', version: '1', routes: { lines } })),
    /The example "one" does not fit: 0\.token: Field required/,
  )
})
