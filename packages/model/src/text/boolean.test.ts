import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBoolean } from './boolean.ts'

test('booleans are parsed from the words that pydantic knows, in any case', () => {
  for (const text of ['1', 't', 'true', 'TRUE', 'tRuE', 'y', 'Yes', 'on', 'ON'])
    assert.equal(parseBoolean(text), true, text)
  for (const text of ['0', 'f', 'False', 'n', 'NO', 'off', 'oFf'])
    assert.equal(parseBoolean(text), false, text)
})

test('any other string is not a boolean, including white space and look-alikes', () => {
  for (const text of ['', ' true', 'true\n', '01', '+1', '1.0', 'ye\u017f', '\uff54rue', 'enabled', 'null']) {
    assert.equal(parseBoolean(text), undefined, text)
  }
})
