import assert from 'node:assert/strict'
import { test } from 'node:test'
import { any, type Issue, integer, list, Model, nullable, string } from '@postern/model'
import { bindJson } from './json-binding.ts'

class Note extends Model({ text: string(), tags: list(string(), { default: [] }) }) {}

const bind = bindJson(Note)

function issuesOf(bytes: Uint8Array): string[] {
  const issues: Issue[] = []
  bind({ bytes, contentType: 'application/json' }, issues)
  return issues.map(({ type, loc }) => `${type} ${loc.join('.')}`)
}

const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ['{"text":"a"}', []],
  ['{"text":"🚪 größe"}', []],
  ['{"text":"\\ud83d\\udeaa"}', []],
  ['{"text":"\\uD83D\\uDEAA"}', []],
  ['{"text":"\\\\ud83d"}', []],
  ['{"text":"\\ud83d"}', ['string_unicode body.text']],
  ['{"text":"a","tags":["\\uDEAA"]}', ['string_unicode body.tags.0']],
  ['{"text":"\\ud83d","big":12345678901234567890}', ['string_unicode body.text']],
]

const bindMembers = bindJson({ text: string(), size: integer({ default: 1 }) })
const JSON_TYPE = 'application/json'
// table: a body, its media type, and the issues of its members.
const MEMBERS: readonly (readonly [string, string, readonly string[]])[] = [
  ['{"text":"a"}', JSON_TYPE, []],
  ['', JSON_TYPE, ['missing body.text']],
  ['null', JSON_TYPE, ['missing body.text']],
  ['{"text":null,"size":null}', JSON_TYPE, ['missing body.text']],
  ['{"text":"a"}', 'text/plain', ['missing body.text']],
  // FastAPI: a value that is not an object also lacks the members with a default.
  ['[]', JSON_TYPE, ['missing body.text', 'missing body.size']],
  ['5', JSON_TYPE, ['missing body.text', 'missing body.size']],
  ['"ab"', JSON_TYPE, ['missing body.text', 'missing body.size']],
]

test('members are read from an object, and an absent or null body counts as an empty one', () => {
  for (const [text, contentType, expected] of MEMBERS) {
    const issues: Issue[] = []
    const value = bindMembers({ bytes: new TextEncoder().encode(text), contentType }, issues)
    assert.deepEqual(
      issues.map(({ type, loc }) => `${type} ${loc.join('.')}`),
      expected,
      text,
    )
    if (expected.length === 0) assert.deepEqual(value, { text: 'a', size: 1 })
  }
})

test('an escaped lone surrogate is refused anywhere, a surrogate pair is not', () => {
  for (const [text, expected] of TEXTS)
    assert.deepEqual(issuesOf(new TextEncoder().encode(text)), expected, text)
})

test('a lone surrogate in UTF-32 is refused', () => {
  const units = [...'{"text":"?"}'].map((character) => (character === '?' ? 0xd800 : character.charCodeAt(0)))
  assert.deepEqual(issuesOf(new Uint8Array(new Uint32Array(units).buffer)), ['string_unicode body.text'])
})

const TEXT = bindJson(string({ minLength: 2 }))
// table: bytes of a type other than JSON that are not UTF-8, or only look like it, their binding, and the issue.
const OTHER_BYTES: readonly (readonly [
  readonly number[],
  ReturnType<typeof bindJson>,
  readonly unknown[],
])[] = [
  [[0x61, 0xff], TEXT, ['string_unicode', 'a\ufffd']],
  [[0x61, 0xff], bindJson(any()), ['string_unicode', 'a\ufffd']],
  [[0x61, 0xff], bindJson(nullable(string(), { default: null })), ['string_unicode', 'a\ufffd']],
  [[0x61, 0xff], bindJson(string({ secret: true })), ['string_unicode', '***']],
  [[0x61, 0xff], bind, ['model_attributes_type', 'a\ufffd']],
  [[0x61, 0xff], bindJson(integer()), ['int_parsing', 'a\ufffd']],
  [[0x61, 0xef, 0xbf, 0xbd], TEXT, []],
  [[0xef, 0xbb, 0xbf, 0x61], TEXT, []],
]

test('bytes that are not UTF-8 are never accepted as a string', () => {
  for (const [bytes, binding, expected] of OTHER_BYTES) {
    const issues: Issue[] = []
    binding({ bytes: new Uint8Array(bytes), contentType: 'text/plain' }, issues)
    assert.deepEqual(
      issues.flatMap(({ type, input }) => [type, input]),
      expected,
    )
  }
})
