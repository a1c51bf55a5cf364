import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discriminated, literal, Model } from '@postern/model'
import { contract, describeContract, json, routes } from '../index.ts'

test('a model in two unions requires the tags of both, a model in none requires no tag', () => {
  class Both extends Model({
    kind: literal(['both'], { default: 'both' }),
    type: literal(['both'], { default: 'both' }),
  }) {}
  class Kinded extends Model({ kind: literal(['kinded'], { default: 'kinded' }) }) {}
  class Alone extends Model({ kind: literal(['alone'], { default: 'alone' }) }) {}
  class Typed extends Model({ type: literal(['typed'], { default: 'typed' }) }) {}
  const { post } = routes()
  const response = literal([1])
  const document = describeContract(
    contract({
      title: 'Tags',
      version: '1',
      routes: {
        one: post('/one', { body: json(discriminated('kind', [Both, Kinded])), response }),
        two: post('/two', { body: json(discriminated('type', [Both, Typed])), response }),
        three: post('/three', { body: json(Alone), response }),
      },
    }),
  )
  const { schemas } = JSON.parse(JSON.stringify(document)).components
  const required = [schemas.Both.required, schemas.Kinded.required, schemas.Typed.required]
  assert.deepEqual(required, [['kind', 'type'], ['kind'], ['type']])
  const kind = { type: 'string', title: 'Kind' }
  assert.deepEqual(schemas.Kinded, {
    type: 'object',
    properties: { kind: { ...kind, const: 'kinded', default: 'kinded' } },
    required: ['kind'],
    title: 'Kinded',
  })
  assert.deepEqual(schemas.Alone, {
    type: 'object',
    properties: { kind: { ...kind, const: 'alone', default: 'alone' } },
    title: 'Alone',
  })
})
