import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { integer, list, literal, Model, nullable, string, tuple, union } from '@postern/model'
import { serve } from '../src/adapters/node.ts'
import { createClient } from '../src/client.ts'
import {
  ContractError,
  contract,
  type Declaration,
  describeContract,
  type ErrorNotice,
  file,
  files,
  implement,
  json,
  jsonLines,
  multipart,
  namedFiles,
  routes,
  type UploadedFile,
} from '../src/index.ts'
import {
  end,
  type FormScenario,
  formInit,
  formMessage,
  issue,
  late,
  malformed,
  missing,
  noFile,
  part,
  text,
  tooLarge,
  unchosen,
} from './form.ts'
import { converse, takesAll } from './socket.ts'
import { openTransports } from './transports.ts'

class Stored extends Model({
  title: string(),
  name: nullable(string()),
  type: nullable(string()),
  text: string(),
}) {}
class Cover extends Model({ cover: file() }) {}

const { post } = routes()
const errors = { 409: 'No room' }
const title = string({ maxLength: 10 })
const declared = contract({
  title: 'Uploads',
  version: '1',
  routes: {
    store: post('/store', {
      query: { n: integer({ default: 0 }) },
      body: multipart(
        {
          title,
          tags: list(string(), { default: [] }),
          cover: file({ maxSize: 20, types: ['image/*', 'text/plain'] }),
        },
        { limit: 100 },
      ),
      response: Stored,
    }),
    typed: post('/typed', {
      body: multipart({ title, cover: file({ default: null, types: ['image/*', 'text/plain'] }) }),
      response: Stored,
    }),
    maybe: post('/maybe', { body: multipart({ title, cover: file({ default: null }) }), response: Stored }),
    tagged: post('/tagged', {
      body: multipart({ title, tags: list(string(), { default: [] }), cover: file() }),
      response: Stored,
    }),
    ignore: post('/ignore', { body: multipart({ cover: file() }), response: integer() }),
    half: post('/half', { body: multipart({ cover: file() }), response: integer() }),
    drop: post('/drop', { body: multipart({ cover: file() }), response: integer() }),
    hang: post('/hang', { body: multipart({ cover: file({ maxSize: 20 }) }), response: integer() }),
    full: post('/full', { body: multipart({ cover: file({ maxSize: 20 }) }), response: integer(), errors }),
  },
})

const notices: ErrorNotice[] = []
let broken = Promise.withResolvers<unknown>()

async function textOf(cover: UploadedFile | null): Promise<string> {
  return cover === null ? 'none' : await new Response(cover.stream).text()
}

const store = async ({ title, cover }: { title: string; cover: UploadedFile | null }) => ({
  title,
  name: cover?.name ?? null,
  type: cover?.type ?? null,
  text: await textOf(cover),
})

const api = implement(
  declared,
  {
    store: ({ body }) => store(body),
    typed: ({ body }) => store(body),
    maybe: ({ body }) => store(body),
    tagged: ({ body }) => store(body),
    ignore: () => 1,
    async half({ body }) {
      const { value } = await body.cover.stream.getReader().read()
      return value?.length === 0 ? 0 : 1
    },
    async drop({ body }) {
      await body.cover.stream.cancel()
      return 1
    },
    async hang({ body }) {
      try {
        await textOf(body.cover)
      } catch (error) {
        broken.resolve(error)
        await new Promise(() => undefined)
      }
      return 1
    },
    full: async ({ body, fail }) =>
      textOf(body.cover).then(
        () => 1,
        () => fail(409),
      ),
  },
  { onError: (notice) => notices.push(notice) },
)

const { transports, server } = await openTransports(api)

