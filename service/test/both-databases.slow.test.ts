import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { startTestServer } from '../src/storage/postgres/test-server.ts'
import { originOf, programs, startProgram } from './started-program.ts'
import { startTestService, type TestService } from './test-service.ts'
import { send, type WireAnswer, type WireRequest } from './wire.ts'

const database = await startTestServer()
after(() => database.stop())

/** A request. Its path may end in `<n>`, the n-th post or user created, or be `<next>`, the link in the last list. */
interface TestRequest {
  readonly method: string
  readonly target: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly key?: string
  /** Which token to send: the n-th that was issued. */
  readonly token?: number | undefined
  /** The header in which to send the last entity tag received for this path. */
  readonly condition?: string | undefined
  /** Milliseconds since the previous request. */
  readonly later: number
}

const title = fc.constantFrom(
  'A',
  ' B ',
  'e\u0301',
  '\u0000',
  '😀',
  '\ufeff',
  '\u{10ffff}',
  "'; --",
  'x'.repeat(201),
)
const content = fc.constantFrom('', 'Ten characters.', 'short', '\u0000'.repeat(12))
const post = fc.record({ title, content })
const user = fc.record({
  username: fc.constantFrom('ann', 'ANN', 'ànn', 'a\u0300nn', 'ſam', 'sam', 'straße', 'STRASSE'),
  email: fc.constantFrom('a@b.example', 'A@b.example', 'a@B.example', 'ä@b.example', 'a\u0308@b.example'),
  age: fc.constantFrom(0, 150, 151),
  password: fc.constantFrom('correct horse', 'pa\u0308ssword', 'p\u00e4ssword'),
})
const credentials = user.map(({ username, password }) => ({ username, password }))
const postPath = fc.constantFrom(
  '/posts/<0>',
  '/posts/<1>',
  '/posts/<2>',
  '/posts/-1',
  `/posts/${2 ** 53 - 1}`,
)
const userPath = fc.constantFrom('/users/<0>', '/users/<1>', `/users/${2 ** 31}`)
const token = fc.option(fc.constantFrom(0, 1), { nil: undefined })
const condition = fc.option(fc.constantFrom('If-Match', 'If-None-Match'), { nil: undefined })
const key = fc.constantFrom('one', 'two')
const page = fc.constantFrom(
  '/posts/?limit=1',
  '/posts/?limit=2',
  '/posts/',
  '/posts/?sort=oldest&limit=2',
  '/posts/?author_id=1&limit=1',
  '/posts/?q=b&limit=1',
  '/posts/?q=%CC%81&author_id=1&sort=oldest',
  '<next>',
  '<next>',
  '<next>',
)
const signOut = fc.constantFrom('/session/', '/session/?everywhere=true')
const constant = fc.constant

const anyRequest: fc.Arbitrary<Omit<TestRequest, 'later'>> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ method: constant('POST'), target: constant('/posts/'), json: post, token }),
  },
  fc.record({ method: constant('POST'), target: constant('/posts/'), json: post, token, key }),
  {
    weight: 2,
    arbitrary: fc.record({ method: constant('PUT'), target: postPath, json: post, token, condition }),
  },
  fc.record({ method: constant('DELETE'), target: postPath, token, condition }),
  fc.record({ method: constant('GET'), target: postPath, condition }),
  { weight: 2, arbitrary: fc.record({ method: constant('GET'), target: page }) },
  { weight: 2, arbitrary: fc.record({ method: constant('POST'), target: constant('/users/'), json: user }) },
  fc.record({ method: constant('GET'), target: userPath }),
  fc.record({ method: constant('POST'), target: constant('/token'), form: credentials }),
  fc.record({ method: constant('GET'), target: constant('/session/'), token }),
  fc.record({ method: constant('DELETE'), target: signOut, token }),
)
const later = fc.constantFrom(0, 1, 1000, 86_400_000)
const ann = { username: 'ann', password: 'correct horse' }
/** The first requests, so that the others find a user, a token, three posts and a page with a next page. */
const opening: readonly Omit<TestRequest, 'later'>[] = [
  { method: 'POST', target: '/users/', json: { ...ann, email: 'a@b.example', age: 30 } },
  { method: 'POST', target: '/token', form: ann },
  { method: 'POST', target: '/posts/', json: { title: 'A' }, token: 0 },
  { method: 'POST', target: '/posts/', json: { title: 'B' } },
  { method: 'POST', target: '/posts/', json: { title: 'C' }, key: 'one' },
  { method: 'GET', target: '/posts/?limit=1' },
]
const sequence = fc.array(
  fc.tuple(anyRequest, later).map(([request, wait]) => ({ ...request, later: wait })),
  { minLength: 20, maxLength: 40 },
)
const environment = fc.record({
  POST_RULES: fc.constantFrom('basic', 'strict', 'custom'),
  POST_IF_MATCH: fc.constantFrom('optional', 'required'),
})

