import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { parsePath } from './path.ts'
import { compileTable } from './table.ts'

const declared = [
  'GET /posts/',
  'POST /posts/',
  'PUT /posts/{id}',
  'GET /posts/latest',
  'GET /files/{name}.{kind}',
  'GET /files/{name}.{kind}/{from}-{to}-{step}',
  'GET /files/readme.{kind}',
  'GET /café/{x}',
  'GET /हिन्दी/{x}ि',
  'GET /cafe\u0301',
  'GET /می\u200cخواهم/{x}·l',
  'GET /',
  'GET /.well-known/..{x}',
  'GET /a:b/{x}',
  'GET /a:b:c',
  'GET /signs/*',
  'GET /signs/**/x',
  'GET /signs/a*b',
  'GET /signs/a+',
  'GET /signs/(a)',
  'GET /signs/(a)+*(b)*+',
  'GET /behind/{x}+',
  'GET /behind/{x}*',
  'GET /behind/{x})',
  'GET /behind/{x}()',
  'GET /behind/({x}):y',
  'GET /between/{from}--{to}/days',
] as const
const table = compileTable(
  declared.map((line) => {
    const [method = '', path = ''] = line.split(' ')
    const parsed = parsePath(path)
    assert.ok(parsed.ok)
    return { method, pattern: parsed.pattern, target: line }
  }),
)

const lookups: readonly [string, string, string | undefined, ...string[]][] = [
  ['GET', '/posts', 'GET /posts/'],
  ['GET', '/posts/', 'GET /posts/'],
  ['HEAD', '/posts/', 'GET /posts/'],
  ['GET', '/posts//', undefined],
  ['GET', '//posts/', undefined],
  ['GET', '/posts%2F', 'GET /posts/'],
  ['GET', '/POSTS/', undefined],
  ['PUT', '/posts/5', 'PUT /posts/{id}', '5'],
  ['PUT', '/posts/5/', 'PUT /posts/{id}', '5'],
  ['PUT', '/posts/latest', 'PUT /posts/{id}', 'latest'],
  ['GET', '/posts/latest', 'GET /posts/latest'],
  ['PUT', '/posts/a%20b', 'PUT /posts/{id}', 'a b'],
  ['PUT', '/posts/%C3%A9', 'PUT /posts/{id}', 'é'],
  ['PUT', '/posts/\u00c3\u00a9', 'PUT /posts/{id}', 'é'],
  ['PUT', '/posts/%ff', 'PUT /posts/{id}', '\ufffd'],
  ['PUT', '/posts/%', 'PUT /posts/{id}', '%'],
  ['PUT', '/posts/%zz%41', 'PUT /posts/{id}', '%zzA'],
  ['PUT', '/posts/..', 'PUT /posts/{id}', '..'],
  ['PUT', '/posts/5%2F6', undefined],
  ['GET', '/files/a.txt', 'GET /files/{name}.{kind}', 'a', 'txt'],
  ['GET', '/files/a.tar.gz', 'GET /files/{name}.{kind}', 'a.tar', 'gz'],
  ['GET', '/files/a%2Etar.g%20z', 'GET /files/{name}.{kind}', 'a.tar', 'g z'],
  ['GET', '/files/a.', undefined],
  ['GET', '/files/.a', undefined],
  ['GET', '/files/a..', 'GET /files/{name}.{kind}', 'a', '.'],
  ['GET', '/files/readme.a.b', 'GET /files/readme.{kind}', 'a.b'],
  [
    'GET',
    '/files/a.b.c/1-2-3-4/',
    'GET /files/{name}.{kind}/{from}-{to}-{step}',
    'a.b',
    'c',
    '1-2',
    '3',
    '4',
  ],
  ['GET', '/caf%C3%A9/1', 'GET /café/{x}', '1'],
  ['GET', encodeURI('/हिन्दी/कि'), 'GET /हिन्दी/{x}ि', 'क'],
  ['GET', '/cafe%CC%81', 'GET /cafe\u0301'],
  ['GET', '/caf%C3%A9', undefined],
  ['GET', encodeURI('/می\u200cخواهم/col·l'), 'GET /می\u200cخواهم/{x}·l', 'col'],
  ['GET', '/a:b/1', 'GET /a:b/{x}', '1'],
  ['GET', '/a:b:c', 'GET /a:b:c'],
  ['GET', '/a:b:d', undefined],
  ['GET', '/signs/*', 'GET /signs/*'],
  ['GET', '/signs/x', undefined],
  ['GET', '/signs/**/x', 'GET /signs/**/x'],
  ['GET', '/signs/a/x', undefined],
  ['GET', '/signs/a*b', 'GET /signs/a*b'],
  ['GET', '/signs/axb', undefined],
  ['GET', '/signs/a+', 'GET /signs/a+'],
  ['GET', '/signs/aa', undefined],
  ['GET', '/signs/(a)', 'GET /signs/(a)'],
  ['GET', '/signs/a', undefined],
  ['GET', '/signs/(a)+*(b)*+', 'GET /signs/(a)+*(b)*+'],
  ['GET', '/behind/a+', 'GET /behind/{x}+', 'a'],
  ['GET', '/behind/a/b', undefined],
  ['GET', '/behind/a*', 'GET /behind/{x}*', 'a'],
  ['GET', '/behind/a)', 'GET /behind/{x})', 'a'],
  ['GET', '/behind/a()', 'GET /behind/{x}()', 'a'],
  ['GET', '/behind/(a):y', 'GET /behind/({x}):y', 'a'],
  ['GET', '/between/1--2--3/days', 'GET /between/{from}--{to}/days', '1--2', '3'],
  ['GET', '/', 'GET /'],
  ['GET', '/.well-known/..a', 'GET /.well-known/..{x}', 'a'],
  ['GET', '', 'GET /'],
  ['GET', '%EF%BB%BF/posts', undefined],
  ['PUT', '/posts/%EF%BB%BF5', 'PUT /posts/{id}', '\ufeff5'],
  ['GET', '*', undefined],
  ['get', '/posts', undefined],
]