const whole = text('title', 'x') + part('cover', 'bytes')
const stored = { title: 'x', name: 'a', type: 'text/plain', text: 'bytes' }
const none = { title: 'x', name: null, type: null, text: 'none' }
const scenarios: readonly FormScenario[] = [
  ['a file arrives with the strings before it', '/store', whole + end, 200, stored],
  [
    'a file may be empty',
    '/store',
    text('title', 'x') + part('cover', '') + end,
    200,
    { ...stored, text: '' },
  ],
  ['as many other bytes as allowed', '/store', part('other', '.'.repeat(99)) + whole + end, 200, stored],
  [
    'a file at the limit',
    '/store',
    text('title', 'x') + part('cover', '.'.repeat(20)) + end,
    200,
    { ...stored, text: '.'.repeat(20) },
  ],
  [
    'undeclared parts are skipped',
    '/store',
    text('a', 'b') + part('c', 'd') + whole + part('e', 'f') + end,
    200,
    stored,
  ],
  ['a second file of the same name is skipped', '/store', whole + part('cover', 'second') + end, 200, stored],
  [
    'the last of several strings under one name counts',
    '/store',
    text('title', 'y') + whole + end,
    200,
    stored,
  ],
  ['a required file that is not sent', '/store', text('title', 'x') + end, 422, missing('cover')],
  [
    'an optional file that is not sent',
    '/maybe',
    text('title', 'x') + end,
    200,
    { title: 'x', name: null, type: null, text: 'none' },
  ],
  [
    'an empty string for an optional file',
    '/maybe',
    text('title', 'x') + text('cover', '') + end,
    200,
    { title: 'x', name: null, type: null, text: 'none' },
  ],
  [
    'a string for an optional file',
    '/maybe',
    text('title', 'x') + text('cover', 'text') + end,
    422,
    noFile('text', 'cover'),
  ],
  [
    'an empty string for a required file',
    '/store',
    text('title', 'x') + text('cover', '') + end,
    422,
    missing('cover'),
  ],
  ...['/maybe', '/typed'].flatMap((target): FormScenario[] => [
    [
      `a browser's empty input for an optional file: ${target}`,
      target,
      text('title', 'x') + unchosen('cover') + end,
      200,
      none,
    ],
    [
      `a browser's empty input before the strings: ${target}`,
      target,
      unchosen('cover') + text('title', 'x') + end,
      200,
      none,
    ],
    [
      `a file after a browser's empty input counts: ${target}`,
      target,
      unchosen('cover') + whole + end,
      200,
      stored,
    ],
  ]),
  [
    "a form that ends with a browser's empty input",
    '/maybe',
    text('title', 'x') + unchosen('cover'),
    400,
    malformed,
  ],
  [
    'a file without a name that is not empty',
    '/maybe',
    text('title', 'x') + unchosen('cover', 'bytes') + end,
    200,
    { title: 'x', name: '', type: 'application/octet-stream', text: 'bytes' },
  ],
  [
    "a browser's empty input for a required file",
    '/tagged',
    text('title', 'x') + unchosen('cover') + end,
    200,
    { title: 'x', name: '', type: 'application/octet-stream', text: '' },
  ],
  ['a string before the file, under its name', '/store', text('cover', 'text') + whole + end, 200, stored],
  ['an optional file that is sent', '/maybe', whole + end, 200, stored],
  [
    'a string for a file, with the issue of FastAPI',
    '/store',
    text('title', 'x') + text('cover', 'text') + end,
    422,
    noFile('text', 'cover'),
  ],
  [
    'a file for a string',
    '/store',
    part('title', 'x') + whole.slice(text('title', 'x').length) + end,
    422,
    issue('string_type', ['title'], {
      msg: 'Input should be a valid string',
      input: { filename: 'a', content_type: 'text/plain' },
    }),
  ],
  [
    'a string after the file is waited for, because browsers send fields in order',
    '/maybe',
    part('cover', 'bytes') + part('other') + text('title', 'x') + end,
    200,
    stored,
  ],
  [
    'the last value of a string after the file is waited for',
    '/tagged',
    text('title', 'x') + part('cover', '1,2') + text('title', 'y') + text('tags', '3') + end,
    200,
    { ...stored, title: 'y', text: '1,2' },
  ],
  [
    'an optional string is waited for even if it does not come',
    '/tagged',
    part('cover', 'bytes') + text('title', 'x') + end,
    200,
    stored,
  ],
  [
    'a file for a string, after the file',
    '/maybe',
    part('cover', 'bytes') + part('title', 'x') + end,
    422,
    issue('string_type', ['title'], {
      msg: 'Input should be a valid string',
      input: { filename: 'a', content_type: 'text/plain' },
    }),
  ],
  [
    "a string under the file's name between the file and the strings",
    '/maybe',
    part('cover', 'bytes') + text('cover', 'text') + text('title', 'x') + end,
    422,
    noFile('text', 'cover'),
  ],
  [
    'a string after a file as large as the body limit comes too late',
    '/store',
    part('cover', 'bytes') + text('title', 'x') + end,
    422,
    missing('title'),
  ],
  [
    'a string after a file of a mebibyte comes too late by default',
    '/maybe',
    part('cover', '.'.repeat(2 ** 20)) + text('title', 'x') + end,
    422,
    missing('title'),
  ],
  ['a body that stops after its file, before its string', '/maybe', part('cover', 'bytes'), 400, malformed],
  [
    'a type that is not accepted',
    '/store',
    text('title', 'x') + part('cover', 'x', 'TEXT/html; charset=utf-8') + end,
    422,
    issue('file_type', ['cover'], {
      msg: 'File should be of type image/* or text/plain',
      input: { name: 'a', type: 'TEXT/html; charset=utf-8' },
      ctx: { expected: 'image/* or text/plain' },
    }),
  ],
  [
    'a type in another case',
    '/store',
    text('title', 'x') + part('cover', 'bytes', 'Image/PNG') + end,
    200,
    { ...stored, type: 'Image/PNG' },
  ],
  [
    'all issues at once, wherever they are',
    '/store?n=x',
    text('title', 'x'.repeat(11)) + end,
    422,
    {
      detail: [
        {
          type: 'int_parsing',
          loc: ['query', 'n'],
          msg: 'Input should be a valid integer, unable to parse string as an integer',
          input: 'x',
        },
        {
          type: 'string_too_long',
          loc: ['body', 'title'],
          msg: 'String should have at most 10 characters',
          input: 'x'.repeat(11),
          ctx: { max_length: 10 },
        },
        ...missing('cover').detail,
      ],
    },
  ],
  [
    'a file that is too large',
    '/store',
    text('title', 'x') + part('cover', '.'.repeat(21)) + end,
    413,
    tooLarge,
  ],
  [
    'strings that are too large together',
    '/store',
    text('tags', '.'.repeat(60)).repeat(2) + whole + end,
    413,
    tooLarge,
  ],
  [
    'an undeclared file that is too large',
    '/store',
    part('other', '.'.repeat(101)) + whole + end,
    413,
    tooLarge,
  ],
  [
    'the response does not wait for a handler that never ends',
    '/hang',
    part('cover', '.'.repeat(21)) + end,
    413,
    tooLarge,
  ],
  ['a response of the handler comes too late', '/full', part('cover', '.'.repeat(21)) + end, 413, tooLarge],
  ['a file that nothing reads', '/ignore', part('cover', '.'.repeat(100_000)) + end, 200, 1],
  ['a file that is read in part', '/half', part('cover', '.'.repeat(100_000)) + end, 200, 1],
  ['a file that is cancelled', '/drop', part('cover', '.'.repeat(100_000)) + end, 200, 1],
  ['an optional string after the file', '/store', whole + text('tags', 'x') + end, 422, late('tags')],
  [
    "a string under the file's name after it",
    '/store',
    whole + text('cover', 'text') + end,
    422,
    noFile('text', 'cover'),
  ],
  [
    'more bytes after the file than allowed',
    '/store',
    whole + part('other', '.'.repeat(101)) + end,
    413,
    tooLarge,
  ],
  ['a body that stops after its file', '/store', whole, 400, malformed],
  ['a body without boundaries', '/store', 'x', 400, malformed],
  ['a body that stops before its file', '/store', text('title', 'x'), 400, malformed],
  [
    'a body that stops within its file',
    '/store',
    text('title', 'x') + part('cover', 'bytes').slice(0, -4),
    400,
    malformed,
  ],
  [
    'a body of too many parts',
    '/ignore',
    text('a', '').repeat(1001) + part('cover', '') + end,
    400,
    malformed,
  ],
  ['an empty body', '/maybe', '', 422, missing('title')],
]

