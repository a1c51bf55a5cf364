import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { HeldBytes, joinedBytes } from './joined-bytes.ts'

test('held bytes are the bytes that came, in order', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3 }), { maxLength: 2000, size: 'max' })
  fc.assert(
    fc.property(pieces, (given) => {
      const held = new HeldBytes()
      for (const piece of given) held.add(piece)
      const all = given.flatMap((piece) => [...piece])
      assert.deepEqual([...joinedBytes(held.pieces)], all)
      assert.equal(held.length, all.length)
    }),
  )
})

test('a body that comes byte by byte is held in few pieces', () => {
  const held = new HeldBytes()
  for (let at = 0; at < 2 ** 20; at++) held.add(new Uint8Array([at & 255]))
  assert.ok(held.pieces.length <= 2 ** 12 + 256)
  assert.equal(held.length, 2 ** 20)
})
