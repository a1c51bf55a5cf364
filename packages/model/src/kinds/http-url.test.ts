import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter, httpUrl, list, Model } from '../index.ts'

class Link extends Model({ to: httpUrl() }) {}

const HOST = 'http://a.example'

// table: URLs of 2083 bytes, whose normal form is longer.
const longest: readonly string[] = [
  `${HOST}?${'a'.repeat(2083 - HOST.length - 1)}`,
  `${HOST}/${'é'.repeat(1033)}`,
  `${HOST}/${' '.repeat(2082 - HOST.length - 1)}x`,
]

test('§2.7 an accepted URL is written even if its normal form exceeds the limit', () => {
  for (const to of longest) {
    assert.equal(new TextEncoder().encode(to).length, 2083)
    for (const options of [{}, { stringify: true }, { generate: false }]) {
      const links = createConverter(list(Link), options)
      const read = links.convert([{ to }])
      assert.ok(read.ok)
      const [link] = read.value
      assert.ok(link !== undefined && link.to.length > 2083)
      const written = links.write(read.value)
      assert.deepEqual(written, { ok: true, value: JSON.stringify([{ to: link.to }]) })
      const answered = createConverter(list(Link), { ...options, written: true })
      assert.deepEqual(answered.convert([{ to: link.to }]), read)
      assert.equal(new Link({ to: link.to }).to, link.to)
    }
  }
})

test('§8 a URL string that is not yet in normal form is measured in input and in replies', () => {
  const to = `${HOST}/${'é'.repeat(1034)}`
  for (const options of [{}, { generate: false }]) {
    const { convert, write } = createConverter(Link, options)
    for (const outcome of [convert({ to }), write({ to })])
      assert.equal(outcome.ok || outcome.issues[0]?.type, 'url_too_long')
    const normal = convert({ to: new URL(to).href })
    assert.equal(normal.ok || normal.issues[0]?.type, 'url_too_long')
  }
})
