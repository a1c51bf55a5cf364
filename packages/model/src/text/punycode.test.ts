import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodePunycode, encodePunycode } from './punycode.ts'

/** RFC 3492 §7.1 and names in use. */
const samples: readonly (readonly [string, string])[] = [
  ['bücher', 'bcher-kva'],
  ['ü', 'tda'],
  ['例子', 'fsqu00a'],
  ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['3年b組金八先生', '3b-ww4c5e180e575a65lsy2b'],
  ['-> $1.00 <-', '-> $1.00 <--'],
  ['😀', 'e28h'],
]

for (const [text, encoded] of samples) {
  test(`RFC 3492: ${text} is ${encoded}`, () => {
    assert.equal(encodePunycode(text), encoded)
    assert.deepEqual(decodePunycode(encoded), { ok: true, value: text })
  })
}

test('any well-formed text comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
      assert.deepEqual(decodePunycode(encodePunycode(text)), { ok: true, value: text })
    }),
  )
})

test('what names no text is refused, never thrown', () => {
  for (const encoded of ['é', 'zzzzzzzz99999', 'a-!', '999999', '99999999', 'bcher-kv', 'ib9b', 'zy0c']) {
    assert.equal(decodePunycode(encoded).ok, false, encoded)
  }
  fc.assert(fc.property(fc.string(), (text) => typeof decodePunycode(text).ok === 'boolean'))
})
