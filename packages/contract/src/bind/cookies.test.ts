import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { parseCookies } from './cookies.ts'

test('names and values lose the white space around them, but not within them', () => {
  const parsed = parseCookies('\t a\xa0=\x85 b  c \t; d = ; alone; = ;\xa0')
  assert.deepEqual(
    [...parsed],
    [
      ['a', 'b  c'],
      ['d', ''],
      ['', 'alone'],
    ],
  )
})

test('a quoted value is read without its quotes, and with the escapes that Python knows', () => {
  const values = {
    '""': '',
    '"a b"': 'a b',
    '"\\"\\\\"': '"\\',
    '"\\101\\303\\400\\8"': 'A\u00c34008',
    '"': '"',
    '"a': '"a',
    'a"': 'a"',
    a: 'a',
    '': '',
  }
  for (const [value, read] of Object.entries(values))
    assert.deepEqual([...parseCookies(`a=${value}`)], [['a', read]], value)
})

test('a name with a prefix is ignored behind white space that browsers keep', () => {
  for (const name of ['__Host-session', '__Secure-session']) {
    for (const space of ['\xa0', '\x85', ' \xa0 ']) {
      const parsed = parseCookies(`${name}=own; ${space}${name}=planted; \xa0a=b`)
      assert.deepEqual(
        [...parsed.entries()],
        [
          [name, 'own'],
          ['a', 'b'],
        ],
        JSON.stringify(space),
      )
    }
    assert.deepEqual(
      [...parseCookies(`a=b;\t ${name}\xa0=own`)],
      [
        ['a', 'b'],
        [name, 'own'],
      ],
    )
  }
})

test('cookies are read in time linear in the length of the header', () => {
  // Quadratic time, for a million characters, would be minutes.
  const header = `a=b${' \t'.repeat(500_000)}c`
  const read = () => parseCookies(header).size
  assert.equal(runInNewContext('read()', { read }, { timeout: 5000 }), 1)
})
