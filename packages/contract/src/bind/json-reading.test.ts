import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readJsonLines } from '../../../../scripts/json-lines.ts'
import { readJson } from './json-reading.ts'

/** Recorded from Python 3.11's json.loads: [text, {value} | {error, position}]. */
const recorded = readJsonLines(new URL('./json-reading.cases.jsonl', import.meta.url))
const malformed = readJsonLines(new URL('../../../../conformance/http/json_malformed.jsonl', import.meta.url))

describe('readJson returns what json.loads returns', () => {
  for (const [text, expected] of recorded as [string, object][]) {
    test(JSON.stringify(text), () => {
      const reading = readJson(text)
      if (reading.ok) assert.deepEqual({ value: tag(reading.value) }, expected)
      else assert.deepEqual({ error: reading.error, position: reading.position }, expected)
    })
  }
})

test('§7 every malformed body of the corpus is reported with the recorded reason and position', () => {
  assert.equal(malformed.length, 116)
  for (const { id, body_text, response } of malformed as MalformedCase[]) {
    const reading = readJson(body_text)
    const { loc, ctx } = response.json.detail[0]
    assert.deepEqual(reading, { ok: false, error: ctx.error, position: loc[1], cause: 'malformed' }, id)
  }
})

test('readJson reads the same value as JSON.parse, except for rounding', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      const reading = readJson(text)
      assert.ok(reading.ok)
      assert.deepEqual(
        withoutBigintOrNegativeZero(reading.value),
        withoutBigintOrNegativeZero(JSON.parse(text)),
      )
    }),
  )
})

test('readJson accepts the same text as JSON.parse, except for NaN and infinities', () => {
  const pieces = fc.constantFrom(
    ...'{}[]",:\\ \n\t-+.0123456789eEu/"""abtrfnuls',
    'true',
    'null',
    '"a"',
    '\\ud83d',
    '😀',
    'é',
    '\u0000',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      assert.equal(readJson(text).ok, parses(text), text)
    }),
    { numRuns: 20_000 },
  )
})

test('a name like __proto__ is an ordinary member and leaves the prototype alone', () => {
  const reading = readJson('{"__proto__":{"admin":true},"a":NaN}')
  assert.ok(reading.ok)
  const value = reading.value as Record<string, unknown>
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.deepEqual(Object.keys(value), ['__proto__', 'a'])
  assert.equal(value['admin'], undefined)
})

test('nesting beyond the limit is refused with its position, nesting at the limit is accepted', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok(readJson(nested(512)).ok)
  assert.deepEqual(readJson(nested(513)), {
    ok: false,
    error: 'Nested more than 512 levels deep',
    position: 512,
    cause: 'limit',
  })
  assert.ok(readJson(`[${nested(511)},${nested(511)},{}]`).ok)
  assert.equal(readJson('[{"a":'.repeat(200_000)).ok, false)
})

test('an integer of 4300 digits is read exactly, a longer one exceeds the limit', () => {
  const exact = readJson(`-${'9'.repeat(4300)}`)
  assert.ok(exact.ok)
  assert.equal(exact.value, BigInt(`-${'9'.repeat(4300)}`))
  assert.deepEqual(readJson(`[${'9'.repeat(4301)}]`), {
    ok: false,
    error: 'Integer of 4301 digits: at most 4300 are read',
    position: 1,
    cause: 'limit',
  })
  assert.ok(readJson(`0.${'9'.repeat(5000)}`).ok)
})

interface MalformedCase {
  readonly id: string
  readonly body_text: string
  readonly response: {
    readonly json: {
      readonly detail: [{ readonly loc: [string, number]; readonly ctx: { readonly error: string } }]
    }
  }
}

/** Writes values that JSON lacks like the recording. */
function tag(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: String(value) }
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return { number: '-0' }
    return Number.isFinite(value) ? value : { number: String(value) }
  }
  if (Array.isArray(value)) return { array: value.map(tag) }
  if (typeof value !== 'object' || value === null) return value
  return { object: Object.entries(value).map(([name, member]) => [name, tag(member)]) }
}

function withoutBigintOrNegativeZero(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? Number(member) : member)),
  )
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