for (const [method, path, target, ...parameters] of lookups) {
  test(`${method} ${JSON.stringify(path)} leads to ${target}`, () => {
    const match = table.find(method, path)
    assert.deepEqual(match, target === undefined ? undefined : { target, parameters })
  })
}

test('§4.1 the table lists every method of a path', () => {
  assert.deepEqual(table.methodsOf('/posts'), ['GET', 'HEAD', 'POST'])
  assert.deepEqual(table.methodsOf('/posts/latest'), ['GET', 'HEAD', 'PUT'])
  assert.deepEqual(table.methodsOf('/nowhere'), [])
})

// table: a path that two patterns match, the pattern that wins, and the other.
const contested: readonly (readonly [string, string, string])[] = [
  ['/users/me', '/users/me', '/users/{id}'],
  ['/users/me', '/users/{id}', '/{area}/me'],
  ['/users/me', '/{area}/{id}', '/{rest:path}'],
  // Literal characters next to a parameter count if everything else is equal.
  ['/a.json', '/{name}.json', '/{name}'],
  ['/a.json', '/{name}.json', '/{name}.{kind}'],
  ['/@ann/about', '/{area}/about', '/@{user}/{page}'],
  ['/v1/a.json', '/v{major}/{name}.{kind}', '/{area}/{name}.json'],
]

for (const [path, target, other] of contested) {
  test(`${path} leads to ${target} rather than to ${other}`, () => {
    assert.equal(tableOfPaths([target, other]).find('GET', path)?.target, target)
    assert.equal(tableOfPaths([other, target]).find('GET', path)?.target, target)
    assert.ok(tableOfPaths([other]).find('GET', path))
  })
}

const overSegments = tableOfPaths([
  '/files/{file:path}',
  '/files/latest',
  '/files/of/{name}',
  '/users/{id}/{rest:path}',
  '/users/{id}.{kind}/x/{rest:path}',
])
const everything = tableOfPaths(['/{rest:path}', '/posts/{id}'])

// table: a path, where it leads, and its parameters, as in Starlette.
const rests: readonly [string, string | undefined, ...string[]][] = [
  ['/files', '/files/{file:path}', ''],
  ['/files/', '/files/{file:path}', ''],
  ['/files/a', '/files/{file:path}', 'a'],
  ['/files/a/', '/files/{file:path}', 'a/'],
  ['/files/a/b//', '/files/{file:path}', 'a/b//'],
  ['/files//etc/x', '/files/{file:path}', '/etc/x'],
  ['/files//', '/files/{file:path}', '/'],
  ['/files/a%2Fb', '/files/{file:path}', 'a/b'],
  ['/files/caf%C3%A9/%3F%23%25/', '/files/{file:path}', 'café/?#%/'],
  ['/files/%ff/x', '/files/{file:path}', '\ufffd/x'],
  ['/files/../%2e%2e', '/files/{file:path}', '../..'],
  ['/files/latest', '/files/latest'],
  ['/files/latest/x', '/files/{file:path}', 'latest/x'],
  ['/files/of/ann', '/files/of/{name}', 'ann'],
  ['/filesa', undefined],
  ['/users/5', '/users/{id}/{rest:path}', '5', ''],
  ['/users/5/a/b', '/users/{id}/{rest:path}', '5', 'a/b'],
  ['/users/a.b/x/y/z', '/users/{id}.{kind}/x/{rest:path}', 'a', 'b', 'y/z'],
  ['/users//a', undefined],
]

