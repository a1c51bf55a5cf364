import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Contract,
  ContractError,
  type ContractInfo,
  contract,
  describeContract,
  implement,
  routes,
} from '../index.ts'

const declared = {
  title: 'Shop',
  version: '2.0.0',
  license: { name: 'MIT', identifier: 'MIT' },
  contact: { name: 'Ann', url: 'https://shop.example', email: 'ann@shop.example' },
  termsOfService: 'https://shop.example/terms',
  description: 'Sells *things*.',
  summary: 'Sells',
} satisfies ContractInfo
const orders = routes({ tags: ['orders'] })
const described = (
  options: Partial<Pick<Contract, 'license' | 'tags' | 'externalDocs' | 'servers'>>,
  rootPath = '',
) =>
  describeContract(contract({ ...declared, ...options, routes: { list: orders.get('/orders', {}) } }), {
    rootPath,
  })

test('§4.1 the document has every part of info, in the order of FastAPI', () => {
  assert.equal(
    JSON.stringify(described({}).info),
    JSON.stringify({
      title: 'Shop',
      summary: 'Sells',
      description: 'Sells *things*.',
      termsOfService: 'https://shop.example/terms',
      contact: { name: 'Ann', url: 'https://shop.example', email: 'ann@shop.example' },
      license: { name: 'MIT', identifier: 'MIT' },
      version: '2.0.0',
    }),
  )
})

test('§4.1 the document describes tags, in the given order', () => {
  const externalDocs = { url: 'https://shop.example/orders' }
  const tags = [{ name: 'users' }, { name: 'orders', description: 'What was bought', externalDocs }]
  assert.deepEqual(described({ tags }).tags, tags)
  assert.equal('tags' in described({}), false)
})

test('§4.1 the document ends with externalDocs, as in FastAPI', () => {
  const externalDocs = { url: 'https://docs.shop.example', description: 'How to sell' }
  const document = described({ externalDocs, tags: [{ name: 'orders' }] })
  assert.deepEqual(Object.entries(document).at(-1), ['externalDocs', externalDocs])
})

test('§4.1 the document lists servers, the prefix of its host first', () => {
  const servers = [{ url: 'https://shop.example/v1', description: 'For everybody' }, { url: '/v2' }]
  assert.deepEqual(described({ servers }).servers, servers)
  assert.deepEqual(described({ servers: [{ url: '/v2' }] }).servers, [{ url: '/v2' }])
  assert.deepEqual(described({ servers }, '/v3').servers, [{ url: '/v3' }, ...servers])
  assert.deepEqual(described({ servers }, '/v2').servers, servers)
})

test('duplicates, unknown options and invalid URLs are refused at start, all together', () => {
  const tags = [{ name: 'a' }, { name: 'b' }, { name: 'a' }]
  const license = { name: 'MIT', identifier: 'MIT', url: 'https://shop.example/licence' }
  assert.throws(
    () => described({ tags, license, servers: [{ url: '' }], ...{ licence: 'MIT' } }),
    (error) => {
      assert.ok(error instanceof ContractError)
      assert.deepEqual(error.mistakes, [
        'licence is not an option of contract; it takes title, version, routes, summary, description, termsOfService, contact, license, tags, externalDocs, servers',
        'tags describes "a" twice; keep one of them',
        'license has an identifier and a url; OpenAPI allows only one of them, so remove the other',
        'servers has "", which is not a URL; write one such as https://api.example.com/v1',
      ])
      return true
    },
  )
})

// table: options of a contract that code without types may give, and the mistake.
const mistyped: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ title: 5 }, 'title is 5; write a string'],
  [{ title: undefined }, 'title is undefined; write a string'],
  [{ version: 1 }, 'version is 1; write a string'],
  [{ version: undefined }, 'version is undefined; write a string'],
  [{ summary: null }, 'summary is null; write a string'],
  [{ description: ['Sells'] }, 'description is a list; write a string'],
  [{ termsOfService: 5 }, 'termsOfService is 5; write a string'],
  [{ contact: 'ann@shop.example' }, 'contact is "ann@shop.example"; write { email: \'ann@example.com\' }'],
  [{ contact: { email: 5 } }, 'contact.email is 5; write a string'],
  [{ license: 'MIT' }, 'license is "MIT"; write { name: \'MIT\' }'],
  [{ license: null }, "license is null; write { name: 'MIT' }"],
  [{ license: { url: '/licence' } }, 'license.name is undefined; write a string'],
  [{ tags: 'orders' }, 'tags is "orders"; write a list of { name: \'posts\' }'],
  [{ tags: null }, "tags is null; write a list of { name: 'posts' }"],
  [{ tags: ['orders'] }, 'tags[0] is "orders"; write { name: \'posts\' }'],
  [{ tags: [{ name: 'a' }, {}] }, 'tags[1].name is undefined; write a string'],
  [{ tags: [{ name: 'a', externalDocs: '/a' }] }, 'tags[0].externalDocs is "/a"; write an object'],
  [{ externalDocs: '/more' }, 'externalDocs is "/more"; write { url: \'https://docs.example.com\' }'],
  [{ externalDocs: { description: 'More' } }, 'externalDocs.url is undefined; write a string'],
  [{ servers: '/v1' }, 'servers is "/v1"; write a list of { url: \'https://api.example.com/v1\' }'],
  [{ servers: null }, "servers is null; write a list of { url: 'https://api.example.com/v1' }"],
  [{ servers: ['/v1'] }, 'servers[0] is "/v1"; write { url: \'https://api.example.com/v1\' }'],
  [
    { servers: [{ url: 5 }] },
    'servers has 5, which is not a URL; write one such as https://api.example.com/v1',
  ],
  [{ servers: [{ url: '/v1', description: 5 }] }, 'servers[0].description is 5; write a string'],
]

for (const [options, mistake] of mistyped) {
  test(`an option of the wrong type is reported with every other mistake: ${mistake}`, () => {
    const list = orders.get('/orders', Object({ hidden: 'no' }))
    const wrong = contract({ ...declared, ...options, routes: { list } })
    const hasBothMistakes = (error: unknown) => {
      assert.ok(error instanceof ContractError)
      assert.deepEqual(error.mistakes, [mistake, 'list (GET /orders): hidden is "no"; write true or false'])
      return true
    }
    assert.throws(() => describeContract(wrong), hasBothMistakes)
    assert.throws(() => implement(wrong, { list: () => null }), hasBothMistakes)
  })
}

for (const [given, shown] of [
  [null, 'null'],
  ['/orders', '"/orders"'],
  [[orders.get('/orders', {})], 'a list'],
]) {
  test(`routes that are ${shown} are reported with every other mistake`, () => {
    const wrong: Contract = Object({ ...declared, title: 5, routes: given })
    const mistakes = [
      'title is 5; write a string',
      `routes is ${shown}; write the operations under their names: { list: routes().get('/…', { response: … }) }`,
    ]
    assert.throws(() => describeContract(wrong), { mistakes })
    assert.throws(() => implement(wrong, {}), { mistakes })
  })
}

test('a missing contract, as in circular imports, is a mistake', () => {
  const none: Contract = Object({}).contract
  const mistakes = [
    'the options of contract are undefined; write an object with any of title, version, routes, summary, description, termsOfService, contact, license, tags, externalDocs, servers',
  ]
  assert.throws(() => describeContract(none), { mistakes })
  assert.throws(() => implement(none, {}), { mistakes })
})
