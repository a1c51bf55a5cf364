import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, list, Model, record, ValidationError } from '../index.ts'

class Counts extends Model({ counts: record(list(integer())) }) {}

function errorOf(input: unknown): ValidationError {
  try {
    Counts.parse(input)
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  return assert.fail('taken')
}

test('a message lists every issue if there are few', () => {
  const { message } = errorOf({ counts: { a: ['x', 1, 'y'] } })
  assert.equal(
    message,
    `2 validation issues for Counts
  counts.a.0: Input should be a valid integer, unable to parse string as an integer [int_parsing]
  counts.a.2: Input should be a valid integer, unable to parse string as an integer [int_parsing]`,
  )
})

test('an error names its model, and calls the whole value "(itself)" in place of a location', () => {
  const { name, model, message } = errorOf(5)
  assert.deepEqual([name, model], ['ValidationError', 'Counts'])
  assert.equal(
    message,
    `1 validation issue for Counts
  (itself): Input should be a valid dictionary or object to extract fields from [model_attributes_type]`,
  )
})

test('a message stays short if a long key is in the location of many issues', () => {
  const { message, issues } = errorOf({ counts: { ['k'.repeat(50_000)]: new Array(10_000).fill('x') } })
  assert.equal(issues.length, 10_000)
  assert.ok(message.length < 200_000, `${message.length} characters`)
  assert.match(message, /^10000 validation issues for Counts\n/)
  assert.match(message, /\n {2}… and 9998 more$/)
})