for (const [path, target, ...parameters] of rests) {
  test(`§4.1 a last parameter over segments of ${JSON.stringify(path)} is ${JSON.stringify(parameters.at(-1))}`, () => {
    const match = overSegments.find('GET', path)
    assert.deepEqual(match, target === undefined ? undefined : { target, parameters })
  })
}

test('§4.1 a parameter for the whole path matches paths that no other pattern does', () => {
  const find = (path: string) => everything.find('GET', path)
  assert.deepEqual(find('/'), { target: '/{rest:path}', parameters: [''] })
  assert.deepEqual(find('/posts'), { target: '/{rest:path}', parameters: ['posts'] })
  assert.deepEqual(find('/posts/5'), { target: '/posts/{id}', parameters: ['5'] })
  assert.deepEqual(find('//a//'), { target: '/{rest:path}', parameters: ['/a//'] })
  assert.deepEqual(everything.methodsOf('/a/b'), ['GET', 'HEAD'])
  assert.equal(find('*'), undefined)
})

test('§4.1 a last parameter over segments is everything after the slash', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '/', '.', '%', 'é', ' ', '?', '#', '*', ':') })
  fc.assert(
    fc.property(text, (rest) => {
      const target = { target: '/{rest:path}', parameters: [rest] }
      const only = tableOfPaths(['/{rest:path}'])
      assert.deepEqual(only.find('GET', `/${encodeURIComponent(rest)}`), target)
      assert.deepEqual(only.find('GET', `/${rest.split('/').map(encodeURIComponent).join('/')}`), target)
    }),
  )
})

function tableOfPaths(paths: readonly string[]) {
  return compileTable(
    paths.map((path) => {
      const parsed = parsePath(path)
      assert.ok(parsed.ok)
      return { method: 'GET', pattern: parsed.pattern, target: path }
    }),
  )
}

// table: a segment, and Starlette's pattern for it.
const segments: readonly (readonly [string, RegExp])[] = [
  ['{a}.{b}', /^([^/]+)\.([^/]+)$/],
  ['{a}--{b}', /^([^/]+)--([^/]+)$/],
  ['{a}.{b}-', /^([^/]+)\.([^/]+)-$/],
  ['-{a}.{b}-{c}', /^-([^/]+)\.([^/]+)-([^/]+)$/],
  ['{a}-{b}-{c}', /^([^/]+)-([^/]+)-([^/]+)$/],
  ['{a}-{b}-{c}.{d}', /^([^/]+)-([^/]+)-([^/]+)\.([^/]+)$/],
  ['{a}){b}.{c}-.', /^([^/]+)\)([^/]+)\.([^/]+)-\.$/],
  ['{a}a', /^([^/]+)a$/],
  ['-{a}aa', /^-([^/]+)aa$/],
  ['{a}$', /^([^/]+)\$$/],
  ['{a}é', /^([^/]+)é$/],
  ['{a}a{b}aa', /^([^/]+)a([^/]+)aa$/],
]
const tableOf = (segment: string) => tableOfPaths([`/x/${segment}`])

test('the parameters of a segment get the same values as in Starlette', () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '.', '-', ')'), maxLength: 4 }), {
    minLength: 4,
    maxLength: 4,
  })
  for (const [segment, pattern] of segments) {
    const table = tableOf(segment)
    const holds = (given: readonly string[]) => {
      const next = given.values()
      const text = segment.replace(/\{\w\}/g, () => next.next().value ?? '')
      const match = table.find('GET', encodeURI(`/x/${text}`))
      assert.deepEqual(match?.parameters, pattern.exec(text)?.slice(1), text)
    }
    fc.assert(fc.property(pieces, holds), { numRuns: 500 })
  }
})

test('several parameters of a segment are found in time linear in its length', () => {
  const reports = tableOf('{year}-{month}-{day}.{kind}')
  const files = tableOf('{name}.{kind}-old')
  const look = () => {
    for (const text of ['-', '.', '-.', '.-', 'a-', 'a.', '--.'])
      for (const found of [reports, files]) found.find('GET', `/x/${text.repeat(100_000)}/`)
  }
  // Cubic time, for a hundred thousand characters, would be weeks, and quadratic time minutes.
  runInNewContext('look()', { look }, { timeout: 5000 })
})

test('the lookup throws for no path', () => {
  const paths = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(fc.constantFrom('/', '%', '%2', '%2F', '.', 'posts', '\u00e9', '%C3', ':p0', '{', '*'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(paths, (path) => table.methodsOf(path).length <= 4),
    { numRuns: 1000 },
  )
})
