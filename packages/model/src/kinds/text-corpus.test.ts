import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConverter } from '../converter.ts'
import { any } from './any.ts'
import { email } from './email.ts'
import { httpUrl } from './http-url.ts'
import type { Kind } from './kind.ts'
import { type LiteralValue, literal } from './literal.ts'

interface RecordedCase {
  readonly id: string
  readonly kind: string
  readonly options: { readonly name?: string; readonly values?: readonly LiteralValue[] }
  readonly source: 'json' | 'string'
  readonly input_json?: string
  readonly tags?: readonly string[]
  readonly result: { readonly ok?: unknown; readonly errors?: readonly object[] }
}

const makers: Readonly<Record<string, (options: RecordedCase['options']) => Kind>> = {
  any: () => any(),
  email: () => email(),
  url: () => httpUrl(),
  literal: ({ values = [] }) => literal(values),
  enum: ({ values = [], name = '' }) => literal(values, { name }),
}

/** JSON.parse reads neither NaN nor the infinities; none of these kinds takes them, save `any`. */
function readInput(text: string): unknown {
  return text === 'NaN' ? Number.NaN : text.endsWith('Infinity') ? Number(text) : JSON.parse(text)
}

function readCases(file: string): RecordedCase[] {
  const text = readFileSync(new URL(`../../../../conformance/fields/${file}.jsonl`, import.meta.url), 'utf8')
  const cases = text
    .trim()
    .split('\n')
    .map((line): RecordedCase => JSON.parse(line))
  return cases.filter((item) => item.input_json !== undefined)
}

/** Conformance README §4.1: what a number cannot hold is refused, also where the text was `1e22`. */
function mustRefuse(input: unknown): boolean {
  return JSON.stringify(input, (_, value) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafe' : value,
  ).includes('unsafe')
}

for (const file of ['any', 'email', 'url', 'literal', 'enum']) {
  for (const generate of [true, false]) {
    test(`§2.7 ${file}: every recorded case, ${generate ? 'generated' : 'composed'}`, () => {
      for (const { id, kind, options, source, input_json = '', result } of readCases(file)) {
        const converter = createConverter(makers[kind]?.(options) ?? any(), { generate })
        const input = readInput(input_json)
        const outcome = converter.convert(input, [source === 'json' ? 'body' : 'query', 'value'])
        if (kind === 'any' && mustRefuse(input)) {
          assert.equal(outcome.ok, false, id)
        } else if (result.errors === undefined) {
          assert.ok(outcome.ok, id)
          if ('ok' in result) assert.deepEqual(plain(outcome.value), plain(result.ok), id)
        } else {
          assert.ok(!outcome.ok, id)
          assert.deepEqual(plain(outcome.issues), plain(result.errors), id)
        }
      }
    })
  }
}

/** As JSON writes it; how `input` shows NaN is each implementation's choice. */
function plain(items: unknown): unknown {
  return JSON.parse(JSON.stringify(items, (_, value) => (isTaggedNonfinite(value) ? null : value)))
}

function isTaggedNonfinite(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$float' in value
}

test('both bodies agree on any input, and neither throws', () => {
  const kinds = [any(), email(), httpUrl(), literal(['a', 1, null]), literal([0, true], { name: 'Flag' })]
  const inputs = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('a', 0, -0, 1, true, false, null, 'x@y.zz', 'http://a'),
    fc.bigInt(),
  )
  for (const kind of kinds) {
    const generated = createConverter(kind)
    const composed = createConverter(kind, { generate: false })
    fc.assert(
      fc.property(inputs, (input) => {
        assert.deepEqual(generated.convert(input), composed.convert(input))
        const [quick, slow] = [generated.write(input), composed.write(input)]
        assert.deepEqual(quick, slow)
      }),
    )
  }
})
