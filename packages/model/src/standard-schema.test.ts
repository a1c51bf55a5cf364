import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discriminated, integer, list, literal, Model, nullable, record, string, union } from './index.ts'

class Post extends Model({ title: string({ minLength: 1 }), tags: list(integer(), { default: [] }) }) {}

test('a model is a Standard Schema whose issues have paths', () => {
  const { version, vendor, validate } = Post['~standard']
  assert.deepEqual([version, vendor], [1, 'postern'])
  const valid = validate({ title: 't', tags: ['1'] })
  assert.ok(valid.issues === undefined && valid.value instanceof Post)
  assert.deepEqual({ ...valid.value }, { title: 't', tags: [1] })
  assert.deepEqual(validate({ title: '', tags: [1, 'x'] }), {
    issues: [
      { message: 'String should have at least 1 character', path: ['title'] },
      { message: 'Input should be a valid integer, unable to parse string as an integer', path: ['tags', 1] },
    ],
  })
})

test('a model is a Standard JSON Schema of draft 2020-12 and of draft 07, and of no other', () => {
  const { jsonSchema } = Post['~standard']
  const described = Post.jsonSchema()
  for (const direction of ['input', 'output'] as const) {
    assert.deepEqual(jsonSchema[direction]({ target: 'draft-2020-12' }), {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...described,
    })
    assert.deepEqual(jsonSchema[direction]({ target: 'draft-07' }), {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...described,
    })
  }
  assert.throws(() => jsonSchema.input({ target: 'draft-04' }), RangeError)
})

test('the path of an issue leads through the value, without the names of union members', () => {
  class Cat extends Model({ kind: literal(['cat']), name: string({ minLength: 1 }) }) {}
  class Dog extends Model({ kind: literal(['dog']) }) {}
  class Owner extends Model({
    pets: list(discriminated('kind', [Cat, Dog])),
    id: union([integer(), list(string({ maxLength: 1 }))]),
    rooms: record(nullable(integer()), { keys: string({ maxLength: 1 }) }),
  }) {}
  const refused = Owner['~standard'].validate({
    pets: [{ kind: 'cat', name: '' }],
    id: ['ab'],
    rooms: { cellar: 'x' },
  })
  assert.deepEqual(
    refused.issues?.map(({ path }) => path),
    [['pets', 0, 'name'], ['id'], ['id', 0], ['rooms', 'cellar'], ['rooms', 'cellar']],
  )
})