for (const [transport, ask] of Object.entries(transports)) {
  for (const [title, target, body, status, expected] of scenarios) {
    test(`§4.2.3 ${title} (${transport})`, async () => {
      const answer = await ask(target, formInit(body))
      assert.deepEqual([answer.status, await answer.json()], [status, expected])
      assert.deepEqual(notices, [])
    })
  }

  test(`§4.2.3 bodies other than multipart forms are bound without a file (${transport})`, async () => {
    const send = async (type: string, body: string) => {
      const headers = { 'content-type': type }
      const answer = await ask('/maybe', { method: 'POST', headers, body })
      return [answer.status, await answer.json()]
    }
    assert.deepEqual(await send('application/x-www-form-urlencoded', 'title=x'), [
      200,
      { title: 'x', name: null, type: null, text: 'none' },
    ])
    assert.deepEqual(await send('application/json', '{}'), [422, missing('title')])
    assert.deepEqual(await send('multipart/form-data', whole), [
      400,
      { detail: 'Missing boundary in multipart.' },
    ])
  })
}

test('the next request on a connection gets its response, even if little of a file was read', async () => {
  const file = part('cover', '.'.repeat(300_000)) + end
  const last = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  for (const target of ['/ignore', '/half', '/drop']) {
    const answered = await converse(server, formMessage(target, file), last)
    assert.deepEqual(answered.match(/HTTP\/1.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404'], target)
  }
  const refused = await converse(server, formMessage('/hang', file), last)
  assert.deepEqual(refused.match(/HTTP\/1.1 \d+|connection: \w+/gi), ['HTTP/1.1 413', 'Connection: close'])
})

test('a multipart form without a body lacks its file', async () => {
  const head = 'POST /drop HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
  const type = 'Content-Type: multipart/form-data; boundary=box\r\n'
  const answer = await converse(server, `${head}${type}\r\n`)
  assert.match(answer, /^HTTP\/1\.1 422 .*"type":"missing","loc":\["body","cover"\]/s)
})

test('the bytes may arrive one by one', async () => {
  const turned = part('cover', 'bytes') + text('title', 'x')
  for (const message of [formMessage('/store', whole + end), formMessage('/maybe', turned + end)]) {
    const answered = await converse(server, ...message.replace('Host: x', 'Host: x\r\nConnection: close'))
    assert.match(answered, /"text":"bytes"\}$/)
  }
})

test('a client that waits for 100 gets 100 Continue', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const [head = '', body = ''] = formMessage('/store', whole + end).split(/(?<=\r\n\r\n)(?=--B)/)
  socket.write(head.replace('Host: x', 'Host: x\r\nConnection: close\r\nExpect: 100-continue'))
  const [interim] = await once(socket, 'data')
  assert.match(String(interim), /^HTTP\/1.1 100 /)
  socket.write(body)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 200 /)
})

