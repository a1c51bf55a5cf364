import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { strip } from './strip.ts'

/** Printed by `[c for c in range(0x110000) if ('a' + chr(c)).strip() == 'a']` in Python 3.11. */
const pythonSpace = [
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002,
  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]

test('§2.4.3 exactly the code points that Python trims are trimmed, on both sides', () => {
  const trimmed: number[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    const left = strip(`${character}a`) === 'a'
    assert.equal(strip(`a${character}`) === 'a', left)
    if (left) trimmed.push(code)
  }
  assert.deepEqual(trimmed, pythonSpace)
})

test('the text inside stays, and trimming again changes nothing', () => {
  const space = fc.string({ unit: fc.constantFrom(...pythonSpace.map((code) => String.fromCodePoint(code))) })
  fc.assert(
    fc.property(space, fc.string({ unit: 'binary' }), space, (before, inside, after) => {
      const text = `${before}x${inside}x${after}`
      assert.equal(strip(text), `x${inside}x`)
      assert.equal(strip(strip(text)), strip(text))
    }),
  )
  assert.deepEqual([strip(''), strip(' \u001f\u3000 ')], ['', ''])
})
