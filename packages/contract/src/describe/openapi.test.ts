import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  any,
  boolean,
  datetime,
  decimal,
  discriminated,
  integer,
  type JsonSchema,
  list,
  literal,
  Model,
  nested,
  nullable,
  string,
} from '@postern/model'
import {
  ContractError,
  contract,
  describeContract,
  file,
  form,
  json,
  jsonOrForm,
  multipart,
  type Operations,
  raw,
  routes,
  serverSentEvents,
  tokenFrom,
} from '../index.ts'
import type { DescriptionOptions } from './openapi.ts'

class Post extends Model({ title: string({ examples: ['Hello'] }), content: string({ default: '' }) }) {}
class Priced extends Model({ price: decimal() }) {}
class Basket extends Model({ items: list(Priced) }) {}
class Plain extends Model({ basket: string() }) {}
class SignUp extends Model({
  name: string(),
  password: string({ secret: true, minLength: 8, default: 'correct horse', examples: ['hunter22'] }),
}) {}
class Household extends Model({
  members: list(SignUp, { examples: [[new SignUp({ name: 'Ann', password: 'hunter22' })]] }),
  head: nested<SignUp>(() => SignUp, { default: new SignUp({ name: 'Ann', password: 'hunter22' }) }),
}) {}
const code = string({ secret: true, pattern: '^[0-9]{4}$' })
class Door extends Model({ code }) {}
class House extends Model({
  door: nested(() => Door, { default: new Door({ code: '1234' }), examples: [new Door({ code: '1234' })] }),
}) {}
class Cat extends Model({ kind: literal(['cat'], { default: 'cat' }), lives: integer() }) {}
class Dog extends Model({ kind: literal(['dog', 'wolf']), tame: boolean() }) {}
class Owner extends Model({ pet: discriminated('kind', [Cat, Dog]) }) {}
class Old extends Model({ was: string({ deprecated: true, description: 'No longer read' }) }) {}
class Tracked extends Model({ q: string(), trace: string({ hidden: true }) }, { extra: 'forbid' }) {}
class Traced extends Model({ x_user_id: integer() }) {}
class Taken extends Model({ taken: string() }) {}

const { get, post, put, delete: remove } = routes()
const component = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const codes = {
  authorizationUrl: 'https://id.example/authorize',
  tokenUrl: 'https://id.example/token',
} as const
const annotations = { title: 'Several', description: 'What is meant.', deprecated: true } as const
const waiting = { ETag: 'Its state', 429: { 'Retry-After': 'Seconds to wait' } } as const
const postList = { type: 'array', items: component('Post') }

/** The part of the document at a path of names. */
function partAt(routesOf: Operations, path: string, options?: DescriptionOptions): unknown {
  const document = describeContract(contract({ title: 'T', version: '1', routes: routesOf }), options)
  const names = path.split(' ').filter((name) => name !== '')
  return names.reduce<unknown>((part, name) => (part as JsonSchema | undefined)?.[name], document)
}

const answers = 'paths /a get responses'
const sent = 'paths /a post requestBody content'

