import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumber } from './whole-number.ts'

for (const [text, value] of [
  ['1', 1],
  ['0010', 10],
  ['9007199254740991', 2 ** 53 - 1],
] as const)
  test(`${text} is read as ${value}`, () => assert.equal(wholeNumber(1)(text), value))

for (const text of ['', 'many', '1e3', '10 ', '-1', '0', '9007199254740992'])
  test(`'${text}' is refused`, () =>
    assert.throws(() => wholeNumber(1)(text), { message: 'It should be a whole number, 1 or more.' }))
