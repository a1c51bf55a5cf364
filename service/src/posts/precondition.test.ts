import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { checkConditions, createEntityTag } from './precondition.ts'

const post = {
  id: 1,
  title: 'A',
  content: '',
  tags: [],
  priority: null,
  author_id: null,
  created_at: '2026-01-02T03:04:05.678Z',
  updated_at: '2026-01-02T03:04:05.678Z',
  version: 1,
}

test('a tag is strong, changes with the version, the time and the form of the answer, and with nothing else', () => {
  const tag = createEntityTag('full')
  assert.match(tag(post), /^"[\w.:-]+"$/)
  assert.equal(tag({ ...post, title: 'B' }), tag(post))
  const others = [
    tag({ ...post, version: 2 }),
    tag({ ...post, updated_at: '2026-01-02T03:04:05.679Z' }),
    createEntityTag('short')(post),
  ]
  assert.equal(new Set([tag(post), ...others]).size, 4)
})

describe('RFC 9110 §13.1: If-Match compares strongly, If-None-Match weakly', () => {
  const cases: readonly [match: string[], noneMatch: string[], verdict: string][] = [
    [[], [], 'holds'],
    [['"a"'], [], 'holds'],
    [['"b"'], [], 'failed'],
    [['*'], [], 'holds'],
    [[' * '], [], 'holds'],
    [['"b", "a"'], [], 'holds'],
    [['"b"', '"a"'], [], 'holds'],
    [['"b","c"'], [], 'failed'],
    [['W/"a"'], [], 'failed'],
    [['W/"b","a"'], [], 'holds'],
    [['"b,\t"a"'], [], 'failed'],
    [['a'], [], 'failed'],
    [[''], [], 'failed'],
    [['"*"'], [], 'failed'],
    [['"A"'], [], 'failed'],
    [[], ['"a"'], 'unchanged'],
    [[], ['W/"a"'], 'unchanged'],
    [[], ['"b", W/"a"'], 'unchanged'],
    [[], ['"aW/"'], 'holds'],
    [[], ['*'], 'unchanged'],
    [[], ['"b"'], 'holds'],
    [[], ['a'], 'holds'],
    [['"a"'], ['"a"'], 'unchanged'],
    [['"b"'], ['"a"'], 'failed'],
  ]
  for (const [if_match, if_none_match, verdict] of cases) {
    it(`If-Match ${if_match.join(' | ')}, If-None-Match ${if_none_match.join(' | ')}: ${verdict}`, () => {
      assert.equal(checkConditions({ if_match, if_none_match }, '"a"'), verdict)
    })
  }
})
