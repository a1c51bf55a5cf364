import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Issue, list, Model, string } from '@postern/model'
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

test('half of a surrogate pair is refused wherever it is escaped, a pair is not', () => {
  for (const [text, expected] of TEXTS)
    assert.deepEqual(issuesOf(new TextEncoder().encode(text)), expected, text)
})

test('half of a surrogate pair is refused where UTF-32 holds one', () => {
  const units = [...'{"text":"?"}'].map((character) => (character === '?' ? 0xd800 : character.charCodeAt(0)))
  assert.deepEqual(issuesOf(new Uint8Array(new Uint32Array(units).buffer)), ['string_unicode body.text'])
})