test('§1 storage: SQLite and PostgreSQL give the same responses to any sequence of requests', async () => {
  await fc.assert(
    fc.asyncProperty(environment, sequence, async (variables, requests) => {
      let time = Date.UTC(2026, 0)
      const now = () => new Date(time)
      const DATABASE_URL = await database.createDatabase()
      await using sqlite = await startTestService(variables, now)
      await using postgres = await startTestService({ ...variables, DATABASE_URL }, now)
      const [one, other] = [clientOf(sqlite), clientOf(postgres)]
      const all = [...opening.map((request) => ({ ...request, later: 0 })), ...requests]
      for (const [index, request] of all.entries()) {
        time += request.later
        const about = `request ${index + 1}, ${request.method} ${request.target}`
        assert.deepEqual(await other(request), await one(request), about)
      }
    }),
    // Each sequence takes seconds, so a failing one is not shrunk.
    { numRuns: 6, endOnFailure: true },
  )
})

test('a stop over PostgreSQL closes the connections and ends', { timeout: 30_000 }, async (t) => {
  const environment = { PORT: '0', DATABASE_URL: await database.createDatabase() }
  const program = startProgram(programs.launcher, { arguments: ['serve'], environment })
  t.after(() => program.child.kill('SIGKILL'))
  await originOf(program)
  program.child.kill('SIGTERM')
  assert.equal((await program.ended).code, 0)
})

test('a command over PostgreSQL ends too, and shows no password', { timeout: 60_000 }, async (t) => {
  const environment = { DATABASE_URL: await database.createDatabase() }
  const { password } = new URL(environment.DATABASE_URL)
  for (const [words, status, printed] of [
    ['migrate --check', 1, /There is no schema at postgres:\/\/.*:\*\*\*@.*; correct DATABASE_URL/],
    ['seed --posts 0 --users 1 --password-stdin', 0, /1 user and 0 posts of seed 1\n/],
    [`transfer ${await database.createDatabase()}`, 0, /1 user, .*, from postgres:\/\/.*:\*\*\*@.*\n/],
  ] as const) {
    const program = startProgram(programs.launcher, { arguments: words.split(' '), environment })
    t.after(() => program.child.kill('SIGKILL'))
    program.child.stdin?.end('correct horse\n')
    const { code, stdout, stderr } = await program.ended
    assert.equal(code, status, stderr)
    assert.match(stdout + stderr, printed)
    assert.ok(!(stdout + stderr).includes(password), stdout + stderr)
  }
})

/** Creates a client of a service; it returns responses without the parts that differ between any two services. */
function clientOf({ origin }: TestService): (request: TestRequest) => Promise<unknown> {
  const made: Record<string, string[]> = { posts: [], users: [] }
  const tokens: string[] = []
  const tags = new Map<string, string>()
  let next = '/posts/'
  return async (request) => {
    const target = request.target
      .replace('<next>', next)
      .replace(/(\w+)\/<(\d)>/, (_, what, nth) => `${what}/${made[what]?.[nth] ?? 404_404}`)
    const tag = tags.get(target) ?? '"none"'
    const answer = await send(origin, { target, ...requestOf(request, tokens[request.token ?? -1], tag) })
    const { etag, location, link } = answer.headers
    const [, what = '', id = ''] = /^\/(\w+)\/(\d+)$/.exec(location ?? '') ?? []
    if (location !== undefined && !made[what]?.includes(id)) made[what]?.push(id)
    if (etag !== undefined) tags.set(location ?? target, etag)
    if (link !== undefined) next = link.slice(1, link.indexOf('>'))
    if (target === '/token' && answer.status === 200) tokens.push(JSON.parse(answer.body).access_token)
    return comparable(answer, made)
  }
}

function requestOf(
  { method, json, form, key, condition }: TestRequest,
  token: string | undefined,
  tag: string,
): Omit<WireRequest, 'target'> {
  const headers = {
    Origin: 'http://localhost:3000',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(condition !== undefined && { [condition]: tag }),
  }
  const body = form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString()
  return { method, headers, ...(body !== undefined && { body }) }
}

/** PostgreSQL leaves gaps in the ids, so the n-th id is replaced by its position. */
function comparable(
  { status, headers, body }: WireAnswer,
  made: Readonly<Record<string, readonly string[]>>,
) {
  const nth = (what: string, id: string) => `<${made[what]?.indexOf(id)}>`
  const { date: _, 'x-request-id': __, 'content-length': ___, etag, location, link, ...others } = headers
  return {
    status,
    headers: { ...others, isTagged: etag !== undefined, isLinked: link !== undefined },
    location: location?.replace(/(\w+)\/(\d+)$/, (_, what, id) => nth(what, id)),
    body: body
      .replace(/(?<="access_token":")[^"]+/, 'a token')
      .replace(
        /^\{"id":(\d+),"(username|title)/,
        (_, id, first) => `{"id":${nth(first === 'title' ? 'posts' : 'users', id)},"${first}`,
      ),
  }
}
