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
  ['\u{d7ff}', 'hb9b'],
  ['\u{e000}', '0y0c'],
  ['\u{10ffff}', 'dn32g'],
  ['\u01b8cz\u009e\u022c\u0154', 'cz-wca24e8orw'],
  ['\u{d069}0ac\u{f7c31}-', '0ac--ui1ti9395n'],
  ['\u{fdec}\u{891f}', 'kt2a050v'],
]

for (const [text, encoded] of samples) {
  test(`RFC 3492: ${text} is ${encoded}`, () => {
    assert.equal(encodePunycode(text), encoded)
    assert.deepEqual(decodePunycode(encoded), { ok: true, value: text })
  })
}

test('any well-formed string survives encoding and decoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => {
      assert.deepEqual(decodePunycode(encodePunycode(text)), { ok: true, value: text })
    }),
  )
})

test('invalid Punycode is refused and never throws', () => {
  for (const encoded of [
    'é',
    'zzzzzzzz99999',
    'a-!',
    '999999',
    '99999999',
    'bcher-kv',
    'ib9b',
    'zy0c',
    'en32g',
    `${'z'.repeat(300)}a`,
  ]) {
    assert.equal(decodePunycode(encoded).ok, false, encoded)
  }
  fc.assert(fc.property(fc.string(), (text) => typeof decodePunycode(text).ok === 'boolean'))
})
