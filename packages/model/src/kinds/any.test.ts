import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { Model } from '../model.ts'
import { any } from './any.ts'
import { integer } from './integer.ts'
import type { KindLike } from './kind.ts'
import { list } from './list.ts'
import { string } from './string.ts'
import { union } from './union.ts'

const converter = createConverter(any())

test('an integer that would be rounded is refused, with its location', () => {
  for (const unsafe of [2 ** 53, -(2 ** 53), 2n ** 53n, -(10n ** 30n), 1e22]) {
    const outcome = converter.convert({ list: [0, { deep: unsafe }] }, ['body'])
    assert.deepEqual(outcome, {
      ok: false,
      issues: [
        {
          type: 'number_unsafe',
          loc: ['body', 'list', 1, 'deep'],
          msg: 'Input should hold no integer beyond ±(2^53−1), which would be rounded',
          input: unsafe,
        },
      ],
    })
  }
  const collections = converter.convert({ sets: [new Set([new Map([['key', [1, 2n ** 60n]]])])] })
  assert.deepEqual(!collections.ok && collections.issues[0]?.loc, ['sets', 0, 0, 'key', 1])
  const exact = [2 ** 53 - 1, 1.5, Number.NaN, 10n, -(2n ** 53n) + 1n]
  assert.deepEqual(converter.convert(exact), { ok: true, value: exact })
})

test('very deep and cyclic data is accepted', () => {
  let deep: unknown = 1
  let unsafe: unknown = 2n ** 53n
  for (let depth = 0; depth < 100_000; depth++) {
    deep = [deep]
    unsafe = [unsafe]
  }
  assert.ok(converter.convert(deep).ok)
  const refused = converter.convert(unsafe)
  assert.equal(!refused.ok && refused.issues[0]?.loc.length, 100_000)
  const loop: unknown[] = []
  loop.push(loop)
  assert.ok(converter.convert(loop).ok)
})

test('a secret is hidden even if only a part of it is refused', () => {
  const outcome = createConverter(any({ secret: true })).convert({ card: 12345678901234567890n })
  assert.ok(!outcome.ok)
  assert.equal(outcome.issues[0]?.input, '***')
})

test('undefined and NaN are written as null', () => {
  assert.deepEqual(converter.write(undefined), { ok: true, value: 'null' })
  assert.deepEqual(converter.write([Number.NaN, undefined]), { ok: true, value: '[null,null]' })
})

test('in a reply, a number of any size is written, and a bigint only if a number holds it exactly', () => {
  for (const { write } of [converter, createConverter(any(), { generate: false })]) {
    assert.deepEqual(write({ views: [1e16, 2 ** 53, 1e300] }), {
      ok: true,
      value: '{"views":[10000000000000000,9007199254740992,1e+300]}',
    })
    assert.deepEqual(write([7n, { n: 8n }]), { ok: true, value: '[7,{"n":8}]' })
    const refused = write({ n: 2n ** 53n })
    assert.deepEqual(refused.ok ? [] : refused.issues.map(({ type, loc }) => [type, loc]), [
      ['number_unsafe', ['n']],
    ])
  }
})

/** Bytes with a `toJSON` of their own, like Node's `Buffer`. */
class OwnBytes extends Uint8Array {
  toJSON(): unknown {
    return { type: 'Buffer', data: [...this] }
  }
}

test('in a reply, bytes of any class are written as UTF-8 text, and refused if they are not UTF-8', () => {
  const text = new TextEncoder().encode('\ufeffé')
  for (const { write } of [converter, createConverter(any(), { generate: false })]) {
    for (const bytes of [text, new OwnBytes(text)]) {
      assert.deepEqual(write(bytes), { ok: true, value: '"\ufeffé"' })
      assert.deepEqual(write({ a: [bytes], b: new Map([['c', bytes]]) }), {
        ok: true,
        value: '{"a":["\ufeffé"],"b":{"c":"\ufeffé"}}',
      })
    }
    for (const bytes of [Uint8Array.of(0xff), new OwnBytes([0xff])]) {
      const refused = write({ a: [1, bytes] })
      assert.deepEqual(refused.ok ? [] : refused.issues.map(({ type, loc }) => [type, loc]), [
        ['string_unicode', ['a', 1]],
      ])
    }
  }
})

test('an instance of a model is written with its names on the wire at any depth', () => {
  class Part extends Model({ partSize: integer({ alias: 'part-size' }) }) {}
  class Own extends Model({ own: integer({ alias: 'OWN' }) }) {
    toJSON(): string {
      return `own ${this.own}`
    }
  }
  const part = new Part({ partSize: 1 })
  for (const { write } of [converter, createConverter(any(), { generate: false })]) {
    assert.deepEqual(write({ part, parts: [part, new Map([['last', part]])] }), {
      ok: true,
      value: '{"part":{"part-size":1},"parts":[{"part-size":1},{"last":{"part-size":1}}]}',
    })
    assert.deepEqual(write([new Own({ own: 2 }), { constructor: 3 }]), {
      ok: true,
      value: '["own 2",{"constructor":3}]',
    })
  }
})

test('a number beyond the safe integers is written, and refused in input, as an extra key of a model too', () => {
  class Loose extends Model({ id: integer() }, { extra: 'allow' }) {}
  const value = { id: 1, views: 1e16 }
  const declared: readonly (readonly [KindLike, unknown])[] = [
    [Loose, value],
    [union([Loose, integer()]), value],
    [list(Loose), [value]],
  ]
  for (const [kind, given] of declared) {
    for (const options of [{}, { generate: false }])
      assert.deepEqual(createConverter(kind, options).write(given), {
        ok: true,
        value: JSON.stringify(given),
      })
    assert.ok(!createConverter(kind).convert(given).ok)
  }
})

test('in a reply, functions and symbols are written as null, whatever was written before', () => {
  class Note extends Model({ text: string(), more: any() }) {}
  for (const generate of [true, false]) {
    const { write } = createConverter(Note, { generate })
    for (const text of ['plain', '"', 'plain']) {
      for (const more of [() => 1, Symbol('more'), null])
        assert.deepEqual(write({ text, more }), { ok: true, value: JSON.stringify({ text, more: null }) })
    }
  }
})

test('a large number in a reply is read back as it was written', () => {
  const { convert } = createConverter(any(), { written: true })
  assert.deepEqual(convert([1e300]), { ok: true, value: [1e300] })
})
