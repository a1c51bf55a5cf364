import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readHeaderList } from './header-list.ts'

const LISTS: readonly (readonly [list: string, names: readonly string[] | 'malformed' | 'too_long'])[] = [
  ['', []],
  ['x-one', ['x-one']],
  ['X-ONE ,\tauthorization', ['x-one', 'authorization']],
  ['  x-one  ', ['x-one']],
  ['x-one,x-one', ['x-one', 'x-one']],
  ['x-one, , ,x-two,', ['x-one', 'x-two']],
  [','.repeat(15), []],
  [','.repeat(16), 'malformed'],
  ['x one', 'malformed'],
  ['x-one;y', 'malformed'],
  ['x-one\r\nset-cookie: a=b', 'malformed'],
  ['"x"', 'malformed'],
  ['naïve', 'malformed'],
  ['*', ['*']],
  ['a'.repeat(4096), ['a'.repeat(4096)]],
  ['a'.repeat(4097), 'too_long'],
  [' '.repeat(4097), 'too_long'],
]

test('a list of header names may contain white space and a few empty items', () => {
  for (const [list, expected] of LISTS) {
    const names: string[] = []
    const fault = readHeaderList(list, (name) => names.push(name))
    assert.deepEqual(fault ?? names, expected, JSON.stringify(list).slice(0, 80))
  }
})

test('any string is read without throwing, and only lower-case tokens result', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), listText()), (list) => {
      readHeaderList(list, (name) => assert.match(name, /^[!#$%&'*+\-.^_`|~0-9a-z]+$/))
    }),
  )
})

test('a list joined from names is read as these names', () => {
  const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/)
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), fc.constantFrom(',', ', ', ' ,\t'), (names, separator) => {
      const read: string[] = []
      assert.equal(
        readHeaderList(names.join(separator), (one) => read.push(one)),
        undefined,
      )
      assert.deepEqual(read, names)
    }),
  )
})

function listText(): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(',', ' ', '\t', 'a', 'X-One', ';', '\n', '*'), { maxLength: 60 })
    .map((parts) => parts.join(''))
}
