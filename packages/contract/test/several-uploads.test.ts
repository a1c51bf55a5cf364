import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { list, Model, string } from '@postern/model'
import { createClient } from '../src/client.ts'
import {
  contract,
  type ErrorNotice,
  file,
  files,
  implement,
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
import { converse } from './socket.ts'
import { openTransports } from './transports.ts'

class Kept extends Model({ title: string(), files: list(string()) }) {}

const { post } = routes()
const title = string({ default: 'none' })
const photos = files({ maxCount: 3, maxSize: 20, types: ['image/*', 'text/plain'] })
const papers = namedFiles({
  avatar: file({ types: ['image/*'], maxSize: 20 }),
  document: file({ alias: 'doc' }),
  extras: files({ default: [], maxCount: 2 }),
})
const keeps = { response: Kept, errors: { 409: 'No room' } }
const declared = contract({
  title: 'Uploads',
  version: '1',
  routes: {
    photos: post('/photos', { body: multipart({ title: string(), photos }, { limit: 100 }), ...keeps }),
    plain: post('/plain', { body: multipart({ title, photos: files() }), ...keeps }),
    none: post('/none', { body: multipart({ title, photos: files({ default: [] }) }), ...keeps }),
    absent: post('/absent', { body: multipart({ title, photos: files({ default: null }) }), ...keeps }),
    papers: post('/papers', { body: multipart({ title, papers }), ...keeps }),
    two: post('/two', {
      body: multipart({ papers: namedFiles({ a: files(), b: files() }, { maxCount: 100 }) }),
      ...keeps,
    }),
    first: post('/first', { body: multipart({ papers }), ...keeps }),
    names: post('/names', { body: multipart({ papers }), ...keeps }),
    gathered: post('/gathered', { body: multipart({ papers }), ...keeps }),
    ignored: post('/ignored', { body: multipart({ papers }), ...keeps }),
    hang: post('/hang', { body: multipart({ photos }), ...keeps }),
    full: post('/full', { body: multipart({ photos }), ...keeps }),
  },
})

const notices: ErrorNotice[] = []
let broken = Promise.withResolvers<unknown>()

const kept = async ({ field, name, stream }: UploadedFile) =>
  `${field} ${name} ${await new Response(stream).text()}`

async function keep(title: string, arriving: AsyncIterable<UploadedFile> | null) {
  if (arriving === null) return { title, files: ['null'] }
  const found: string[] = []
  for await (const one of arriving) found.push(await kept(one))
  return { title, files: found }
}

const api = implement(
  declared,
  {
    photos: ({ body }) => keep(body.title, body.photos),
    plain: ({ body }) => keep(body.title, body.photos),
    none: ({ body }) => keep(body.title, body.photos),
    absent: ({ body }) => keep(body.title, body.photos),
    papers: ({ body }) => keep(body.title, body.papers),
    two: ({ body }) => keep('none', body.papers),
    async first({ body }) {
      for await (const one of body.papers) {
        const { value } = await one.stream.getReader().read()
        return { title: one.field, files: [value === undefined ? 'empty' : 'begun'] }
      }
      return { title: 'none', files: [] }
    },
    async names({ body }) {
      const found: string[] = []
      for await (const one of body.papers) {
        found.push(one.field)
        if (one.field === 'document') await one.stream.cancel()
      }
      return { title: 'none', files: found }
    },
    async gathered({ body }) {
      const all: UploadedFile[] = []
      for await (const one of body.papers) all.push(one)
      const read = await Promise.allSettled(all.map(kept))
      return {
        title: 'none',
        files: read.map((one) => (one.status === 'rejected' ? String(one.reason) : one.value)),
      }
    },
    ignored: () => ({ title: 'none', files: [] }),
    async hang({ body }) {
      try {
        await keep('none', body.photos)
      } catch (error) {
        broken.resolve(error)
        await new Promise(() => undefined)
      }
      return { title: 'none', files: [] }
    },
    full: async ({ body, fail }) => keep('none', body.photos).catch(() => fail(409)),
  },
  { cors: { allowOrigins: ['https://app.example'] }, onError: (notice) => notices.push(notice) },
)

const { transports, server } = await openTransports(api)

const image = (name: string, value = 'bytes') => part(name, value, 'image/png')

const x = text('title', 'x')
const large = '.'.repeat(2 ** 20)
const answer = (title: string, ...found: string[]) => ({ title, files: found })
const wrongType = (expected: string, type: string, ...loc: unknown[]) =>
  issue('file_type', loc, {
    msg: `File should be of type ${expected}`,
    input: { name: 'a', type },
    ctx: { expected },
  })
const scenarios: readonly FormScenario[] = [
  [
    'several files under one name',
    '/photos',
    x + part('photos', '1') + image('photos', '2') + end,
    200,
    answer('x', 'photos a 1', 'photos a 2'),
  ],
  [
    'one file where several are allowed',
    '/photos',
    x + part('photos') + end,
    200,
    answer('x', 'photos a bytes'),
  ],
  [
    'a browser with no file chosen, for required files',
    '/plain',
    part('photos', '').replace('"a"', '""') + end,
    200,
    answer('none', 'photos  '),
  ],
  ['no file where one is required', '/photos', x + end, 422, missing('photos')],
  ['an empty form', '/photos', end, 422, missing('title', 'photos')],
  [
    'a browser with no file chosen, for optional files',
    '/none',
    x + unchosen('photos') + end,
    200,
    answer('x'),
  ],
  [
    'a browser with one of two file inputs left empty',
    '/none',
    x + unchosen('photos') + part('photos', '2') + end,
    200,
    answer('x', 'photos a 2'),
  ],
  ['no file where files are optional', '/none', x + end, 200, answer('x')],
  ['an empty file input that is not declared', '/none', unchosen('other') + end, 200, answer('none')],
  ['files where they are optional', '/none', part('photos') + end, 200, answer('none', 'photos a bytes')],
  ['no file where null is the default', '/absent', x + end, 200, answer('x', 'null')],
  ['files where null is the default', '/absent', part('photos') + end, 200, answer('none', 'photos a bytes')],
  [
    'undeclared parts between files are skipped',
    '/photos',
    x + part('photos') + text('u', 'v') + part('w') + part('photos') + end,
    200,
    answer('x', 'photos a bytes', 'photos a bytes'),
  ],
  [
    'as many files as allowed',
    '/photos',
    x + part('photos', '').repeat(3) + end,
    200,
    answer('x', ...['photos a '].concat('photos a ', 'photos a ')),
  ],
  ['more files than allowed', '/photos', x + part('photos', '').repeat(4) + end, 413, tooLarge],
  [
    'as many files as allowed by default',
    '/plain',
    part('photos', '').repeat(100) + end,
    200,
    answer('none', ...Array<string>(100).fill('photos a ')),
  ],
  ['more files than allowed by default', '/plain', part('photos', '').repeat(101) + end, 413, tooLarge],
  [
    'more files than the form allows',
    '/two',
    part('a', '').repeat(60) + part('b', '').repeat(41) + end,
    413,
    tooLarge,
  ],
  ['a first file that is too large', '/photos', x + part('photos', '.'.repeat(21)) + end, 413, tooLarge],
  [
    'a second file that is too large',
    '/photos',
    x + part('photos') + part('photos', '.'.repeat(21)) + end,
    413,
    tooLarge,
  ],
  [
    'a file that is too large is refused even if the handler skips it',
    '/names',
    image('avatar', '.'.repeat(21)) + part('doc') + end,
    413,
    tooLarge,
  ],
  [
    'more bytes between the files than allowed',
    '/photos',
    x + part('photos') + part('u', '.'.repeat(100)) + end,
    413,
    tooLarge,
  ],
  ['a string for the files', '/photos', x + text('photos', 'text') + end, 422, noFile('text', 'photos', 0)],
  [
    'two strings for the files',
    '/photos',
    x + text('photos', 'one') + text('photos', 'two') + end,
    422,
    { detail: [noFile('one', 'photos', 0), noFile('two', 'photos', 1)].flatMap(({ detail }) => detail) },
  ],
  ['an empty string for the files', '/photos', x + text('photos', '') + end, 422, noFile('', 'photos', 0)],
  [
    'a string before the files, under their name',
    '/photos',
    x + text('photos', 'text') + part('photos') + end,
    422,
    noFile('text', 'photos', 0),
  ],
  [
    'a string after a file, under its name',
    '/photos',
    x + part('photos') + text('photos', 'text') + end,
    422,
    noFile('text', 'photos', 1),
  ],
  [
    'an empty string after a file, under its name',
    '/photos',
    x + part('photos') + text('photos', '') + end,
    422,
    noFile('', 'photos', 1),
  ],
  [
    'a first file of a type that is not accepted',
    '/photos',
    x + part('photos', 'x', 'audio/ogg') + end,
    422,
    wrongType('image/* or text/plain', 'audio/ogg', 'photos', 0),
  ],
  [
    'a second file of a type that is not accepted',
    '/photos',
    x + part('photos') + part('photos', 'x', 'audio/ogg') + end,
    422,
    wrongType('image/* or text/plain', 'audio/ogg', 'photos', 1),
  ],
  ['a string after the files', '/plain', part('photos') + x + end, 200, answer('x', 'photos a bytes')],
  [
    'a string between the files',
    '/plain',
    part('photos', '1') + x + part('photos', '2') + end,
    200,
    answer('x', 'photos a 1', 'photos a 2'),
  ],
  [
    'a string after files larger than the body limit',
    '/plain',
    part('photos', large) + x + end,
    422,
    late('title'),
  ],
  [
    'files larger than the body limit, without an optional string',
    '/plain',
    part('photos', large) + part('photos', '2') + end,
    200,
    answer('none', `photos a ${large}`, 'photos a 2'),
  ],
  ['a required string after the files', '/photos', part('photos') + x + end, 422, missing('title')],
  [
    'files under several names',
    '/papers',
    x + image('avatar', '1') + part('doc', '2') + end,
    200,
    answer('x', 'avatar a 1', 'document a 2'),
  ],
  [
    'files under several names in another order',
    '/papers',
    part('extras', '1') + part('doc', '2') + part('extras', '3') + image('avatar', '4') + end,
    200,
    answer('none', 'extras a 1', 'document a 2', 'extras a 3', 'avatar a 4'),
  ],
  [
    'a second file under a name for one file',
    '/papers',
    image('avatar', '1') + part('avatar', '2') + part('doc', '3') + end,
    200,
    answer('none', 'avatar a 1', 'document a 3'),
  ],
  [
    'too many files under one name',
    '/papers',
    image('avatar') + part('doc') + part('extras').repeat(3) + end,
    413,
    tooLarge,
  ],
  ['no files under several names', '/papers', end, 422, missing('avatar', 'doc')],
  ['the last of several names missing', '/papers', image('avatar') + end, 422, missing('doc')],
  ['only the optional files', '/papers', part('extras') + end, 422, missing('avatar', 'doc')],
  [
    'a string for one of several names',
    '/papers',
    text('avatar', 'text') + end,
    422,
    { detail: [...noFile('text', 'avatar').detail, ...missing('doc').detail] },
  ],
  [
    'a string for one of several names, after another',
    '/papers',
    image('avatar') + text('doc', 'text') + end,
    422,
    noFile('text', 'doc'),
  ],
  [
    'an empty string for one of several names, after another',
    '/papers',
    image('avatar') + text('doc', '') + end,
    422,
    missing('doc'),
  ],
  [
    'the first of several names with a type that is not accepted',
    '/papers',
    part('avatar') + part('doc') + end,
    422,
    wrongType('image/*', 'text/plain', 'avatar'),
  ],
  [
    'the last of several names with a type that is not accepted',
    '/papers',
    part('doc') + part('avatar') + end,
    422,
    wrongType('image/*', 'text/plain', 'avatar'),
  ],
  [
    'a handler that stops within the first file',
    '/first',
    image('avatar', '.'.repeat(20)) + part('doc', '.'.repeat(300_000)) + end,
    200,
    answer('avatar', 'begun'),
  ],
  [
    'a handler that reads no file',
    '/names',
    part('doc', '.'.repeat(300_000)) + image('avatar') + end,
    200,
    answer('none', 'document', 'avatar'),
  ],
  [
    'a handler that does not iterate over the files',
    '/ignored',
    image('avatar') + part('doc', '.'.repeat(300_000)) + end,
    200,
    answer('none'),
  ],
  [
    'a handler that collects all files before it reads one',
    '/gathered',
    image('avatar') + part('doc') + end,
    200,
    answer(
      'none',
      ...['avatar', 'document'].map(
        (name) => `TypeError: The file ${name} was not read before the next one was requested`,
      ),
    ),
  ],
  [
    'a handler that never ends, with a file that is too large',
    '/hang',
    part('photos') + part('photos', '.'.repeat(21)) + end,
    413,
    tooLarge,
  ],
  [
    'a handler that never ends, with a string in place of a file',
    '/hang',
    part('photos') + text('photos', 'text') + end,
    422,
    noFile('text', 'photos', 1),
  ],
  [
    'a response of the handler comes too late after a file that is too large',
    '/full',
    part('photos') + part('photos', '.'.repeat(21)) + end,
    413,
    tooLarge,
  ],
  ['a body that ends after a file', '/plain', part('photos'), 400, malformed],
  [
    'a body that ends within the head of a second file',
    '/plain',
    part('photos') + part('photos').slice(0, 40),
    400,
    malformed,
  ],
  [
    'a body that ends within a second file',
    '/plain',
    part('photos') + part('photos').slice(0, -4),
    400,
    malformed,
  ],
  ['an empty body', '/none', '', 200, answer('none')],
]

const origin = 'https://app.example'

for (const [transport, ask] of Object.entries(transports)) {
  for (const [name, target, body, status, expected] of scenarios) {
    test(`§4.2.3 ${name} (${transport})`, async () => {
      const answered = await ask(target, formInit(body, { origin }))
      assert.deepEqual([answered.status, await answered.json()], [status, expected])
      assert.equal(answered.headers.get('access-control-allow-origin'), origin)
      assert.deepEqual(notices, [])
    })
  }

  test(`§4.2.3 an urlencoded form has no files (${transport})`, async () => {
    const send = async (target: string, body: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answered = await ask(target, { method: 'POST', headers, body })
      return [answered.status, await answered.json()]
    }
    assert.deepEqual(await send('/none', 'title=x'), [200, answer('x')])
    assert.deepEqual(await send('/absent', ''), [200, answer('none', 'null')])
    assert.deepEqual(await send('/plain', 'photos=a'), [422, noFile('a', 'photos', 0)])
    assert.deepEqual(await send('/papers', 'title=x'), [422, missing('avatar', 'doc')])
  })
}

test('the next request on a connection gets its response, even if few files were read', async () => {
  const large = part('doc', '.'.repeat(300_000)) + image('avatar') + end
  const last = 'GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
  for (const target of ['/first', '/names', '/ignored', '/gathered']) {
    const answered = await converse(server, formMessage(target, large) + last)
    const statuses = answered.match(/HTTP\/1.1 \d+/g)
    assert.deepEqual(statuses, ['HTTP/1.1 200', 'HTTP/1.1 405'], target)
  }
})

test('the bytes of several files may arrive one by one', async () => {
  const message = formMessage('/papers', part('doc', '1') + image('avatar', '2') + end)
  const bytes = message.replace('Host: x', 'Host: x\r\nConnection: close')
  assert.match(await converse(server, ...bytes), /"document a 1","avatar a 2"/)
})

test('a client that disconnects breaks off the iteration and the file that is read', async () => {
  const between = part('photos') + part('photos').slice(0, 20)
  for (const sent of [part('photos'), between, part('photos') + part('photos').slice(0, -6)]) {
    broken = Promise.withResolvers()
    const socket = connect(server.port, '127.0.0.1')
    socket.write(formMessage('/hang', sent, 1000))
    setImmediate(() => socket.end())
    assert.match(String(await broken.promise), /The client went away/)
  }
})

test('the typed client sends several files after the strings', async () => {
  const client = createClient(declared, { baseUrl: server.url })
  const png = (name: string) => new File([name], `${name}.png`, { type: 'image/png' })
  const one = await client.photos({ body: { photos: [png('1'), png('2')], title: 'x' } })
  assert.deepEqual(one.status === 200 && { ...one.body }, answer('x', 'photos 1.png 1', 'photos 2.png 2'))
  const two = await client.papers({
    body: { papers: { avatar: png('1'), document: png('2'), extras: [png('3')] }, title: 'x' },
  })
  assert.deepEqual(
    two.status === 200 && { ...two.body },
    answer('x', 'avatar 1.png 1', 'document 2.png 2', 'extras 3.png 3'),
  )
})

test('the document describes several files as FastAPI does', () => {
  const { components, paths } = JSON.parse(JSON.stringify(api.document))
  const bytes = { type: 'string', contentMediaType: 'application/octet-stream' }
  const many = { items: bytes, type: 'array' }
  const none = { type: 'null' }
  assert.deepEqual(components.schemas.PlainBody.properties.photos, { ...many, title: 'Photos' })
  assert.deepEqual(components.schemas.PhotosBody.properties.photos, { ...many, maxItems: 3, title: 'Photos' })
  assert.deepEqual(components.schemas.NoneBody.properties.photos, { ...many, title: 'Photos', default: [] })
  assert.deepEqual(components.schemas.AbsentBody.properties.photos, { anyOf: [many, none], title: 'Photos' })
  assert.deepEqual(components.schemas.NoneBody.required, undefined)
  assert.deepEqual(components.schemas.PapersBody.required, ['avatar', 'doc'])
  assert.deepEqual(components.schemas.PapersBody.properties, {
    title: { type: 'string', title: 'Title', default: 'none' },
    avatar: { ...bytes, title: 'Avatar' },
    doc: { ...bytes, title: 'Doc' },
    extras: { ...many, maxItems: 2, title: 'Extras', default: [] },
  })
  assert.deepEqual(paths['/papers'].post.requestBody.content, {
    'multipart/form-data': {
      schema: { $ref: '#/components/schemas/PapersBody' },
      encoding: { avatar: { contentType: 'image/*' } },
    },
  })
})

test('by default, a file has at most 100 MiB, and there are at most 100 files', () => {
  const maxSize = 100 * 2 ** 20
  const [{ limits: one }, { limits: several }] = [file(), files()]
  assert.deepEqual([one.maxSize, one.maxCount], [maxSize, 1])
  assert.deepEqual([several.maxSize, several.maxCount], [maxSize, 100])
  assert.equal(namedFiles({ cover: file() }).maxCount, 100)
})

test('files without a maxCount are limited by that of the form', () => {
  const right = post('/right', { body: multipart({ papers: namedFiles({ all: files() }, { maxCount: 5 }) }) })
  implement(contract({ title: 'Right', version: '1', routes: { right } }), { right: () => null })
})
