import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCursor, serializeCursor } from './cursor.ts'

const timestamps = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('a cursor leads back to its place and is safe in a URL without encoding', () => {
  fc.assert(
    fc.property(timestamps, ids, (created_at, id) => {
      const place = { created_at, id }
      const cursor = serializeCursor(place)
      assert.match(cursor, /^[\w-]+$/)
      assert.deepEqual(parseCursor(cursor), place)
    }),
  )
})

test('a string that is not a cursor leads to no place', () => {
  const cursor = serializeCursor({ created_at: '2026-01-02T03:04:05.678Z', id: 7 })
  const others = [
    { created_at: '2026-02-30T03:04:05.678Z', id: 7 },
    { created_at: '0026-01-02T03:04:05.678Z', id: 7 },
    { created_at: '2026-01-02T03:04:05.678Z', id: 0 },
    { created_at: '2026-01-02T03:04:05.678Z', id: 2 ** 53 },
    { created_at: '2026-01-02T03:04:05.6 OR 1', id: 7 },
  ].map(serializeCursor)
  for (const text of ['', ' ', 'next', `${cursor}=`, `${cursor} `, cursor.slice(1), 'é', '\0', ...others]) {
    assert.equal(parseCursor(text), undefined, text)
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseCursor(text) === undefined))
})
