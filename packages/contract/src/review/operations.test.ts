import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import {
  before,
  discriminated,
  integer,
  list,
  literal,
  Model,
  nested,
  nullable,
  record,
  string,
  tuple,
  union,
} from '@postern/model'
import { compilePolicy } from '../cors/index.ts'
import {
  ContractError,
  contract,
  type Declaration,
  describeContract,
  file,
  files,
  form,
  implement,
  json,
  jsonLines,
  jsonOrForm,
  multipart,
  namedFiles,
  type Operation,
  raw,
  routes,
  serverSentEvents,
  tokenFrom,
} from '../index.ts'

class Post extends Model({ title: string() }) {}
class Tagged extends Model({ kind: literal(['a']) }) {}
class Sorted extends Model({ by: record(string()) }) {}

const { get, post, put, delete: remove } = routes()
// Declares as code without types may.
const wrongly = (path: string, declaration: Declaration): Operation => ({
  method: 'GET',
  path,
  aliases: [],
  declaration,
})

const mistakes: readonly [string, Readonly<Record<string, Operation>>, RegExp][] = [
  ['a path parameter without a kind', { one: wrongly('/{id}', {}) }, /\{id\} of \/\{id\} has no kind/],
  [
    'an unknown value of concurrency',
    { one: put('/a', { concurrency: 'tags' as never }) },
    /concurrency is "tags"; write 'etag' or 'required'/,
  ],
  [
    'a required condition on a GET',
    { one: get('/a', { concurrency: 'required' }) },
    /a GET changes nothing; write concurrency: 'etag'/,
  ],
  [
    'conditional requests together with a model of headers',
    { one: put('/a', { headers: Post, concurrency: 'etag' }) },
    /write headers: Post\.fields/,
  ],
  [
    'a path parameter that is not in the path',
    { one: wrongly('/a', { params: { id: integer() } }) },
    /the parameter id is not in \/a/,
  ],
  [
    'a path parameter written as in Express',
    { one: wrongly('/a/:id', { params: { id: integer() } }) },
    /the parameter id is not in \/a\/:id; write \{id\} for :id/,
  ],
  [
    'a path parameter with a default',
    { one: get('/{id}', { params: { id: integer({ default: 1 }) } }) },
    /the parameter id of \/\{id\} has a default, but a path always has its parameters; remove the default/,
  ],
  ['a GET with a body', { one: get('/a', { body: raw() }) }, /a GET has no body/],
  [
    'two operations for one path',
    { one: get('/a/{x}', { params: { x: string() } }), two: get('/a/{y}/', { params: { y: string() } }) },
    /answers the same requests as one/,
  ],
  [
    'a third operation for one path',
    { one: get('/a', {}), two: get('/a', {}), three: get('/a/', {}) },
    /^three .* answers the same requests as (?:one|two); keep one$/,
  ],
  [
    'an alias that is the path of another operation',
    { one: get('/a', {}, '/b'), two: get('/b', {}) },
    /\/b answers the same requests as one/,
  ],
  [
    'two operations with one operationId',
    { one: get('/a', { operationId: 'read' }), two: get('/b', { operationId: 'read' }) },
    /^two .* the operationId read is also that of one; give one of them another operationId$/,
  ],
  [
    'an operationId that is the name of another operation',
    { one: get('/a', {}), two: get('/b', { operationId: 'one' }) },
    /^two .* the operationId one is also that of one/,
  ],
  ['an empty operationId', { one: get('/a', { operationId: '' }) }, /operationId is empty; write a string/],
  ...[
    { 'x token': string() },
    { größe: string() },
    { '': string() },
    { token: string({ alias: 'X-Token:' }) },
  ].map((headers): (typeof mistakes)[number] => [
    `a header that cannot be sent: ${JSON.stringify(headers)}`,
    { one: get('/a', { headers }) },
    /cannot be the name of a header; rename it, or give it an alias/,
  ]),
  [
    'headers declared with a kind that is not a model',
    { one: get('/a', { headers: string() }) },
    /^one \(GET \/a\): headers is a kind without fields, but its values have names; write a model, or a kind for each name/,
  ],
  [
    'a member of namedFiles that is not a kind',
    {
      one: post('/a', { body: multipart({ papers: namedFiles({ avatar: file, other: file() } as never) }) }),
    },
    /body\.papers: avatar is not a file; write namedFiles\(\{ avatar: file\(\) \}\), and other fields beside it/,
  ],
  [
    'path parameters declared with a kind that is not a model',
    { one: wrongly('/{id}', { params: integer() as never }) },
    /^one \(GET \/\{id\}\): params is a kind without fields/,
  ],
  ...[form(list(Post)), multipart(string()), jsonOrForm(list(Post))].map(
    (body): (typeof mistakes)[number] => [
      `a form declared with a kind that is not a model: ${body.binding}`,
      { one: post('/a', { body }) },
      /^one \(POST \/a\): body is a kind without fields/,
    ],
  ),
  [
    'a parameter that is a model',
    { one: get('/a', { query: { post: Post } }) },
    /query\.post is the model Post, which no string can hold; write query: Post for its fields/,
  ],
  ...[list(integer()), nullable(list(string())), tuple([integer(), string()])].map(
    (ids): (typeof mistakes)[number] => [
      `a path parameter that is a list: ${ids.name}`,
      { one: get('/{ids}', { params: { ids } }) },
      /params\.ids is a list, but a path has a single string for it; take it in the query, or parse the string in a before/,
    ],
  ),
  ...[get('/a', { query: Sorted }), get('/a', { headers: Sorted }), post('/a', { body: form(Sorted) })].map(
    (one): (typeof mistakes)[number] => [
      `a model of strings that requires a record: ${Object.keys(one.declaration)}`,
      { one },
      /^one \(.*\): \w+\.by takes objects, or lists in a list, which no string can hold/,
    ],
  ),
  [
    'a path parameter that is a model',
    { one: get('/{post}', { params: { post: Post } }) },
    /params\.post is the model Post, which no string can hold; write params: Post\.fields for its fields/,
  ],
  ...[
    record(string()),
    nullable(Post, { default: null }),
    nested(() => Post),
    list(Post),
    tuple([string(), Post]),
    list(list(string())),
    list(tuple([string()])),
    nullable(tuple(list(integer()))),
    union([list(list(string())), record(string())]),
    union([Post, record(integer())]),
    discriminated('kind', [Tagged]),
  ].map((kind): (typeof mistakes)[number] => [
    `a parameter of objects, or of lists in a list: ${kind.name}`,
    { one: get('/a', { headers: { part: kind } }) },
    /headers\.part takes objects, or lists in a list, which no string can hold; declare their members one by one/,
  ]),
  ...[form, multipart].map((bind): (typeof mistakes)[number] => [
    'a member of a form of lists in a list',
    { one: post('/a', { body: bind({ tags: list(list(string())) }) }) },
    /body\.tags takes objects, or lists in a list, which no string can hold/,
  ]),
  [
    'a parameter whose alias its nullable does not have',
    { one: get('/a', { query: { page: nullable(integer({ alias: 'p' }), { default: null }) } }) },
    /query\.page: alias of the integer in nullable has no effect; write it in the options of nullable/,
  ],
  [
    'a member of a body whose default its nullable does not have',
    { one: post('/a', { body: json({ note: nullable(string({ default: '' })) }) }) },
    /body\.note: default of the string in nullable has no effect; write it in the options of nullable/,
  ],
  [
    'a member of a form that is a model',
    { one: post('/a', { body: form({ post: Post }) }) },
    /body\.post is the model Post, which no string can hold; write body: form\(Post\) for its fields/,
  ],
  ...['a=b', 'a;b', '', ' a'].map((alias): (typeof mistakes)[number] => [
    `a cookie that cannot be sent: ${JSON.stringify(alias)}`,
    { one: get('/a', { cookies: { a: string({ alias }) } }) },
    /cannot be the name of a cookie/,
  ]),
  ...[
    { query: { a: string({ alias: 'b' }), b: integer() } },
    { cookies: { a: string({ alias: 'b' }), b: integer() } },
    { headers: { x_a: string(), b: integer({ alias: 'X-A' }) } },
    { headers: Model({ x_a: string(), b: integer({ alias: 'x-a' }) }) },
  ].map((declaration): (typeof mistakes)[number] => [
    `two parameters with one name: ${JSON.stringify(Object.keys(declaration))}`,
    { one: get('/a', declaration) },
    /two (query|cookie|header) parameters, (a|x_a) and b, are named (b|x-a); rename one, or give it an alias/,
  ]),
  [
    'two path parameters with one name',
    { one: wrongly('/{b}', { params: { a: string({ alias: 'b' }), b: integer() } }) },
    /two path parameters, a and b, are named b/,
  ],
  [
    'two members of a body with one name',
    { one: post('/a', { body: json({ a: string({ alias: 'b' }), b: integer() }) }) },
    /two members of the body, a and b, are named b; rename one, or give it an alias/,
  ],
  ['a 204 with a model', { one: remove('/a', { status: 204, response: Post }) }, /204 has no body/],
  [
    'a 204 with a stream',
    { one: remove('/a', { status: 204, response: jsonLines(Post) }) },
    /204 has no body/,
  ],
  ['a 205 with a model', { one: post('/a', { status: 205, response: Post }) }, /205 has no body/],
  [
    'a further response without a body that has a model',
    { one: post('/a', { responses: { 304: Post } }) },
    /304 has no body; declare it with a string/,
  ],
  ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, JSON.parse('"1"')].map(
    (keepAlive): (typeof mistakes)[number] => [
      `a stream kept alive every ${inspect(keepAlive)} ms`,
      { one: get('/a', { response: serverSentEvents(Post, { keepAlive }) }) },
      /keepAlive is .*; write milliseconds, 1 to 2147483647/,
    ],
  ),
  ...['csv', 'text/*', 'text/csv; charset=utf-8', '/csv', 'text/', ' text/csv', 'text/csv '].map(
    (mediaType): (typeof mistakes)[number] => [
      `the media type ${mediaType}`,
      { one: get('/a', { mediaType }) },
      /mediaType is ".*"; write one such as text\/csv/,
    ],
  ),
  [
    'a media type together with a stream',
    { one: get('/a', { mediaType: 'text/csv', response: serverSentEvents(Post) }) },
    /mediaType is for raw replies, and a stream has its own/,
  ],
  [
    'the media type of JSON together with a response model',
    { one: get('/a', { mediaType: 'application/json', response: Post }) },
    /mediaType is for raw replies that differ from the response, which is already application\/json; remove it/,
  ],
  [
    'a media type with a status without a body',
    { one: get('/a', { mediaType: 'text/csv', status: 204 }) },
    /status 204 has no body; remove mediaType/,
  ],
  ['a failure status as a success', { one: post('/a', { status: 404 }) }, /404 is not a success status/],
  [
    'a success status as a failure',
    { one: post('/a', { errors: { 200: 'Fine' } }) },
    /200 is not a failure status/,
  ],
  [
    'a range of failures, as in OpenAPI',
    { one: wrongly('/a', { errors: { '4XX': 'Refused' } as Readonly<Record<number, string>> }) },
    /4XX is not a failure status; use 400 to 599/,
  ],
  [
    'a response for every status, as in OpenAPI',
    { one: wrongly('/a', { responses: { default: 'Fine' } as Readonly<Record<number, string>> }) },
    /default is not a success status; use 200 to 399/,
  ],
  [
    'a status declared twice',
    { one: post('/a', { responses: { 200: Post } }) },
    /^one \(POST \/a\): 200 is the success status; declare it by response and responseDescription, not in responses$/,
  ],
  [
    'security that reads no token',
    { one: post('/a', { security: tokenFrom({ bearer: false }) }) },
    /reads no token/,
  ],
  [
    'an authorizationUrl without a tokenUrl',
    { one: post('/a', { security: tokenFrom({ authorizationUrl: 'https://id.example/authorize' }) }) },
    /authorizationUrl returns a code, which is exchanged at the tokenUrl; add tokenUrl/,
  ],
  [
    'a tokenUrl together with an openIdConnectUrl',
    {
      one: post('/a', {
        security: tokenFrom({ tokenUrl: 'token', openIdConnectUrl: 'https://id.example/' }),
      }),
    },
    /openIdConnectUrl already describes the other URLs; remove tokenUrl and authorizationUrl/,
  ],
  [
    'a tokenUrl without bearer tokens',
    { one: post('/a', { security: tokenFrom({ bearer: false, cookie: 'sid', tokenUrl: 'token' }) }) },
    /tokenUrl describes bearer tokens; allow bearer, or remove it/,
  ],
  [
    'an invalid tokenUrl',
    { one: post('/a', { security: tokenFrom({ tokenUrl: 'javascript:alert(1)' }) }) },
    /tokenUrl is "javascript:alert\(1\)", which is not a URL; write one such as https/,
  ],
  [
    'an invalid scope',
    { one: post('/a', { security: tokenFrom({ scopes: { 'read items': 'Read' } }) }) },
    /"read items" cannot be a scope; write printable ASCII without space/,
  ],
  [
    'a scope with an empty name',
    { one: post('/a', { security: tokenFrom({ scopes: { '': 'Read' } }) }) },
    /"" cannot be a scope/,
  ],
  [
    'a realm without basic',
    { one: post('/a', { security: tokenFrom({ realm: 'Reports' }) }) },
    /the realm "Reports" is only used with basic; allow basic, or remove it/,
  ],
  [
    'a realm that a header cannot contain',
    { one: post('/a', { security: tokenFrom({ basic: true, realm: 'Bücher' }) }) },
    /the realm "Bücher" is not printable ASCII, which a header needs; reword it/,
  ],
  [
    'a scheme for a place that is not read',
    { one: post('/a', { security: tokenFrom({ schemes: { cookie: { name: 'session' } } }) }) },
    /schemes\.cookie describes what is not read; add cookie, or remove it/,
  ],
  [
    'a scheme for an unknown place',
    { one: post('/a', { security: tokenFrom({ schemes: Object({ query: {} }) }) }) },
    /query is not an option of schemes; it takes bearer, basic, header, cookie$/m,
  ],
  [
    'an unknown option of a scheme',
    { one: post('/a', { security: tokenFrom({ schemes: { bearer: Object({ format: 'JWT' }) } }) }) },
    /format is not an option of schemes\.bearer; it takes name, description, bearerFormat$/m,
  ],
  ...['', 'Staff only'].map((name): (typeof mistakes)[number] => [
    'a scheme whose name cannot name a component',
    { one: post('/a', { security: tokenFrom({ schemes: { bearer: { name } } }) }) },
    /schemes\.bearer\.name is "(?:Staff only)?"; write it in ASCII letters, digits, '\.', '_' and '-'/,
  ]),
  ...[{ tokenUrl: 'token' }, { openIdConnectUrl: 'https://id.example/' }].map(
    (url): (typeof mistakes)[number] => [
      'the format of a bearer token that has a URL',
      { one: post('/a', { security: tokenFrom({ ...url, schemes: { bearer: { bearerFormat: 'JWT' } } }) }) },
      /schemes\.bearer\.bearerFormat is only for a bearer token without URLs; remove it/,
    ],
  ),
  [
    'a bearer format for a key',
    {
      one: post('/a', {
        security: tokenFrom({ header: 'Key', schemes: { header: { bearerFormat: 'JWT' } } }),
      }),
    },
    /schemes\.header\.bearerFormat is only for a bearer token/,
  ],
  [
    'security by a header that cannot be sent',
    { one: post('/a', { security: tokenFrom({ header: 'X Key' }) }) },
    /"X Key" cannot be the name of a header; rename it$/m,
  ],
  [
    'security by a cookie that cannot be sent',
    { one: post('/a', { security: tokenFrom({ cookie: 's=d' }) }) },
    /"s=d" cannot be the name of a cookie; rename it$/m,
  ],
  ...['key', 'KEY'].map((cookie): (typeof mistakes)[number] => [
    'security by a header and a cookie with one name',
    { one: post('/a', { security: tokenFrom({ header: 'Key', cookie }) }) },
    /has a header and a cookie "key"; rename one of them/i,
  ]),
  [
    'security without authenticate',
    { one: post('/a', { security: tokenFrom({}) }) },
    /add the option authenticate/,
  ],
  ['a path without a slash at the start', { one: get('a', {}) }, /does not begin with a slash/],
  [
    'a path without a slash after a prefix',
    { one: routes({ prefix: '/a' }).get('x', {}) },
    /^one \(GET x\): Path "x" does not begin with a slash; write '\/…'$/,
  ],
  [
    'an undefined path after a prefix',
    { one: routes({ prefix: '/a' }).get(Object({}).path, {}) },
    /^one \(GET undefined\): Path "undefined" does not begin with a slash/,
  ],
  [
    'a prefix that is not a string',
    { one: routes(Object({ prefix: 5 })).get('/', {}) },
    /^one \(GET 5\/\): prefix is 5; write a string$/,
  ],
  ...[null, '/admin'].map((options): (typeof mistakes)[number] => [
    `routes with the options ${options}`,
    { one: routes(options as never).get('/', {}) },
    /^one \(GET \/\): the options of routes are (?:null|"\/admin"); write an object with any of prefix, tags, security, errors, deprecated, hidden$/,
  ]),
  ['a stray brace', { one: wrongly('/a}', {}) }, /stray brace/],
  [
    'a stray brace after a parameter',
    { one: wrongly('/{a}/b}', { params: { a: string() } }) },
    /stray brace/,
  ],
  ['an empty segment', { one: get('/a//b', {}) }, /empty segment/],
  ...['/a/../b', '/a/./b', '/..', '/a/.'].map((path): (typeof mistakes)[number] => [
    `a dot segment: ${path}`,
    { one: wrongly(path, {}) },
    /has a '\.' or '\.\.' segment; write the path it stands for/,
  ]),
  [
    'two parameters side by side',
    { one: wrongly('/{a}{b}', { params: { a: string(), b: string() } }) },
    /side by side/,
  ],
  [
    'a parameter within a segment with a separator of several characters',
    {
      one: wrongly('/{a}--{b}-{c}', { params: { a: string(), b: string(), c: string() } }),
    },
    /within a segment/,
  ],
  [
    'a path with one parameter twice',
    { one: wrongly('/{a}/{a}', { params: { a: string() } }) },
    /\{a\} twice/,
  ],
  [
    'a space in a path',
    { one: get('/a b', {}) },
    /has " ", which a literal segment cannot contain, percent-encoded or not; remove it/,
  ],
  [
    'a percent-encoded space in a path',
    { one: get('/a%20b', {}) },
    /has "%", which a literal segment cannot contain/,
  ],
  [
    'a wide space in a path',
    { one: get('/a\u3000b', {}) },
    /has ".", which a literal segment cannot contain/,
  ],
  [
    'a lone surrogate in a path',
    { one: get('/a\ud83d', {}) },
    /has "\\ud83d", which a literal segment cannot/,
  ],
  ['brackets in a path', { one: get('/a[b]', {}) }, /has "\[", which a literal segment cannot contain/],
  [
    'two models with one name',
    {
      one: post('/a', { body: json(Post) }),
      two: post('/b', { body: json(class Post extends Model({ x: string() }) {}) }),
    },
    /Two different models are named Post/,
  ],
  [
    'two models without a class of their own',
    {
      one: post('/a', { body: json(Model({ a: string() })) }),
      two: post('/b', { body: json(Model({ b: string() })) }),
    },
    /named Declared: \{ a \} and \{ b \}; .* `name` where it has no class of its own or a bundler renames it: Model\(/,
  ],
  [
    'two enumerations with one name',
    {
      one: get('/a', { query: { a: literal(['x', 'y'], { name: 'Color' }) } }),
      two: get('/b', { query: { a: literal(['z', 'y'], { name: 'Color' }) } }),
    },
    /Two different models are named Color: \{.*"enum":\["x","y"\].*\} and \{.*"enum":\["z","y"\]/,
  ],
  [
    'a convertor of Starlette',
    { one: wrongly('/{id:int}', { params: { id: integer() } }) },
    /has the convertor \{id:int\}; write \{id\} and declare its kind in params/,
  ],
  [
    'a convertor without a name',
    { one: wrongly('/{id:}', { params: { id: integer() } }) },
    /has the convertor \{id:\}; write \{id\} and declare its kind in params/,
  ],
  ...['/{rest:path}/end', '/files{rest:path}', '/{rest:path}{id}'].map((path): (typeof mistakes)[number] => [
    `a parameter over segments as in ${path}`,
    { one: wrongly(path, { params: { rest: string(), id: integer() } }) },
    /has \{rest:path\} within it; put it at the end, after a slash|has two parameters side by side/,
  ]),
  [
    'two paths that are the same in the document',
    {
      one: get('/a/{rest}', { params: { rest: string() } }),
      two: get('/a/{rest:path}', { params: { rest: string() } }),
    },
    /two \(GET .*\/a\/\{rest:path\} is the same path as one in the document; rename its last parameter/,
  ],
  ...[-1, Number.NaN].map((limit): (typeof mistakes)[number] => [
    `a limit of ${limit}`,
    { one: post('/a', { body: raw({ limit }) }) },
    /limit is (?:-1|NaN); write a number of bytes/,
  ]),
  [
    'an unknown part of a declaration',
    { one: wrongly('/a', JSON.parse('{"header":{}}')) },
    /header is not an option of a declaration; it takes params, query, headers, cookies, body/,
  ],
  [
    'a part of declarations that routes cannot share',
    { one: routes({ prefix: '/admin', ...{ responses: { 202: 'Later' } } }).get('/', {}) },
    /one \(GET \/admin\/\): responses is not an option of routes; it takes prefix, tags, security, errors, deprecated, hidden$/,
  ],
  [
    'shared security of the wrong type',
    { one: routes({ security: 'bearer' as never }).get('/', {}) },
    /^one \(GET \/\): security is "bearer"; write tokenFrom\(\{ … \}\)$/,
  ],
  [
    'shared failures of the wrong type',
    { one: routes({ errors: 'gone' as never }).get('/', {}) },
    /^one \(GET \/\): errors is "gone"; write the response of each status, as a string or a model$/,
  ],
  [
    'own failures of the wrong type, together with shared ones',
    { one: routes({ errors: { 404: 'Gone' } }).get('/', { errors: 'gone' as never }) },
    /^one \(GET \/\): errors is "gone"; write the response of each status, as a string or a model$/,
  ],
  [
    'an unknown option of a body',
    { one: post('/a', { body: json(Post, JSON.parse('{"limits":9}')) }) },
    /limits is not an option of a body of json; it takes limit, examples, fieldsSet/,
  ],
  [
    'an unknown option of serverSentEvents',
    { one: get('/a', { response: serverSentEvents(Post, JSON.parse('{"keepalive":9}')) }) },
    /keepalive is not an option of serverSentEvents; it takes keepAlive/,
  ],
  [
    'an unknown option of tokenFrom',
    { one: post('/a', { security: tokenFrom(Object({ cookie: 'sid', requried: false })) }) },
    /requried is not an option of tokenFrom; it takes bearer, basic, realm, header, cookie, required, tokenUrl/,
  ],
  [
    'a query declared with a kind that is not a model',
    { one: put('/a', { query: integer() }) },
    /query is a kind without fields/,
  ],
]

for (const [title, operations, message] of mistakes) {
  test(`${title} is refused at start`, () => {
    const handlers = Object.fromEntries(Object.keys(operations).map((name) => [name, () => null]))
    const start = () =>
      implement(contract({ title: 'T', version: '1', routes: operations }), handlers, { documents: false })
    assert.throws(
      start,
      (error) => error instanceof ContractError && error.mistakes.some((one) => message.test(one)),
    )
  })
}

// table: a declaration that code without types may write, and the mistake.
const unusable: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [
    { query: { page: undefined } },
    'query.page is undefined, which is not a kind; write a model, or a kind like string()',
  ],
  [
    { headers: { 'x-a': 'string' } },
    'headers.x-a is "string", which is not a kind; write a model, or a kind like string()',
  ],
  [
    { cookies: String },
    'cookies is the function String, which is not a kind; write a model, or a kind like string()',
  ],
  [
    { response: jsonLines(undefined as never) },
    'response is undefined, which is not a kind; write a model, or a kind like string()',
  ],
  [{ query: null }, 'query is null, which is not a kind; write a model, or a kind like string()'],
  [{ query: [Post] }, 'query is a list, which is not a kind; write list(…) of a model or kind'],
  [{ response: {} }, 'response is an object, which is not a kind; write a model, or a kind like string()'],
  [{ response: [Post] }, 'response is a list, which is not a kind; write list(…) of a model or kind'],
  [
    { response: { '~standard': {} } },
    'response is an object, which is not a kind; write foreign(…) of it, from @postern/model',
  ],
  [
    { response: Object.assign(() => undefined, { '~standard': {} }) },
    'response is a function, which is not a kind; write foreign(…) of it, from @postern/model',
  ],
  [
    { body: json({ '~standard': {}, shape: {} } as never) },
    'body is an object, which is not a kind; write foreign(…) of it, from @postern/model',
  ],
  [
    { query: { '~standard': {}, shape: {} } },
    'query is an object, which is not a kind; write foreign(…) of it, from @postern/model',
  ],
  [
    { responses: { 202: 5 } },
    'responses[202] is 5, which is not a kind; write a model, or a kind like string()',
  ],
  [
    { errors: { 404: undefined } },
    'errors[404] is undefined, which is not a kind; write a model, or a kind like string()',
  ],
  [
    { body: Post },
    'body is the function Post; write how it is bound: json(…), form(…), multipart(…), jsonOrForm(…), raw() or stream()',
  ],
  [
    { body: json(undefined as never) },
    'body is undefined, which is not a kind; write a model, or a kind like string()',
  ],
  [
    { body: null },
    'body is null; write how it is bound: json(…), form(…), multipart(…), jsonOrForm(…), raw() or stream()',
  ],
  [{ errors: null }, 'errors is null; write the response of each status, as a string or a model'],
  [{ errors: [] }, 'errors is a list; write the response of each status, as a string or a model'],
  [{ responses: 'Fine' }, 'responses is "Fine"; write the response of each status, as a string or a model'],
  [{ tags: 'posts' }, 'tags is "posts"; write a list of strings, such as [\'posts\']'],
  [{ tags: ['posts', 5] }, "tags is a list with 5; write a list of strings, such as ['posts']"],
  [{ response: null }, 'response is null, which is not a kind; write a model, or a kind like string()'],
  [{ responseHeaders: null }, 'responseHeaders is null; write an object'],
  [{ responseExamples: null }, 'responseExamples is null; write an object'],
  [{ responseExamples: 'x' }, 'responseExamples is "x"; write an object'],
  [{ security: true }, 'security is true; write tokenFrom({ … })'],
  [{ security: [tokenFrom()] }, 'security is a list; write tokenFrom({ … })'],
  [
    { security: tokenFrom(Object({ scopes: ['items:read'] })) },
    "scopes is a list; write a description for each: { 'items:read': 'Read items' }",
  ],
  ...['items:read', null].map((scopes): (typeof unusable)[number] => [
    { security: tokenFrom(Object({ scopes })) },
    `scopes is ${JSON.stringify(scopes)}; write a description for each: { 'items:read': 'Read items' }`,
  ]),
  [
    { security: tokenFrom(Object({ scopes: { 'items:read': true } })) },
    "the scope \"items:read\" is true; write a description for each: { 'items:read': 'Read items' }",
  ],
  ...(
    [
      [['Staff'], 'schemes is a list'],
      [null, 'schemes is null'],
      [{ bearer: 'Staff' }, 'schemes.bearer is "Staff"'],
    ] as const
  ).map(([schemes, mistake]): (typeof unusable)[number] => [
    { security: tokenFrom(Object({ schemes })) },
    `${mistake}; write { bearer: { name: 'Staff' } } or the like`,
  ]),
  [
    { security: tokenFrom(Object({ schemes: { bearer: { name: 5 } } })) },
    'schemes.bearer.name is 5; write a string',
  ],
  [
    { body: json({ post: undefined as never }) },
    'body.post is undefined, which is not a kind; write a model, or a kind like string()',
  ],
]

for (const [declaration, mistake] of unusable) {
  test(`a value of the wrong type in a declaration is reported with every other mistake: ${mistake}`, () => {
    const one = wrongly('/one', declaration)
    const two = wrongly('/{id}', {})
    const start = () =>
      implement(contract({ title: 'T', version: '1', routes: { one, two } }), {
        one: () => null,
        two: () => null,
      })
    const hasBothMistakes = (error: unknown) => {
      assert.ok(error instanceof ContractError)
      assert.equal(error.mistakes[0], `one (GET /one): ${mistake}`)
      assert.match(error.mistakes[1] ?? '', /^two .* has no kind; add params/)
      return error.mistakes.length === 2
    }
    assert.throws(start, hasBothMistakes)
    assert.throws(
      () => describeContract(contract({ title: 'T', version: '1', routes: { one, two } })),
      hasBothMistakes,
    )
  })
}

// table: operations that code without types may give, and the mistake.
const noOperations: readonly (readonly [unknown, string])[] = [
  [
    Reflect.apply(get, undefined, ['/one', {}, ['/two', '/three']]),
    "one (GET /one): an alias is a list; write each path as an argument: '/…', '/…'",
  ],
  [undefined, "one is undefined, which is not an operation; declare it: routes().get('/…', { response: … })"],
  [
    Post,
    "one is the function Post, which is not an operation; declare it: routes().get('/…', { response: … })",
  ],
  [{}, "one is an object, which is not an operation; declare it: routes().get('/…', { response: … })"],
  [{ list: get('/list', {}) }, 'one is an object, which is not an operation; spread it: { ...area }'],
  [
    Reflect.apply(get, undefined, ['/one']),
    "one (GET /one): its declaration is undefined; write get('/…', { response: … }), and its handler in implement(…)",
  ],
  [
    Reflect.apply(put, undefined, ['/one', () => null]),
    "one (PUT /one): its declaration is a function; write put('/…', { response: … }), and its handler in implement(…)",
  ],
]

for (const [one, mistake] of noOperations) {
  test(`an invalid operation is reported with every other mistake: ${mistake}`, () => {
    const declared = contract({
      title: 'T',
      version: '1',
      routes: { one: one as Operation, two: wrongly('/{id}', {}) },
    })
    assert.throws(
      () => implement(declared, { one: () => null, two: () => null }),
      (error) => {
        assert.ok(error instanceof ContractError)
        assert.equal(error.mistakes[0], mistake)
        assert.match(error.mistakes[1] ?? '', /^two .* has no kind; add params/)
        return error.mistakes.length === 2
      },
    )
  })
}

for (const [handlers, shown] of [
  [null, 'null'],
  ['one', '"one"'],
]) {
  test(`handlers that are ${shown} are reported with every other mistake`, () => {
    const declared = contract({ title: 'T', version: '1', routes: { one: wrongly('/{id}', {}) } })
    assert.throws(
      () => implement(declared, handlers as never),
      (error) => {
        assert.ok(error instanceof ContractError)
        assert.deepEqual(error.mistakes.slice(0, 3), [
          `the handlers are ${shown}; write one for each operation: { list: (input) => … }`,
          'one (GET /{id}): {id} of /{id} has no kind; add params: { id: … }',
          'one (GET /{id}): has no handler; add one: (input) => …',
        ])
        return true
      },
    )
  })
}

for (const [handler, mistake] of [
  [undefined, 'has no handler; add one: (input) => …'],
  [5, 'its handler is 5; write a function: one: (input) => …'],
  [{ message: 'ready' }, 'its handler is an object; write a function: one: (input) => …'],
]) {
  test(`a wrong handler is refused at start: ${mistake}`, () => {
    const declared = contract({ title: 'T', version: '1', routes: { one: routes().get('/one', {}) } })
    assert.throws(() => implement(declared, { one: handler } as never), {
      mistakes: [`one (GET /one): ${mistake}`],
    })
  })
}

for (const [options, shown] of [
  [null, 'null'],
  [5, '5'],
  [[], 'a list'],
]) {
  test(`options that are ${shown} are reported with every other mistake`, () => {
    const declared = contract({ title: 'T', version: '1', routes: { one: wrongly('/{id}', {}) } })
    const hasBothMistakes = (names: string) => (error: unknown) => {
      assert.ok(error instanceof ContractError)
      assert.match(error.mistakes[0] ?? '', new RegExp(`^the options of ${names}, `))
      assert.match(error.mistakes[1] ?? '', /has no kind; add params/)
      return error.mistakes.length === 2
    }
    const given = options as never
    assert.throws(
      () => implement(declared, { one: () => null }, given),
      hasBothMistakes(`implement are ${shown}; write an object with any of cors, errors`),
    )
    assert.throws(
      () => describeContract(declared, given),
      hasBothMistakes(`describeContract are ${shown}; write an object with any of errors, errorInput`),
    )
  })
}

test('a path after a prefix may be empty, and needs no slash if the prefix ends with one', () => {
  assert.equal(routes({ prefix: '/a' }).get('', {}).path, '/a')
  assert.equal(routes({ prefix: '/a' }).get('/b', {}).path, '/a/b')
  assert.equal(routes({ prefix: '/a/' }).get('b', {}).path, '/a/b')
})

test('tokenFrom reads a bearer token by default', () => {
  assert.deepEqual(tokenFrom(), tokenFrom({ bearer: true }))
})

for (const [cors, shown] of [
  [true, 'true'],
  ['*', '"*"'],
  [null, 'null'],
  [['*'], 'a list'],
  [5n, 'the bigint 5'],
]) {
  test(`a policy that is ${shown} is refused with what to write instead`, () => {
    const declared = contract({ title: 'T', version: '1', routes: {} })
    const mistakes = [`cors is ${shown}; write its options, such as { allowOrigins: ['https://…'] }`]
    assert.throws(() => implement(declared, {}, Object({ cors })), { mistakes })
  })
}

test('a compiled policy is used as it is', () => {
  const cors = compilePolicy({ allowOrigins: ['https://app.example.com'] })
  assert.equal(implement(contract({ title: 'T', version: '1', routes: {} }), {}, { cors }).policy, cors)
})

test('an option that untyped code gives as undefined counts as not given', async () => {
  const options = Object({ authenticate: undefined, onError: undefined, strict: undefined })
  const declared = contract({
    title: 'T',
    version: '1',
    routes: { one: get('/one', { response: integer() }) },
  })
  const { fetch } = implement(declared, { one: () => 1 }, options)
  assert.equal(await (await fetch(new Request('http://x/one'))).text(), '1')
})

test('options of the wrong type are reported together, with what to write instead', () => {
  const one = post(
    '/one',
    Object({
      body: json(Post, Object({ limit: 5n, fieldsSet: 'yes' })),
      response: serverSentEvents(Post, Object({ keepAlive: '5' })),
      hidden: 'no',
      mediaType: 5n,
      status: '201',
    }),
  )
  const two = post('/two', {
    body: multipart({ cover: file(Object({ maxSize: '5', types: 'image/*' })) }),
  })
  const three = post('/three', { security: tokenFrom(Object({ required: 'no', header: 5, tokenUrl: 5n })) })
  const options = Object({ authenticate: 'none', onError: console, strict: 'no', bodyLimit: 5n, errors: 5n })
  const declared = contract({ title: 'T', version: '1', routes: { one, two, three } })
  const handlers = { one: () => [], two: () => null, three: () => null }
  assert.throws(
    () => implement(declared, handlers, options),
    (error) => {
      assert.ok(error instanceof ContractError)
      const mistakes = error.mistakes.join('\n')
      for (const mistake of [
        'authenticate is "none"; write a function',
        'onError is an object (console); write a function',
        'strict is "no"; write true or false',
        'bodyLimit is the bigint 5; write a number of bytes, at least 0',
        "errors is the bigint 5; write one of 'fastapi', 'problem', 'negotiated', or an errorDialect",
        'one (POST /one): hidden is "no"; write true or false',
        'one (POST /one): status is "201"; write a number',
        'one (POST /one): limit is the bigint 5; write a number of bytes, at least 0',
        'one (POST /one): fieldsSet is "yes"; write true or false',
        'one (POST /one): mediaType is the bigint 5; write one such as text/csv',
        'one (POST /one): keepAlive is "5"; write milliseconds, 1 to 2147483647',
        'three (POST /three): tokenUrl is the bigint 5; write a string',
        'three (POST /three): required is "no"; write true or false',
        'three (POST /three): header is 5; write a string',
        'maxSize is "5"; write whole bytes, such as 5 * 2 ** 20',
        'types is "image/*"; write a list, such as [\'image/*\']',
      ])
        assert.ok(mistakes.includes(mistake), `${mistake} is not among\n${mistakes}`)
      return true
    },
  )
})

test('mistakes of the policy are reported with those of the contract, or as a PolicyError if there are no others', () => {
  const cors = { allowOrigins: ['https://app.example.com/'] }
  const policyLine =
    'allowOrigins (origin_not_canonical): "https://app.example.com/" is not how browsers write an origin'
  const one = wrongly('/{id}', {})
  const wrong = contract({ title: 'T', version: '1', routes: { one } })
  assert.throws(
    () => implement(wrong, { one: () => null }, { cors }),
    (error) => {
      assert.ok(error instanceof ContractError)
      assert.match(error.mistakes[0] ?? '', /^one .* has no kind; add params/)
      assert.ok(error.mistakes[1]?.startsWith(`cors: ${policyLine}`), error.mistakes[1])
      return error.mistakes.length === 2
    },
  )
  const right = contract({ title: 'T', version: '1', routes: {} })
  assert.throws(() => implement(right, {}, { cors }), { name: 'PolicyError' })
})

const photos = (maxSize: number) => multipart({ photo: file({ maxSize }) })
/** An option with a number, with accepted numbers up to its bounds, and refused ones beyond them. */
const bounds: readonly (readonly [string, (value: number) => Declaration, number[], number[]])[] = [
  ['status', (status) => ({ status }), [200, 399], [199, 400, 200.5]],
  ['responses', (status) => ({ responses: { [status]: 'So' } }), [201, 204, 399], [199, 400, 201.5]],
  ['errors', (status) => ({ errors: { [status]: 'So' } }), [400, 599], [399, 600, 404.5]],
  ['limit', (limit) => ({ body: raw({ limit }) }), [0, Number.POSITIVE_INFINITY], [-1, Number.NaN]],
  [
    'keepAlive',
    (keepAlive) => ({ response: serverSentEvents(Post, { keepAlive }) }),
    [1, 2 ** 31 - 1],
    [0, 2 ** 31, 1.5],
  ],
  ['maxSize', (size) => ({ body: photos(size) }), [0, 2 ** 53 - 1], [-1, 2 ** 53, 0.5]],
  [
    'maxCount of files',
    (maxCount) => ({ body: multipart({ photos: files({ maxCount }) }) }),
    [1, 1000],
    [0, 1001, 1.5],
  ],
  [
    'maxCount of namedFiles',
    (maxCount) => ({ body: multipart({ papers: namedFiles({ a: file() }, { maxCount }) }) }),
    [1, 1000],
    [0, 1001, 1.5],
  ],
]

for (const [name, declare, taken, refused] of bounds) {
  test(`${name} accepts ${taken.join(', ')} and nothing beyond its bounds`, () => {
    const start = (value: number) => {
      const one: Operation = { ...wrongly('/a', declare(value)), method: 'POST' }
      implement(contract({ title: 'T', version: '1', routes: { one } }), { one: () => null } as never)
    }
    for (const value of taken) start(value)
    for (const value of refused) assert.throws(() => start(value), ContractError, String(value))
  })
}

for (const bodyLimit of [Number.NaN, -1, Number('1mb')]) {
  test(`a bodyLimit of ${bodyLimit} is refused at start`, () => {
    const start = () => implement(contract({ title: 'T', version: '1', routes: {} }), {}, { bodyLimit })
    assert.throws(start, /bodyLimit is (?:NaN|-1); write a number of bytes, at least 0/)
  })
}

test('describeContract reports the same mistakes of operations as implement, each once', () => {
  const both = {
    one: get('/a/{x}', { params: { x: string() } }),
    two: get('/a/{y}', { params: { y: string() } }),
    three: wrongly('/b', { params: { z: string() } }),
  }
  const declared = contract({ title: 'T', version: '1', routes: both })
  const mistakes = [
    'two (GET /a/{y}): /a/{y} answers the same requests as one; keep one',
    'three (GET /b): the parameter z is not in /b; add {z} or remove it',
  ]
  const hasMistakes = (error: unknown) => {
    assert.ok(error instanceof ContractError)
    assert.deepEqual(error.mistakes, mistakes)
    return true
  }
  assert.throws(() => describeContract(declared), hasMistakes)
  assert.throws(
    () => implement(declared, { one: () => null, two: () => null, three: () => null }),
    hasMistakes,
  )
})

test('mistakes in the options of routes are reported once, at the first operation that they declare', () => {
  const { get: getOne, post: postOne } = routes({ prefix: '', ...{ responses: {}, prefx: '/a' } })
  const wrong = {
    one: getOne('/a', {}),
    two: postOne('/a', {}),
    three: routes({ prefix: '', ...{ tag: 'a' } }).get('/b', {}),
  }
  assert.throws(
    () => describeContract(contract({ title: 'T', version: '1', routes: wrong })),
    (error) => {
      assert.ok(error instanceof ContractError)
      assert.deepEqual(error.mistakes, [
        'one (GET /a): responses is not an option of routes; it takes prefix, tags, security, errors, deprecated, hidden',
        'one (GET /a): prefx is not an option of routes; it takes prefix, tags, security, errors, deprecated, hidden',
        'three (GET /b): tag is not an option of routes; it takes prefix, tags, security, errors, deprecated, hidden',
      ])
      return true
    },
  )
})

test('every mistake in the options of kinds is reported once, after the place of the kind', () => {
  // Code without types may pass these.
  const misspelt = { maxLenght: 1 } as never
  const unwritable = { default: 'none' } as never
  const one = routes().post('/{id}', {
    params: { id: string(misspelt) },
    query: { tags: list(string(), unwritable), word: string(misspelt) },
    body: json(list(string(misspelt))),
    response: string(misspelt),
    errors: { 404: string(misspelt) },
  })
  const mistake =
    /^one \(POST \/\{id\}\): ([^:]+): (?:item: )?(?:maxLenght is not an option of string; |default is "none", which cannot be )/
  assert.throws(
    () => implement(contract({ title: 'T', version: '1', routes: { one } }), { one: () => '' }),
    (error) => {
      assert.ok(error instanceof ContractError)
      const places = error.mistakes.map((found) => mistake.exec(found)?.[1] ?? found)
      assert.deepEqual(places, ['params.id', 'query.tags', 'query.word', 'body', 'response', 'errors[404]'])
      return true
    },
  )
})

test('a missing handler and an extra one are reported with every other mistake', () => {
  const routesOf = { one: get('/a', { body: json(Post) }), two: get('/a', {}) } as Readonly<
    Record<string, Operation>
  >
  const start = () =>
    implement(contract({ title: 'T', version: '1', routes: routesOf }), {
      one: () => null,
      three: () => null,
    })
  assert.throws(start, (error) => error instanceof ContractError && error.mistakes.length === 4)
})

/** Declarations that look like mistakes and are none. */
const right: readonly (readonly [string, Declaration])[] = [
  ['names of a query that differ only in case', { query: { a: string(), A: string() } }],
  ['names of cookies that differ only in case', { cookies: { a: string(), A: string() } }],
  ['names of members that differ only in case', { body: json({ a: string(), A: string() }) }],
  [
    'a model of strings with a record that may be left out',
    { query: Model({ by: record(string(), { default: () => ({}) }) }, { name: 'Left' }) },
  ],
  [
    'a model of strings with a record that a validator parses',
    { query: Model({ by: record(string()) }, { name: 'Parsed', check: [before((input) => input)] }) },
  ],
  ['names of a single letter', { cookies: { a: string() }, headers: { b: string() } }],
  ['a media type with every allowed character', { mediaType: 'a!#$&^_.+-/z!#$&^_.+-' }],
  ['the media type of JSON without a response model', { mediaType: 'application/json' }],
  ['a realm with a space', { security: tokenFrom({ basic: true, realm: 'The reports' }) }],
  ['an empty realm', { security: tokenFrom({ basic: true, realm: '' }) }],
]

for (const [title, declaration] of right) {
  test(`${title} may be declared`, () => {
    const one: Operation = { ...wrongly('/a', declaration), method: 'POST' }
    const declared = contract({ title: 'T', version: '1', routes: { one } })
    assert.ok(implement(declared, { one: () => null } as never, { authenticate: () => null }))
  })
}

test('a model with a validator that parses strings, and a union with a string, may be parameters', async () => {
  const parsed = before((input) => (typeof input === 'string' ? JSON.parse(input) : input))
  class Filter extends Model({ title: string() }, { check: [parsed] }) {}
  const query = {
    filter: Filter,
    counts: nullable(record(integer(), {}, parsed)),
    id: union([Post, string()]),
  }
  const find = get('/a', { query, response: list(string()) })
  const api = implement(contract({ title: 'T', version: '1', routes: { find } }), {
    find: ({ query: { filter, counts, id } }) => [filter.title, ...Object.keys(counts ?? {}), String(id)],
  })
  const answer = await api.fetch(new Request('http://api.example/a?filter={"title":"x"}&counts={"y":1}&id=z'))
  assert.deepEqual([answer.status, await answer.json()], [200, ['x', 'y', 'z']])
})
