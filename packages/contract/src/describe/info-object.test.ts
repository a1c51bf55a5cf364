import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Contract,
  ContractError,
  type ContractInfo,
  contract,
  describeContract,
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
const described = (told: Partial<Pick<Contract, 'license' | 'tags' | 'servers'>>, rootPath = '') =>
  describeContract(contract({ ...declared, ...told, routes: { list: orders.get('/orders', {}) } }), {
    rootPath,
  })

test('§4.1 the document tells everything of the whole, in the order of FastAPI', () => {
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

test('§4.1 the document tells what tags mean, in the order given', () => {
  const externalDocs = { url: 'https://shop.example/orders' }
  const tags = [{ name: 'users' }, { name: 'orders', description: 'What was bought', externalDocs }]
  assert.deepEqual(described({ tags }).tags, tags)
  assert.equal('tags' in described({}), false)
})

test('§4.1 the document tells where else it is served, the prefix of its host first', () => {
  const servers = [{ url: 'https://shop.example/v1', description: 'For everybody' }, { url: '/v2' }]
  assert.deepEqual(described({ servers }).servers, servers)
  assert.deepEqual(described({ servers }, '/v3').servers, [{ url: '/v3' }, ...servers])
  assert.deepEqual(described({ servers }, '/v2').servers, servers)
})

test('what is told twice, or under a name that means nothing, is refused at start, all of it at once', () => {
  const tags = [{ name: 'a' }, { name: 'b' }, { name: 'a' }]
  const license = { name: 'MIT', identifier: 'MIT', url: 'https://shop.example/licence' }
  assert.throws(
    () => described({ tags, license, servers: [{ url: '' }], ...{ licence: 'MIT' } }),
    (error) => {
      assert.ok(error instanceof ContractError)
      assert.deepEqual(error.mistakes, [
        'licence is no option of contract; it takes title, version, routes, summary, description, termsOfService, contact, license, tags, servers',
        'tags tells of "a" twice; keep one of them',
        'license has an identifier and a url; OpenAPI has it by one of them',
        'servers has "", which is no URL; write one such as https://api.example.com/v1',
      ])
      return true
    },
  )
})
