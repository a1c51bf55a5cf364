import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripPython, trimWhiteSpace } from './white-space.ts'

test('white space is what Unicode defines, and in Python also U+001C to U+001F', () => {
  for (let unit = 0; unit <= 0xffff; unit++) {
    const character = String.fromCharCode(unit)
    const isSpace = /\p{White_Space}/u.test(character)
    assert.equal(trimWhiteSpace(`${character}a`), isSpace ? 'a' : `${character}a`, unit.toString(16))
    const isPythonSpace = isSpace || (unit >= 0x1c && unit <= 0x1f)
    assert.equal(stripPython(`${character}a`), isPythonSpace ? 'a' : `${character}a`, unit.toString(16))
  }
})

test('trimming removes white space from the ends only', () => {
  assert.equal(trimWhiteSpace('\u0085 a b\u3000'), 'a b')
  assert.equal(trimWhiteSpace('\u001ca'), '\u001ca')
  assert.equal(stripPython('\u001c a b\u001f'), 'a b')
  assert.equal(stripPython('\ufeffa'), '\ufeffa')
  assert.equal(trimWhiteSpace(' \t'), '')
})
