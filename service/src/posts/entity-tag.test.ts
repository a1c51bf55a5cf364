import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityTag } from './entity-tag.ts'

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

test('an entity tag is strong and changes only with the version, the time and the form of the response', () => {
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