test('a client that disconnects breaks off the file', async () => {
  broken = Promise.withResolvers()
  const socket = connect(server.port, '127.0.0.1')
  socket.write(formMessage('/hang', part('cover', '.'), 1000))
  setImmediate(() => socket.end())
  assert.match(String(await broken.promise), /The client went away/)
})

test('a sender waits for a reader that does not read', { timeout: 20_000 }, async () => {
  const begun = Promise.withResolvers<void>()
  const slow = implement(
    contract({ title: 'Slow', version: '1', routes: { hold: declared.routes.ignore } }),
    {
      async hold({ body }) {
        await body.cover.stream.getReader().read()
        begun.resolve()
        return new Promise(() => undefined)
      },
    },
  )
  const other = await serve(slow, { port: 0 })
  const sender = connect(other.port, '127.0.0.1')
  sender.on('error', () => undefined)
  sender.write(formMessage('/ignore', part('cover', '.'.repeat(100_000)), 2 ** 30))
  await begun.promise
  assert.equal(await takesAll(sender), false, 'the connection took all that was sent')
  sender.destroy()
  await other.close(0)
})

test('the typed client sends a file after the strings', async () => {
  const client = createClient(declared, { baseUrl: server.url })
  const answer = await client.store({
    body: { cover: new File(['bytes'], 'é.png', { type: 'image/png' }), title: 'x' },
  })
  assert.deepEqual(answer.status === 200 && { ...answer.body }, {
    ...stored,
    name: 'é.png',
    type: 'image/png',
  })
})

test('the document describes a file as FastAPI does, with its accepted types and how a list is sent', () => {
  const { paths, components } = JSON.parse(JSON.stringify(api.document))
  assert.deepEqual(paths['/store'].post.requestBody, {
    content: {
      'multipart/form-data': {
        schema: { $ref: '#/components/schemas/StoreBody' },
        encoding: {
          cover: { contentType: 'image/*, text/plain' },
          tags: { style: 'form', explode: true },
        },
      },
    },
    required: true,
  })
  assert.deepEqual(components.schemas.StoreBody.properties.cover, {
    type: 'string',
    contentMediaType: 'application/octet-stream',
    title: 'Cover',
  })
  assert.deepEqual(components.schemas.MaybeBody.required, ['title'])
  assert.deepEqual(components.schemas.MaybeBody.properties.cover, {
    anyOf: [{ type: 'string', contentMediaType: 'application/octet-stream' }, { type: 'null' }],
    title: 'Cover',
  })
})