const parts: readonly [string, Operations, string, unknown, DescriptionOptions?][] = [
  [
    'a component is named after its class',
    { a: post('/a', { body: json(Post) }) },
    `${sent} application/json schema`,
    component('Post'),
  ],
  [
    'a model that is described alike both ways has one component',
    { a: post('/a', { body: json(Post), response: Post }) },
    'paths /a post responses 200 content application/json schema',
    component('Post'),
  ],
  [
    'a model that is described differently has a component for input',
    { a: post('/a', { body: json(Priced), response: Priced }) },
    `${sent} application/json schema`,
    component('Priced-Input'),
  ],
  [
    'a model that is described differently has a component for output',
    { a: post('/a', { body: json(Priced), response: Priced }) },
    'paths /a post responses 200 content application/json schema',
    component('Priced-Output'),
  ],
  [
    'a model that contains one with two components has two components too',
    { a: post('/a', { body: json(Basket), response: Basket }) },
    'components schemas Basket-Output properties items items',
    component('Priced-Output'),
  ],
  [
    'a model that contains none of them has one component',
    {
      a: post('/a', { body: json(Plain), response: Plain }),
      b: post('/b', { body: json(Basket), response: Basket }),
    },
    'components schemas Plain properties',
    { basket: { type: 'string', title: 'Basket' } },
  ],
  [
    'a model that is used only one way has one component',
    { a: post('/a', { body: json(Basket) }) },
    'components schemas Priced title',
    'Priced',
  ],

  [
    'a text response without a model has its media type',
    { a: get('/a', { mediaType: 'text/csv', status: 203 }) },
    `${answers} 203 content`,
    { 'text/csv': { schema: { type: 'string' } } },
  ],
  [
    'a bytes response without a model has its media type',
    { a: get('/a', { mediaType: 'image/png' }) },
    `${answers} 200 content`,
    { 'image/png': { schema: {} } },
  ],
  [
    'a field shows its examples',
    { a: post('/a', { body: json(Post) }) },
    'components schemas Post properties title examples',
    ['Hello'],
  ],
  [
    'a secret field is writeOnly and shows neither example nor default',
    { a: post('/a', { body: json(SignUp) }) },
    'components schemas SignUp properties password',
    { type: 'string', format: 'password', minLength: 8, title: 'Password', writeOnly: true },
  ],
  [
    'an example that contains a secret hides it',
    { a: post('/a', { body: json(Household) }) },
    'components schemas Household properties members examples',
    [[{ name: 'Ann', password: '********' }]],
  ],
  [
    'a default that contains a secret hides it',
    { a: post('/a', { body: json(Household) }) },
    'components schemas Household properties head default',
    { name: 'Ann', password: '********' },
  ],
  [
    'a secret that is in a response is not writeOnly',
    { a: get('/a', { response: SignUp }) },
    'components schemas SignUp properties password writeOnly',
    undefined,
  ],
  [
    'a body shows its named examples',
    { a: post('/a', { body: json(Post, { examples: { short: { title: 'Hi' } } }) }) },
    `${sent} application/json examples`,
    { short: { value: { title: 'Hi' } } },
  ],
  [
    'a named example hides its secrets',
    { a: post('/a', { body: form(SignUp, { examples: { ann: { name: 'Ann', password: 'hunter22' } } }) }) },
    `${sent} application/x-www-form-urlencoded examples`,
    { ann: { value: { name: 'Ann', password: '********' } } },
  ],
  [
    'a named example of members hides their secrets',
    {
      a: post('/a', {
        body: json(
          { user: SignUp, n: integer() },
          { examples: { one: { user: { name: 'Ann', password: 'hunter22' }, n: 1 } } },
        ),
      }),
    },
    `${sent} application/json examples`,
    { one: { value: { user: { name: 'Ann', password: '********' }, n: 1 } } },
  ],
  [
    'a named example is left out if the mask would make it invalid',
    { a: post('/a', { body: json(Door, { examples: { one: { code: '1234' } } }) }) },
    `${sent} application/json`,
    { schema: component('Door') },
  ],
  [
    'an example of members is left out if the mask would make a member invalid',
    {
      a: post('/a', {
        body: json({ code, n: integer() }, { examples: { one: { code: '1234', n: 1 } } }),
      }),
    },
    `${sent} application/json`,
    { schema: component('ABody') },
  ],
  [
    'an example and a default are left out if the mask of a secret would make them invalid',
    { a: post('/a', { body: json(House) }) },
    'components schemas House properties door',
    component('Door'),
  ],
  [
    'an example has only its own members, not those that every object inherits',
    {
      a: post('/a', {
        body: json(
          { constructor: string({ default: '' }), n: integer() },
          { examples: { one: { n: 1, more: true } } },
        ),
      }),
    },
    `${sent} application/json examples`,
    { one: { value: { n: 1, more: true } } },
  ],
  [
    'an example of a form leaves out its files',
    {
      a: post('/a', {
        body: multipart({ n: integer(), photo: file() }, { examples: { one: { n: 1 } } }),
      }),
    },
    `${sent} multipart/form-data examples`,
    { one: { value: { n: 1 } } },
  ],
  [
    'a response shows its named examples',
    { a: get('/a', { response: Post, responseExamples: { one: { title: 'Hi', content: '' } } }) },
    `${answers} 200 content application/json examples`,
    { one: { value: { title: 'Hi', content: '' } } },
  ],

  ['an operation may be deprecated', { a: get('/a', { deprecated: true }) }, 'paths /a get deprecated', true],
  [
    'a parameter may be deprecated',
    { a: get('/a', { query: { was: string({ deprecated: true }) } }) },
    'paths /a get parameters 0 deprecated',
    true,
  ],
  [
    'a parameter may be hidden, whether it is required or not',
    {
      a: get('/a', {
        query: Tracked,
        headers: { trace: string({ hidden: true }) },
        cookies: { seen: string({ hidden: true, default: '' }), session: string() },
      }),
    },
    'paths /a get parameters',
    [
      { name: 'q', in: 'query', required: true, schema: { type: 'string', title: 'Q' } },
      { name: 'session', in: 'cookie', required: true, schema: { type: 'string', title: 'Session' } },
    ],
  ],
  [
    'a field may be hidden, and then its model is not described as closed',
    { a: post('/a', { body: json(Tracked) }) },
    'components schemas Tracked',
    { type: 'object', properties: { q: { type: 'string', title: 'Q' } }, required: ['q'], title: 'Tracked' },
  ],
  [
    'a required member of a body may be hidden, and the body stays required',
    { a: post('/a', { body: json({ trace: string({ hidden: true }) }) }) },
    'paths /a post requestBody required',
    true,
  ],
  [
    'the visible members of a body have a component of their own',
    { putNote: post('/a', { body: json({ trace: string({ hidden: true }), n: integer({ default: 0 }) }) }) },
    'components schemas PutNoteBody',
    { properties: { n: { type: 'integer', default: 0, title: 'N' } }, type: 'object', title: 'PutNoteBody' },
  ],
  [
    'a body is optional if each of its members is',
    { a: post('/a', { body: json({ n: integer({ default: 0 }), m: integer({ default: 0 }) }) }) },
    'paths /a post requestBody',
    { content: { 'application/json': { schema: component('ABody') } } },
  ],
  [
    'a body with a default is optional',
    { a: post('/a', { body: json(list(string(), { default: ['a'] })) }) },
    'paths /a post requestBody',
    {
      content: {
        'application/json': {
          schema: { type: 'array', items: { type: 'string' }, default: ['a'] },
        },
      },
    },
  ],
  [
    'a raw body is optional',
    { a: post('/a', { body: raw() }) },
    'paths /a post requestBody',
    { content: { 'application/octet-stream': { schema: {} } } },
  ],
  [
    'the title of a header is its own name',
    { a: get('/a', { headers: { x_user_id: integer() } }) },
    'paths /a get parameters 0 schema title',
    'X-User-Id',
  ],
  [
    'the title of a parameter keeps the spaces at its ends, as in FastAPI',
    { a: get('/a', { query: { b: string({ alias: '_id_' }) } }) },
    'paths /a get parameters 0 schema title',
    ' Id ',
  ],
  [
    'a declared title of a parameter is kept as it is',
    { a: get('/a', { query: { b: string({ alias: '_id_', title: ' Own' }) } }) },
    'paths /a get parameters 0 schema title',
    ' Own',
  ],
  [
    "the title of a body's member has no spaces at its ends",
    { a: post('/a', { body: json({ b: string({ alias: '_id_' }) }) }) },
    'components schemas ABody properties _id_ title',
    'Id',
  ],
  [
    'a nullable enumeration has a title as a parameter',
    { a: get('/a', { query: { c: nullable(literal(['x', 'y'], { name: 'Choice' }), { default: null }) } }) },
    'paths /a get parameters 0 schema',
    { anyOf: [component('Choice'), { type: 'null' }], title: 'C' },
  ],
  [
    'a nullable enumeration has no title as a member of a body',
    {
      a: post('/a', {
        body: json({ c: nullable(literal(['x', 'y'], { name: 'Choice' }), { default: null }) }),
      }),
    },
    'components schemas ABody properties c',
    { anyOf: [component('Choice'), { type: 'null' }] },
  ],
  [
    'a parameter from a model has the title of its field',
    { a: get('/a', { headers: Traced }) },
    'paths /a get parameters 0',
    { name: 'x-user-id', in: 'header', required: true, schema: { type: 'integer', title: 'X User Id' } },
  ],
  [
    'a field may be deprecated',
    { a: post('/a', { body: json(Old) }) },
    'components schemas Old properties was',
    { type: 'string', title: 'Was', description: 'No longer read', deprecated: true },
  ],

  [
    'a discriminated union maps each tag to its model',
    { a: post('/a', { body: json(Owner) }) },
    'components schemas Owner properties pet',
    {
      oneOf: [component('Cat'), component('Dog')],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          cat: '#/components/schemas/Cat',
          dog: '#/components/schemas/Dog',
          wolf: '#/components/schemas/Dog',
        },
      },
      title: 'Pet',
    },
  ],
  [
    'a tag is required even with a default',
    { a: post('/a', { body: json(Owner) }) },
    'components schemas Cat required',
    ['lives', 'kind'],
  ],
  [
    'a tag with a default is not required in a model outside unions',
    { a: post('/a', { body: json(Cat) }) },
    'components schemas Cat required',
    ['lives'],
  ],

  [
    'a form',
    { a: post('/a', { body: form(Post) }) },
    sent,
    { 'application/x-www-form-urlencoded': { schema: component('Post') } },
  ],
  [
    'both kinds of form',
    { a: post('/a', { body: multipart(Post) }) },
    sent,
    {
      'multipart/form-data': { schema: component('Post') },
      'application/x-www-form-urlencoded': { schema: component('Post') },
    },
  ],
  [
    'JSON or a form',
    { a: post('/a', { body: jsonOrForm(Post) }) },
    sent,
    {
      'application/json': { schema: component('Post') },
      'application/x-www-form-urlencoded': { schema: component('Post') },
    },
  ],
  [
    'the default of a whole body',
    { a: post('/a', { body: json(string({ default: 'x' })) }) },
    sent,
    { 'application/json': { schema: { type: 'string', default: 'x' } } },
  ],
  [
    'the description of a whole body',
    { a: post('/a', { body: json(list(Post, annotations)) }) },
    sent,
    { 'application/json': { schema: { ...postList, ...annotations } } },
  ],
  [
    'the description of a body that is a model',
    { a: post('/a', { body: json(nested(() => Post, annotations)) }) },
    sent,
    { 'application/json': { schema: { ...component('Post'), ...annotations } } },
  ],
  [
    "the description of a failure's kind",
    { a: get('/a', { errors: { 409: list(Post, annotations) } }) },
    `${answers} 409`,
    {
      description: 'What is meant.',
      content: { 'application/json': { schema: { ...postList, ...annotations } } },
    },
  ],
  [
    "the description of the response's kind",
    { a: get('/a', { response: list(Post, annotations) }) },
    `${answers} 200 content`,
    { 'application/json': { schema: { ...postList, ...annotations } } },
  ],
  ['any bytes', { a: post('/a', { body: raw() }) }, sent, { 'application/octet-stream': { schema: {} } }],

  [
    'no content',
    { a: remove('/a', { status: 204 }) },
    'paths /a delete responses 204',
    { description: 'Successful Response' },
  ],
  [
    'a response without a model',
    { a: get('/a', {}) },
    `${answers} 200`,
    { description: 'Successful Response', content: { 'application/json': { schema: {} } } },
  ],
  [
    'a redirect, which has no content',
    { a: get('/a', { status: 302 }) },
    `${answers} 302`,
    { description: 'Successful Response' },
  ],
  [
    'a response with its own description',
    { a: get('/a', { response: Post, responseDescription: 'The newest post' }) },
    `${answers} 200`,
    { description: 'The newest post', content: { 'application/json': { schema: component('Post') } } },
  ],
  [
    'a response without a description, with a kind that has no name',
    { a: get('/a', { response: Post, responses: { 202: nested(() => Plain) } }) },
    `${answers} 202`,
    { description: 'Accepted', content: { 'application/json': { schema: component('Plain') } } },
  ],
  [
    'a failure with a kind that has no name',
    { a: get('/a', { errors: { 409: nested(() => Taken) } }) },
    `${answers} 409`,
    { description: 'Conflict', content: { 'application/json': { schema: component('Taken') } } },
  ],
  [
    'a success beside another status, without a description',
    { a: get('/a', { status: 201, response: Post, responses: { 200: Plain } }) },
    `${answers} 200`,
    { description: 'OK', content: { 'application/json': { schema: component('Plain') } } },
  ],
  [
    'a failure with a rare status, without a description',
    { a: get('/a', { errors: { 510: Plain } }) },
    `${answers} 510`,
    { description: 'Not Extended', content: { 'application/json': { schema: component('Plain') } } },
  ],
  [
    'a failure whose status has no phrase, without a description',
    { a: get('/a', { errors: { 499: Plain } }) },
    `${answers} 499`,
    { description: 'Additional Response', content: { 'application/json': { schema: component('Plain') } } },
  ],
  [
    'several declared responses',
    { a: get('/a', { response: Post, responses: { 202: Plain, 303: 'See the post' } }) },
    `${answers} 202`,
    { description: 'Accepted', content: { 'application/json': { schema: component('Plain') } } },
  ],
  [
    'a response declared by a text only',
    { a: get('/a', { response: Post, responses: { 303: 'See the post' } }) },
    `${answers} 303`,
    { description: 'See the post' },
  ],
  [
    'the headers of a response',
    { a: post('/a', { status: 201, response: Post, responseHeaders: { Location: 'Where it is' } }) },
    'paths /a post responses 201 headers',
    { Location: { description: 'Where it is', schema: { type: 'string' } } },
  ],
  ...[200, 201].map((status): (typeof parts)[number] => [
    `the headers of a success under its status, ${status}`,
    { a: post('/a', { status, response: Post, responseHeaders: { [status]: { Location: 'Where' } } }) },
    `paths /a post responses ${status} headers Location description`,
    'Where',
  ]),
  [
    'the headers of a failure, and not those of the success',
    { a: get('/a', { errors: { 429: 'Too many' }, responseHeaders: waiting }) },
    `${answers} 429 headers`,
    { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'string' } } },
  ],
  [
    'the headers of the success, and not those of a failure',
    { a: get('/a', { errors: { 429: 'Too many' }, responseHeaders: waiting }) },
    `${answers} 200 headers`,
    { ETag: { description: 'Its state', schema: { type: 'string' } } },
  ],
  [
    'the headers of a further response',
    {
      a: get('/a', {
        responses: { 303: 'Elsewhere' },
        responseHeaders: { 303: { Location: 'Where it is' } },
      }),
    },
    `${answers} 303 headers Location description`,
    'Where it is',
  ],
  [
    'the headers of a failure that is a model',
    { a: get('/a', { errors: { 409: Taken }, responseHeaders: { 409: { Location: 'Who has it' } } }) },
    `${answers} 409 headers Location description`,
    'Who has it',
  ],
  [
    'the headers of a failure that is not declared',
    { a: get('/a', { query: { q: integer() }, responseHeaders: { 422: { Link: 'What helps' } } }) },
    `${answers} 422 headers Link description`,
    'What helps',
  ],
  [
    'the challenge of a token once, with the declared description',
    {
      a: get('/a', { security: tokenFrom({}), responseHeaders: { 401: { 'Www-authenticate': 'How' } } }),
    },
    `${answers} 401 headers`,
    { 'Www-authenticate': { description: 'How', schema: { type: 'string' } } },
  ],
  [
    'no challenge in a success',
    { a: get('/a', { security: tokenFrom({}), response: string() }) },
    `${answers} 200 headers`,
    undefined,
  ],
  [
    'no challenge in a 401 without security',
    { a: get('/a', { errors: { 401: 'Wrong password' } }) },
    `${answers} 401 headers`,
    undefined,
  ],
  [
    'a header whose name begins or ends with a digit',
    { a: get('/a', { responseHeaders: { '2-X': 'Twice', 'X-2': 'Second' } }) },
    `${answers} 200 headers`,
    {
      '2-X': { description: 'Twice', schema: { type: 'string' } },
      'X-2': { description: 'Second', schema: { type: 'string' } },
    },
  ],
  [
    'the challenge of a token next to declared headers',
    {
      a: get('/a', { security: tokenFrom({}), responseHeaders: { 401: { 'Set-Cookie': 'Removes it' } } }),
    },
    `${answers} 401 headers`,
    {
      'WWW-Authenticate': {
        description: 'How to authenticate (RFC 9110 §11.6.1)',
        schema: { type: 'string' },
      },
      'Set-Cookie': { description: 'Removes it', schema: { type: 'string' } },
    },
  ],
  [
    'a failure declared by a text',
    { a: get('/a', { errors: { 404: 'No such post' } }) },
    `${answers} 404`,
    { description: 'No such post', content: { 'application/json': { schema: component('HTTPError') } } },
  ],
  [
    'a failure declared by a text, as a problem',
    { a: get('/a', { errors: { 404: 'No such post' } }) },
    `${answers} 404`,
    {
      description: 'No such post',
      content: { 'application/problem+json': { schema: component('Problem') } },
    },
    { errors: 'problem' },
  ],
  [
    'a failure that is a model is the same in both dialects',
    { a: get('/a', { errors: { 409: Taken } }) },
    `${answers} 409`,
    { description: 'Conflict', content: { 'application/json': { schema: component('Taken') } } },
    { errors: 'problem' },
  ],
  [
    'a 422 from the handler next to that of the model',
    { a: post('/a', { body: json(Post), errors: { 422: 'Too odd' } }) },
    'paths /a post responses 422',
    {
      description: 'Too odd',
      content: {
        'application/json': { schema: { anyOf: [component('HTTPError'), component('HTTPValidationError')] } },
      },
    },
  ],
  [
    'a 422 from the handler with a model, next to a problem',
    { a: post('/a', { body: json(Post), errors: { 422: Taken } }) },
    'paths /a post responses 422 content',
    {
      'application/problem+json': { schema: component('ValidationProblem') },
      'application/json': { schema: component('Taken') },
    },
    { errors: 'problem' },
  ],
  [
    'a 401 with its own description is described once',
    { a: get('/a', { security: tokenFrom({}), errors: { 401: 'Wrong password' } }) },
    `${answers} 401 content`,
    { 'application/json': { schema: component('HTTPError') } },
  ],
  [
    'a 401 with its own description keeps its challenge',
    { a: get('/a', { security: tokenFrom({}), errors: { 401: 'Wrong password' } }) },
    `${answers} 401 headers WWW-Authenticate schema`,
    { type: 'string' },
  ],
  [
    'the tags of the routes that declare an operation',
    { a: routes({ tags: ['posts'] }).get('/a', {}) },
    'paths /a get tags',
    ['posts'],
  ],
  [
    'the tags of an operation in place of those of its routes',
    { a: routes({ tags: ['posts'] }).get('/a', { tags: ['drafts'] }) },
    'paths /a get tags',
    ['drafts'],
  ],
  [
    'an operation with an empty declaration',
    { listAll_posts2Now: get('/a', {}) },
    'paths /a get',
    {
      summary: 'List All Posts2 Now',
      operationId: 'listAll_posts2Now',
      responses: {
        200: { description: 'Successful Response', content: { 'application/json': { schema: {} } } },
        500: {
          description: 'Internal Server Error',
          content: { 'text/plain': { schema: { const: 'Internal Server Error', type: 'string' } } },
        },
      },
    },
  ],
  [
    'a crash',
    { a: get('/a', {}) },
    `${answers} 500 content`,
    { 'text/plain': { schema: { const: 'Internal Server Error', type: 'string' } } },
  ],
  [
    'a crash, as a problem',
    { a: get('/a', {}) },
    `${answers} 500 content`,
    { 'application/problem+json': { schema: component('Problem') } },
    { errors: 'problem' },
  ],

  [
    'a bearer header',
    { a: get('/a', { security: tokenFrom({}) }) },
    'components securitySchemes',
    { bearer: { type: 'http', scheme: 'bearer' } },
  ],
  [
    'a token from the password form, or a cookie',
    { a: get('/a', { security: tokenFrom({ cookie: 'sid', tokenUrl: 'token' }) }) },
    'components securitySchemes',
    {
      password: { type: 'oauth2', flows: { password: { tokenUrl: 'token', scopes: {} } } },
      sid: { type: 'apiKey', in: 'cookie', name: 'sid' },
    },
  ],
  [
    'a token for a code, with the scopes of all operations',
    {
      a: get('/a', { security: tokenFrom({ ...codes, scopes: { read: 'Read' } }) }),
      b: get('/b', { security: tokenFrom({ ...codes, scopes: { write: 'Change' } }) }),
    },
    'components securitySchemes',
    {
      authorizationCode: {
        type: 'oauth2',
        flows: { authorizationCode: { ...codes, scopes: { read: 'Read', write: 'Change' } } },
      },
    },
  ],
  [
    'an operation requires only its own scopes',
    {
      a: get('/a', { security: tokenFrom({ ...codes, scopes: { read: 'Read' } }) }),
      b: get('/b', { security: tokenFrom({ ...codes, scopes: { write: 'Change' } }) }),
    },
    'paths /b get security',
    [{ authorizationCode: ['write'] }],
  ],
  [
    'a token of OpenID Connect',
    { a: get('/a', { security: tokenFrom({ openIdConnectUrl: 'https://id.example/openid' }) }) },
    'components securitySchemes',
    { openIdConnect: { type: 'openIdConnect', openIdConnectUrl: 'https://id.example/openid' } },
  ],
  [
    'a key in a header',
    { a: get('/a', { security: tokenFrom({ bearer: false, header: 'X-API-Key' }) }) },
    'components securitySchemes',
    { 'X-API-Key': { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
  ],
  [
    'a name and a password',
    { a: get('/a', { security: tokenFrom({ bearer: false, basic: true }) }) },
    'components securitySchemes',
    { basic: { type: 'http', scheme: 'basic' } },
  ],
  [
    'a key in a header that is called like another scheme',
    { a: get('/a', { security: tokenFrom({ basic: true, header: 'basic' }) }) },
    'paths /a get security',
    [{ bearer: [] }, { basic: [] }, { 'basic-header': [] }],
  ],
  [
    'either of two schemes suffices',
    { a: get('/a', { security: tokenFrom({ cookie: 'sid' }) }) },
    'paths /a get security',
    [{ bearer: [] }, { sid: [] }],
  ],
  [
    'an optional token',
    { a: get('/a', { security: tokenFrom({ required: false }) }) },
    'paths /a get security',
    [{}, { bearer: [] }],
  ],
  [
    'two cookies are two schemes',
    {
      a: get('/a', { security: tokenFrom({ bearer: false, cookie: 'one' }) }),
      b: get('/b', { security: tokenFrom({ bearer: false, cookie: 'two' }) }),
    },
    'components securitySchemes two name',
    'two',
  ],
  [
    "the scheme of a key has a name other than a token's, and a valid component name",
    {
      a: get('/a', { security: tokenFrom({ bearer: false, cookie: 'bearer', header: 'password' }) }),
      b: get('/b', { security: tokenFrom({ bearer: false, cookie: 'openIdConnect' }) }),
      c: get('/c', { security: tokenFrom({ bearer: false, cookie: 'authorizationCode' }) }),
      d: get('/d', { security: tokenFrom({ bearer: false, cookie: '__Host-a!b#c' }) }),
    },
    'components securitySchemes',
    {
      'bearer-cookie': { type: 'apiKey', in: 'cookie', name: 'bearer' },
      'password-header': { type: 'apiKey', in: 'header', name: 'password' },
      'openIdConnect-cookie': { type: 'apiKey', in: 'cookie', name: 'openIdConnect' },
      'authorizationCode-cookie': { type: 'apiKey', in: 'cookie', name: 'authorizationCode' },
      '__Host-a_b_c': { type: 'apiKey', in: 'cookie', name: '__Host-a!b#c' },
    },
  ],
  [
    'the name and description of a scheme',
    {
      a: get('/a', {
        security: tokenFrom({
          basic: true,
          header: 'X-Key',
          cookie: 'sid',
          schemes: {
            bearer: { name: 'JWTBearer', description: 'Of *everyone*.', bearerFormat: 'JWT' },
            basic: { name: 'Staff' },
            header: { description: 'Of machines.' },
            cookie: { name: 'APIKeyCookie', description: 'Of pages.' },
          },
        }),
      }),
    },
    'components securitySchemes',
    {
      JWTBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Of *everyone*.' },
      Staff: { type: 'http', scheme: 'basic' },
      'X-Key': { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Of machines.' },
      APIKeyCookie: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Of pages.' },
    },
  ],
  [
    'a requirement with the name given to its scheme',
    {
      a: get('/a', {
        security: tokenFrom({ ...codes, scopes: { read: 'Read' }, schemes: { bearer: { name: 'Staff' } } }),
      }),
    },
    'paths /a get security',
    [{ Staff: ['read'] }],
  ],
  [
    'two places to sign in, each with its own name and scopes',
    {
      a: get('/a', {
        security: tokenFrom({
          tokenUrl: 'one',
          scopes: { read: 'Read' },
          schemes: { bearer: { name: 'Staff' } },
        }),
      }),
      b: get('/b', { security: tokenFrom({ tokenUrl: 'two', scopes: { write: 'Change' } }) }),
    },
    'components securitySchemes',
    {
      Staff: { type: 'oauth2', flows: { password: { tokenUrl: 'one', scopes: { read: 'Read' } } } },
      password: { type: 'oauth2', flows: { password: { tokenUrl: 'two', scopes: { write: 'Change' } } } },
    },
  ],
  ['an operation without security is open', { a: get('/a', {}) }, 'security', []],
  [
    'there are no security schemes if no operation has security',
    { a: get('/a', {}) },
    'components',
    { schemas: {} },
  ],

  ['an operation has its own summary', { a: get('/a', { summary: 'All' }) }, 'paths /a get summary', 'All'],
  ['an alias has its own operationId', { a: get('/a', {}, '/b') }, 'paths /b get operationId', 'a2'],
  [
    'each of several aliases has its own operationId',
    { a: get('/a', {}, '/b', '/c') },
    'paths /c get operationId',
    'a3',
  ],
  [
    'the operationId of an alias is one that is not taken',
    { a: get('/a', {}, '/b'), a2: get('/c', {}) },
    'paths /b get operationId',
    'a3',
  ],
  [
    'an alias has the words of its operation, and its body',
    { signUp: post('/a', { body: json({ q: integer() }) }, '/b') },
    'paths /b post',
    {
      ...Object(partAt({ signUp: post('/a', { body: json({ q: integer() }) }) }, 'paths /a post')),
      operationId: 'signUp2',
    },
  ],
  ...[
    ['/a', 'read_item'],
    ['/b', 'read_item3'],
  ].map(([path, operationId]): (typeof parts)[number] => [
    `an operation has the operationId that it declares, and the words of its name, as ${operationId}`,
    {
      readItem: post('/a', { operationId: 'read_item', body: json({ q: integer() }) }, '/b'),
      other: post('/c', { operationId: 'read_item2' }),
    },
    `paths ${path} post`,
    {
      ...Object(partAt({ readItem: post('/a', { body: json({ q: integer() }) }) }, 'paths /a post')),
      operationId,
      requestBody: {
        content: { 'application/json': { schema: component('Body_read_item') } },
        required: true,
      },
    },
  ]),
  [
    'the members of a body have the name that FastAPI makes from an operationId',
    { a: post('/a', { operationId: 'sign in/é', body: json({ q: integer() }) }) },
    'components schemas Body_sign_in__ title',
    'Body_sign in/é',
  ],
  [
    'a parameter over segments is a path parameter like any other',
    { a: get('/files/{file:path}', { params: { file: string() } }) },
    'paths /files/{file} get parameters 0',
    { name: 'file', in: 'path', required: true, schema: { title: 'File', type: 'string' } },
  ],
  [
    'a success may have the response model or another media type',
    { a: get('/a', { response: Taken, mediaType: 'text/csv', responseExamples: { one: { taken: 'x' } } }) },
    'paths /a get responses 200 content',
    {
      'application/json': { schema: component('Taken'), examples: { one: { value: { taken: 'x' } } } },
      'text/csv': { schema: { type: 'string' } },
    },
  ],
  ['a hidden operation is not described', { a: get('/a', { hidden: true, response: Post }) }, 'paths', {}],
  [
    'the models of a hidden operation are not described',
    { a: get('/a', { hidden: true, response: Post }) },
    'components schemas',
    {},
  ],
  ['the server is the origin of the document', {}, 'servers', [{ url: '/' }]],
  [
    'the server is the prefix that the api is mounted under',
    {},
    'servers',
    [{ url: '/v1' }],
    { rootPath: '/v1' },
  ],
]

for (const [title, routesOf, path, expected, options] of parts) {
  test(`${title}: ${path || 'document'}`, () => {
    assert.deepEqual(partAt(routesOf, path, options), expected)
  })
}

const wordsOf: Readonly<Record<string, string>> = {
  200: 'Successful Response',
  400: 'The body cannot be read',
  401: 'Not authenticated',
  403: 'The origin is not allowed to use these credentials',
  408: 'The body did not arrive in time',
  413: 'Content Too Large',
  422: 'Validation Error',
  500: 'Internal Server Error',
}

const statuses: readonly [string, Operations, string][] = [
  ['an operation without input', { a: get('/a', {}) }, '200 500'],
  ['parameters', { a: get('/a', { query: { q: integer() } }) }, '200 422 500'],
  ['a path parameter', { a: get('/a/{id}', { params: { id: integer() } }) }, '200 422 500'],
  ['a header', { a: get('/a', { headers: { x_count: integer() } }) }, '200 422 500'],
  ['a cookie', { a: get('/a', { cookies: { visits: integer() } }) }, '200 422 500'],
  ['a JSON body', { a: post('/a', { body: json(Post) }) }, '200 400 408 413 422 500'],
  ['a form', { a: post('/a', { body: form(Post) }) }, '200 400 408 413 422 500'],
  ['a raw body', { a: post('/a', { body: raw() }) }, '200 400 408 413 500'],
  ['a token', { a: put('/a', { security: tokenFrom({}) }) }, '200 401 500'],
  [
    'a cookie on an unsafe method',
    { a: put('/a', { security: tokenFrom({ cookie: 'sid' }) }) },
    '200 401 403 500',
  ],
  [
    'a password on an unsafe method',
    { a: put('/a', { security: tokenFrom({ bearer: false, basic: true }) }) },
    '200 401 403 500',
  ],
  ['a cookie on a safe method', { a: get('/a', { security: tokenFrom({ cookie: 'sid' }) }) }, '200 401 500'],
]

for (const [title, routesOf, expected] of statuses) {
  test(`§7 ${title} implies the documented statuses ${expected}`, () => {
    const method = routesOf['a']?.method.toLowerCase()
    const path = routesOf['a']?.path
    const responses: Readonly<Record<string, JsonSchema>> = Object(
      partAt(routesOf, `paths ${path} ${method} responses`),
    )
    const words = Object.entries(responses).map(([status, { description }]) => [status, description])
    assert.deepEqual(
      words,
      expected.split(' ').map((status) => [status, wordsOf[status]]),
    )
  })
}

const otherPost = class Post extends Model({ text: string() }) {}
const stricterPost = class Post extends Model({
  title: string({ maxLength: 5 }),
  content: string({ default: '' }),
}) {}
const validationError = class ValidationError extends Model({ why: string() }) {}
const accented = class Café extends Model({ open: datetime() }) {}

test('the first media type of a form, which generated clients send, is the one that FastAPI documents', () => {
  const content = partAt({ a: post('/a', { body: multipart(Post) }) }, sent)
  assert.deepEqual(Object.keys(Object(content)), ['application/x-www-form-urlencoded', 'multipart/form-data'])
})

const Lists = class Lists extends Model({
  title: string(),
  tags: list(string(), { alias: 'tag' }),
  ids: nullable(list(integer()), { default: null }),
  hidden: list(string(), { default: [], hidden: true }),
}) {}
const everyValue = { style: 'form', explode: true }
const encodings: readonly [string, Operations['x'], Readonly<Record<string, unknown>>][] = [
  ['a form', post('/a', { body: form(Lists) }), { 'application/x-www-form-urlencoded': true }],
  [
    'a multipart form',
    post('/a', { body: multipart(Lists) }),
    { 'application/x-www-form-urlencoded': true, 'multipart/form-data': true },
  ],
  [
    'JSON or a form, of which JSON has no encoding',
    post('/a', { body: jsonOrForm(Lists) }),
    { 'application/json': false, 'application/x-www-form-urlencoded': true },
  ],
  ['JSON', post('/a', { body: json(Lists) }), { 'application/json': false }],
  ['a form without lists', post('/a', { body: form(Post) }), { 'application/x-www-form-urlencoded': false }],
]

for (const [title, operation, expected] of encodings) {
  test(`each value of a form's list has its name, which Swagger UI does not assume: ${title}`, () => {
    const content: Readonly<Record<string, JsonSchema>> = Object(partAt({ a: operation }, sent))
    const found = Object.entries(content).map(([type, { encoding }]) => [type, encoding])
    const written = { tag: everyValue, ids: everyValue }
    assert.deepEqual(
      found,
      Object.entries(expected).map(([type, hasLists]) => [type, hasLists ? written : undefined]),
    )
  })
}

const mistakes: readonly [string, Operations, readonly RegExp[]][] = [
  [
    'a hidden path parameter, which the path shows anyway,',
    { a: get('/a/{id}', { params: { id: integer({ hidden: true }) } }) },
    [/a: params\.id is hidden, but the path shows it; remove hidden/],
  ],
  [
    'two models of one name',
    { a: post('/a', { body: json(Post) }), b: post('/b', { body: json(otherPost) }) },
    [/named Post: \{ title, content \} and \{ text \}; rename/],
  ],
  [
    'two models of one name that differ in a rule',
    { a: post('/a', { body: json(Post) }), b: post('/b', { body: json(stricterPost) }) },
    [
      /named Post: \{ title: \{[^}]*"examples":\["Hello"\][^}]*\} \} and \{ title: \{[^}]*"maxLength":5[^}]*\} \};/,
    ],
  ],
  [
    "a model with the name of one of the document's own schemas",
    { a: post('/a', { body: json(validationError) }) },
    [/The model ValidationError has the name of the document's own schema of failures; rename the class/],
  ],
  [
    "a model with the name and fields of one of the document's own schemas",
    { a: get('/a', { errors: { 404: class HTTPError extends Model({ detail: any() }) {}, 409: 'Clash' } }) },
    [/The model HTTPError has the name of the document's own schema of failures; rename the class/],
  ],
  [
    'a model whose name cannot name a component',
    { a: post('/a', { body: json(accented) }) },
    [/"Café" cannot name a component/],
  ],
  [
    'one security scheme declared in two ways',
    {
      a: get('/a', { security: tokenFrom({ tokenUrl: 'one' }) }),
      b: get('/b', { security: tokenFrom({ tokenUrl: 'two' }) }),
    },
    [
      /a and b declare the security scheme password differently; declare it identically in both, or give one another name: tokenFrom\(\{ schemes: /,
    ],
  ],
  [
    'one security scheme with different descriptions',
    {
      a: get('/a', { security: tokenFrom({ schemes: { bearer: { description: 'Of staff' } } }) }),
      b: get('/b', { security: tokenFrom() }),
    },
    [/a and b declare the security scheme bearer differently/],
  ],
  [
    'an operation with two security schemes of one name',
    { a: get('/a', { security: tokenFrom({ header: 'X-a!b', cookie: 'X-a#b' }) }) },
    [/a declares two security schemes named X-a_b; .* or give one another name/],
  ],
  [
    'an example that does not fit',
    { a: post('/a', { body: json(SignUp, { examples: { bad: { password: 'short' } } }) }) },
    [
      /^a: The example "bad" does not fit: name: Field required/,
      /bad.*password: String should have at least 8/,
    ],
  ],
  [
    'an example of a response that does not fit',
    { a: get('/a', { response: Post, responseExamples: { bad: {} } }) },
    [/^a: The example "bad" does not fit: title: Field required/],
  ],
  [
    'an example of a stream that is not a list of items',
    { a: get('/a', { response: serverSentEvents(Post), responseExamples: { bad: { title: 'Hi' } } }) },
    [/^a: The example "bad" does not fit: it: Input should be a valid list/],
  ],
  [
    'an example of members that does not fit',
    { a: post('/a', { body: json({ n: integer() }, { examples: { bad: { n: 'x' } } }) }) },
    [/n: Input should be a valid integer/],
  ],
  [
    'an example that lacks members, even one of any kind,',
    {
      a: post('/a', {
        body: json({ n: integer(), m: integer(), more: any() }, { examples: { bad: { n: 1 } } }),
      }),
    },
    [/"bad" does not fit: m: Field required/, /"bad" does not fit: more: Field required/],
  ],
  [
    'an example with a wrong optional member',
    {
      a: post('/a', { body: json({ n: integer({ default: 0 }) }, { examples: { bad: { n: 'x' } } }) }),
    },
    [/n: Input should be a valid integer/],
  ],
  [
    'an example of optional members that is not an object',
    {
      a: post('/a', {
        body: json(
          { n: integer({ default: 0 }) },
          { examples: { five: 5, list: [], none: null, text: 'n' } },
        ),
      }),
    },
    ['five', 'list', 'none', 'text'].map((name) =>
      RegExp(
        `^a: The example "${name}" does not fit: it: Input should be an object with the members; correct`,
      ),
    ),
  ],
  [
    'an example of a plain value that does not fit',
    { a: post('/a', { body: json(integer(), { examples: { bad: 'x' } }) }) },
    [/The example "bad" does not fit: it: Input should be a valid integer/],
  ],
  [
    'headers of an undeclared response',
    { a: get('/a', { responseHeaders: waiting }) },
    [
      /^a: responseHeaders has headers of 429, which is not one of its responses; declare it in responses or errors/,
    ],
  ],
  [
    'a header with an invalid name in an undeclared response',
    { a: get('/a', { responseHeaders: { 429: { 'Retry After': 'a' } } }) },
    [/'Retry After'|"Retry After"/, /headers of 429, which is not one of its responses/],
  ],
  [
    'a header with an invalid name',
    { a: get('/a', { responseHeaders: { 'Retry After': 'a', 500: { 'X:': 'b' } } }) },
    [
      /"Retry After" cannot be the name of a header; rename it/,
      /"X:" cannot be the name of a header; rename it/,
    ],
  ],
  [
    'a text in place of the headers of a status',
    { a: get('/a', { responseHeaders: { 500: 'Sorry' } }) },
    [/responseHeaders has a string under 500; write \{ 500: \{ name: 'What it says' \} \}/],
  ],
  [
    'a document with several mistakes',
    {
      a: post('/a', { body: json(Post, { examples: { bad: {} } }) }),
      b: post('/b', { body: json(otherPost) }),
      c: post('/c', { body: json(accented) }),
    },
    [/named Post/, /Café/, /example "bad"/],
  ],
]

for (const [title, routesOf, expected] of mistakes) {
  test(`${title} is refused with what to write instead`, () => {
    assert.throws(
      () => partAt(routesOf, ''),
      (error) => {
        assert.ok(error instanceof ContractError)
        assert.equal(error.mistakes.length, expected.length, error.message)
        for (const pattern of expected)
          assert.ok(
            error.mistakes.some((one) => pattern.test(one)),
            error.message,
          )
        assert.doesNotMatch(error.message, /"short"|hunter22/)
        return true
      },
    )
  })
}
