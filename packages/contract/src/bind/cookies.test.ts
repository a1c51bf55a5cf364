import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parseCookies } from './cookies.ts'

test('names and values lose the spaces around them, and those alone', () => {
  const parsed = parseCookies('\t a\xa0=\x85 b  c \t; d = ; e; = ;\xa0')
  assert.deepEqual(
    [...parsed],
    [
      ['a', 'b  c'],
      ['d', ''],
      ['', 'e'],
    ],
  )
})

test('cookies are read in time linear in the length of the header', () => {
  // The square of a million steps is minutes.
  const header = `a=b${' \t'.repeat(500_000)}c`
  const read = () => parseCookies(header).size
  assert.equal(runInNewContext('read()', { read }, { timeout: 5000 }), 1)
})