test('a file may be deprecated, or left out of the document', () => {
  const papers = namedFiles({ old: file({ deprecated: true }), inner: file({ hidden: true, default: null }) })
  const send = post('/send', { body: multipart({ papers }) })
  const document = describeContract(contract({ title: 'T', version: '1', routes: { send } }))
  const { SendBody } = JSON.parse(JSON.stringify(document)).components.schemas
  assert.deepEqual(Object.keys(SendBody.properties), ['old'])
  assert.equal(SendBody.properties.old.deprecated, true)
})

const mistakes: readonly [string, Omit<Declaration, 'params'>, RegExp][] = [
  [
    'files in two members of a form',
    { body: multipart({ a: file(), b: files() }) },
    /not a and b separately; declare them in one member, namedFiles\(\{ a: …, b: … \}\)/,
  ],
  [
    'a name that occurs twice in the form',
    { body: multipart({ a: string(), b: namedFiles({ c: file({ alias: 'a' }) }) }) },
    /two members of the body, a and c, are named a; rename one, or give it an alias/,
  ],
  ['no names', { body: multipart({ a: namedFiles({}) }) }, /namedFiles has no names; write namedFiles\(\{/],
  [
    'null in place of names',
    { body: multipart({ a: namedFiles(JSON.parse('null')) }) },
    /namedFiles has no names; write namedFiles\(\{/,
  ],
  [
    'an invalid maxCount',
    { body: multipart({ a: files({ maxCount: 0 }) }) },
    /maxCount is 0; write a whole number, 1 to 1000/,
  ],
  [
    'more files under a name than in the form',
    { body: multipart({ a: namedFiles({ b: files({ maxCount: 200 }) }) }) },
    /b takes 200 files and the form 100; give namedFiles a maxCount of 200 or more/,
  ],
  [
    'a mistake under a name',
    { body: multipart({ a: namedFiles({ b: file({ maxSize: -1 }) }) }) },
    /maxSize is -1; write whole bytes/,
  ],
  [
    'several files in a JSON body',
    { body: json({ a: files() }) },
    /the file a is not in a form; declare it in multipart\(\{ a: files\(\) \}\)/,
  ],
  [
    'a file in a JSON body',
    { body: json({ a: file() }) },
    /the file a is not in a form; declare it in multipart\(\{ a: file\(\) \}\)/,
  ],
  [
    'a file or null',
    { body: multipart({ a: nullable(file(), { default: null }) }) },
    /: a wraps a file in another kind, which is not supported; write a: file\(\{ default: null \}\) for an optional file/,
  ],
  [
    'a list of files',
    { body: multipart({ a: list(file()) }) },
    /a wraps a file in another kind.* a: files\(\)/,
  ],
  [
    'a file or a string',
    { body: multipart({ a: union([string(), file()]) }) },
    /a wraps a file in another kind/,
  ],
  ['a list of files in JSON', { body: json({ a: list(files()) }) }, /a wraps a file in another kind/],
  [
    'a file in a tuple in a list',
    { body: multipart({ a: list(tuple([string(), file()])) }) },
    /a wraps a file in another kind/,
  ],
  [
    'a file or null in a model',
    { body: multipart(class extends Model({ a: nullable(file()) }) {}) },
    /a wraps a file in another kind/,
  ],
  ['a file in a response', { response: file() }, /response has a file, .* return its bytes with rawReply/],
  ['a list of files in a response', { response: list(file()) }, /response has a file/],
  ['a file in another response', { responses: { 203: Cover } }, /203 has a file/],
  ['a file in a failure', { errors: { 409: Cover } }, /409 has a file/],
  ['files in a stream', { response: jsonLines(files()) }, /response has a file/],
  [
    'files under several names in a JSON body',
    { body: json({ a: namedFiles({ b: file() }) }) },
    /the file a is not in a form; declare it in multipart\(\{ a: namedFiles\(\{ … \}\) \}\)/,
  ],
  ['a list of files in a query', { query: { a: list(file()) } }, /a wraps a file in another kind/],
  ['a file in a query', { query: { a: file() } }, /the file a is not in a form/],
  ['a file in a model', { body: multipart(Cover) }, /the file cover is not in a form/],
  [
    'an invalid maxSize',
    { body: multipart({ a: file({ maxSize: 1.5 }) }) },
    /maxSize is 1.5; write whole bytes/,
  ],
  [
    'an unknown option of files',
    { body: multipart({ a: files(Object({ maxCount: 3, minCount: 1 })) }) },
    /minCount is not an option of files; it takes maxSize, types, .*, maxCount/,
  ],
  [
    'an unknown option of a named file',
    { body: multipart({ a: namedFiles({ b: file(Object({ maxSize: 9, maxCount: 1 })) }) }) },
    /maxCount is not an option of file; it takes maxSize, types, default, alias, title, description,/,
  ],
  [
    'an unknown option of namedFiles',
    { body: multipart({ a: namedFiles({ b: file() }, JSON.parse('{"minCount":1}')) }) },
    /minCount is not an option of namedFiles; it takes maxCount/,
  ],
  [
    'a string among named files',
    { body: multipart({ papers: namedFiles(Object({ title: string() })) }) },
    /title is not a file; write namedFiles\(\{ title: file\(\) \}\), and other fields beside it/,
  ],
  [
    'types that are not a list',
    { body: multipart({ a: file({ types: JSON.parse('"image/*"') }) }) },
    /types is "image\/\*"; write a list, such as \['image\/\*'\]/,
  ],
  [
    'an invalid media type',
    { body: multipart({ a: file({ types: ['png'] }) }) },
    /"png" is not a media type/,
  ],
  [
    'a media type with a star next to other characters',
    { body: multipart({ a: file({ types: ['image/*png', 'image/p*'] }) }) },
    /"image\/\*png" is not a media type.*\n.*"image\/p\*" is not a media type/,
  ],
]

for (const [title, declaration, expected] of mistakes) {
  test(`a mistake in a declaration is reported at start: ${title}`, () => {
    const wrong = contract({ title: 'Wrong', version: '1', routes: { wrong: post('/wrong', declaration) } })
    assert.throws(
      () => implement(wrong, { wrong: () => undefined }),
      (error) => error instanceof ContractError && expected.test(error.message),
    )
  })
}

// table: the accepted types, the type of a file, and whether it is accepted.
const types: readonly (readonly [declared: string, sent: string, isTaken: boolean])[] = [
  ['*/*', 'application/pdf', true],
  ['image/*', 'image/png', true],
  ['image/*', 'imagery/png', false],
  ['image/*', 'application/image', false],
  ['Image/*', 'image/png', true],
  ['image/*', 'IMAGE/PNG', true],
  ['image/png', 'Image/Png; name="a;b"', true],
  ['image/png', 'image/png ;name=a', true],
  ['image/png', 'image/png;', true],
  ['image/png', 'image/pngs', false],
  ['image/pngs', 'image/png', false],
]

for (const [wanted, sent, isTaken] of types) {
  test(`a file of the type ${sent} is ${isTaken ? 'accepted' : 'refused'} where ${wanted} is declared`, async () => {
    const save = post('/save', { body: multipart({ a: file({ types: [wanted] }) }), response: string() })
    const saving = implement(contract({ title: 'Files', version: '1', routes: { save } }), {
      save: ({ body }) => body.a.type,
    })
    const answer = await saving.fetch(new Request('http://x/save', formInit(part('a', 'bytes', sent) + end)))
    const result = await answer.json()
    if (isTaken) assert.equal(result, sent)
    else assert.equal(result.detail[0].msg, `File should be of type ${wanted}`)
  })
}

for (const name of ['file', 'files']) {
  test(`a model named ${JSON.stringify(name)} and a string of that name do not count as files`, async () => {
    class Sheet extends Model({ text: string() }, { name }) {}
    const members = { a: list(Sheet), b: nullable(Sheet), c: nullable(literal([`,${name},`])) }
    const save = post('/save', { body: json(members), response: list(Sheet) })
    const saving = implement(contract({ title: 'Sheets', version: '1', routes: { save } }), {
      save: ({ body }) => body.a,
    })
    const request = new Request('http://x/save', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a: [{ text: 'one' }], b: { text: 'two' }, c: `,${name},` }),
    })
    assert.deepEqual(await (await saving.fetch(request)).json(), [{ text: 'one' }])
  })
}
