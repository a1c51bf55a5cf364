import assert from 'node:assert/strict'
import { test } from 'node:test'
import { string } from '@postern/model'
import { contract, type Incoming, implement, routes, type TokenUse, tokenFrom } from '../index.ts'

const basic = tokenFrom({ bearer: false, basic: true })
const { get, post } = routes()
const api = implement(
  contract({
    title: 'Reports',
    version: '1',
    routes: {
      read: get('/read', { response: string(), security: basic }),
      write: post('/write', { response: string(), security: basic }),
      realm: get('/realm', {
        response: string(),
        security: tokenFrom({ bearer: false, basic: true, realm: 'A "b" \\ c' }),
      }),
      either: get('/either', { response: string(), security: tokenFrom({ basic: true, cookie: 'session' }) }),
      maybe: get('/maybe', {
        response: string(),
        security: tokenFrom({ bearer: false, basic: true, required: false }),
      }),
    },
  }),
  {
    read: ({ user }) => user,
    write: ({ user }) => user,
    realm: ({ user }) => user,
    either: ({ user }) => user,
    maybe: ({ user }) => user ?? 'nobody',
  },
  {
    cors: { allowOrigins: ['https://app.example'] },
    authenticate: (token: string, _: Incoming, { source }: TokenUse) =>
      token === 'eve:wrong' ? null : `${source} ${token}`,
  },
)

const encoded = (pair: string | readonly number[]) => `Basic ${Buffer.from(pair).toString('base64')}`
const ann = { authorization: encoded('ann:secret') }

interface Case {
  readonly title: string
  readonly ask: string
  readonly headers?: Readonly<Record<string, string>>
  /** What the handler returns, or the status and the challenge of a refusal. */
  readonly answer: string
}

const cases: readonly Case[] = [
  { title: 'a name and a password', ask: 'GET /read', headers: ann, answer: 'basic ann:secret' },
  {
    title: 'a password with colons',
    ask: 'GET /read',
    headers: { authorization: encoded('a:b:c') },
    answer: 'basic a:b:c',
  },
  {
    title: 'an empty name and password',
    ask: 'GET /read',
    headers: { authorization: encoded(':') },
    answer: 'basic :',
  },
  {
    title: 'the scheme in any case, and spaces',
    ask: 'GET /read',
    headers: { authorization: 'basic  YTpi' },
    answer: 'basic a:b',
  },
  ...Object.entries({ 'YT pi': 'a:b', 'YTpi  Yw= =': 'a:bc', 'YTpi\tYw==': 'a:bc' }).map(([text, pair]) => ({
    title: `${JSON.stringify(text)}, as of an encoder that breaks lines`,
    ask: 'GET /read',
    headers: { authorization: `Basic ${text}` },
    answer: `basic ${pair}`,
  })),
  {
    title: 'a tab after the scheme, which is not a separator',
    ask: 'GET /read',
    headers: { authorization: 'Basic\tYTpi' },
    answer: '401 Basic',
  },
  ...['a*b=', 'YTpi====', 'YT=i', 'YTp'].map((text) => ({
    title: `${text}, which is invalid base64`,
    ask: 'GET /read',
    headers: { authorization: `Basic ${text}` },
    answer: '401 Basic',
  })),
  {
    title: 'a name and a password that authenticate does not know',
    ask: 'GET /read',
    headers: { authorization: encoded('eve:wrong') },
    answer: '401 Basic',
  },
  { title: 'no credentials', ask: 'GET /read', answer: '401 Basic' },
  { title: 'a scheme alone', ask: 'GET /read', headers: { authorization: 'Basic' }, answer: '401 Basic' },
  {
    title: 'another scheme',
    ask: 'GET /read',
    headers: { authorization: 'Bearer x' },
    answer: '401 Basic',
  },
  {
    title: 'invalid base64',
    ask: 'GET /read',
    headers: { authorization: 'Basic notabase64token' },
    answer: '401 Basic',
  },
  {
    title: 'base64 without its padding',
    ask: 'GET /read',
    headers: { authorization: 'Basic YTpiYw' },
    answer: '401 Basic',
  },
  {
    title: 'no colon',
    ask: 'GET /read',
    headers: { authorization: encoded('johnsecret') },
    answer: '401 Basic',
  },
  {
    title: 'bytes that are not UTF-8',
    ask: 'GET /read',
    headers: { authorization: encoded([97, 58, 255]) },
    answer: '401 Basic',
  },
  {
    title: 'RFC 7617 §2.1: a password beyond ASCII, which is UTF-8',
    ask: 'GET /realm',
    headers: { authorization: encoded('ann:pässwörd') },
    answer: 'basic ann:pässwörd',
  },
  {
    title: 'RFC 7617 §2: a control character, which is not allowed',
    ask: 'GET /read',
    headers: { authorization: encoded('a\0:b') },
    answer: '401 Basic',
  },
  { title: 'a realm in the challenge', ask: 'GET /realm', answer: '401 Basic realm="A \\"b\\" \\\\ c"' },
  { title: 'every scheme in the challenge', ask: 'GET /either', answer: '401 Bearer, Basic' },
  {
    title: 'a bearer token where both schemes are declared',
    ask: 'GET /either',
    headers: { authorization: 'Bearer x' },
    answer: 'bearer x',
  },
  {
    title: 'a password before a cookie',
    ask: 'GET /either',
    headers: { ...ann, cookie: 'session=x' },
    answer: 'basic ann:secret',
  },
  {
    title: 'bad credentials, which a good cookie does not replace',
    ask: 'GET /either',
    headers: { authorization: 'Basic', cookie: 'session=x' },
    answer: '401 Bearer, Basic',
  },
  { title: 'no credentials where none are required', ask: 'GET /maybe', answer: 'nobody' },
  {
    title: 'bad credentials where none are required',
    ask: 'GET /maybe',
    headers: { authorization: 'Basic ?' },
    answer: '401 Basic',
  },

  { title: 'a program, which sends no origin', ask: 'POST /write', headers: ann, answer: 'basic ann:secret' },
  {
    title: 'an allowed origin',
    ask: 'POST /write',
    headers: { ...ann, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' },
    answer: 'basic ann:secret',
  },
  {
    title: 'the same origin',
    ask: 'POST /write',
    headers: { ...ann, host: 'api.example', origin: 'http://api.example' },
    answer: 'basic ann:secret',
  },
  {
    title: 'a foreign page, for which the browser adds the password by itself',
    ask: 'POST /write',
    headers: { ...ann, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    answer: '403 null',
  },
  {
    title: 'a foreign page that hides its origin',
    ask: 'POST /write',
    headers: { ...ann, 'sec-fetch-site': 'cross-site' },
    answer: '403 null',
  },
]

for (const { title, ask, headers = {}, answer } of cases) {
  test(`§5 ${ask} with ${title}: ${answer}`, async () => {
    const [method = '', path = ''] = ask.split(' ')
    const response = await api.fetch(new Request(`http://api.example${path}`, { method, headers }))
    const refused = `${response.status} ${response.headers.get('www-authenticate')}`
    assert.equal(response.ok ? await response.json() : refused, answer)
  })
}

test('§5 the 403 for a foreign page says which origins a password needs', async () => {
  const headers = { ...ann, origin: 'https://evil.example' }
  const response = await api.fetch(new Request('http://api.example/write', { method: 'POST', headers }))
  assert.deepEqual(await response.json(), {
    detail: 'A password is accepted only with an allowed Origin, or with none',
  })
})
