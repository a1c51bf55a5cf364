import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseUuid, uuidVersion } from './uuid.ts'

const UUID = '123e4567-e89b-12d3-a456-426614174000'

test('§2.7 a UUID is parsed from all its forms and written in one', () => {
  for (const text of [UUID, UUID.toUpperCase(), UUID.replaceAll('-', ''), `{${UUID}}`, `urn:uuid:${UUID}`]) {
    assert.deepEqual(parseUuid(text), { ok: true, value: UUID }, text)
  }
})

const reasons: [string, string][] = [
  ['', 'invalid length: expected length 32 for simple format, found 0'],
  ['123', 'invalid length: expected length 32 for simple format, found 3'],
  ['g23e4567', 'invalid character: found `g` at 1'],
  [` ${UUID}`, 'invalid character: found ` ` at 1'],
  [`{${UUID}`, 'invalid character: found `{` at 1'],
  [`{${UUID})`, 'invalid character: found `{` at 1'],
  [`(${UUID}}`, 'invalid character: found `(` at 1'],
  ['{', 'invalid character: found `{` at 1'],
  ['A23E4567X', 'invalid character: found `X` at 9'],
  ['\u{1f600}', 'invalid character: found `\u{1f600}` at 1'],
  ['urn:uuid:', 'invalid group count: expected 5, found 1'],
  ['{}', 'invalid group count: expected 5, found 1'],
  [`{${UUID.replace('5', 'x')}}`, 'invalid character: found `x` at 6'],
  [`{${UUID.replace('5', 'x')}0}`, 'invalid character: found `x` at 7'],
  [`{0${UUID.slice(1)}0x}`, 'invalid character: found `x` at 39'],
  [`${UUID}-`, 'invalid group count: expected 5, found 6'],
  ['123e-4567e89b-12d3-a456-426614174000', 'invalid group length in group 0: expected 8, found 4'],
  [UUID.replace('-12d3-', '-12d34-'), 'invalid group length in group 2: expected 4, found 5'],
  [UUID.replace('-a456-', '-a4-'), 'invalid group length in group 3: expected 4, found 2'],
  [UUID.slice(0, -1), 'invalid group length in group 4: expected 12, found 11'],
]

test('an invalid UUID has a reason', () => {
  for (const [text, reason] of reasons) assert.deepEqual(parseUuid(text), { ok: false, reason }, text)
})

test('only a UUID of the standard variant has a version', () => {
  assert.equal(uuidVersion('16fd2706-8baf-433b-82eb-8c7fada847da'), 4)
  assert.equal(uuidVersion('16fd2706-8baf-433b-02eb-8c7fada847da'), undefined)
  assert.equal(uuidVersion('ffffffff-ffff-ffff-ffff-ffffffffffff'), undefined)
})
