import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConverter } from '../converter.ts'
import { boolean } from './boolean.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { duration } from './duration.ts'
import { integer } from './integer.ts'
import type { Kind } from './kind.ts'
import { number } from './number.ts'
import { time } from './time.ts'
import { type UuidOptions, uuid } from './uuid.ts'

interface RecordedCase {
  readonly id: string
  readonly options: Readonly<Record<string, unknown>>
  readonly source: 'json' | 'string'
  readonly input_json?: string
  readonly tags?: readonly string[]
  readonly result: { readonly ok?: unknown; readonly errors?: readonly object[] }
}

const makers: Readonly<Record<string, (options: object) => Kind>> = {
  bool: boolean,
  int: integer,
  float: number,
  decimal,
  uuid: (options: UuidOptions) => uuid(options),
  datetime,
  date,
  time,
  timedelta: duration,
}

const optionNames: Readonly<Record<string, string>> = {
  multiple_of: 'multipleOf',
  allow_inf_nan: 'allowInfNan',
  max_digits: 'maxDigits',
  decimal_places: 'decimalPlaces',
}

for (const [file, make] of Object.entries(makers)) {
  for (const generate of [true, false]) {
    test(`§2.7 ${file}: every recorded case, ${generate ? 'generated' : 'composed'}`, () => {
      for (const recorded of readCases(file)) {
        const kind = make(renamed(recorded.options))
        checkCase(createConverter(kind, { generate }), recorded)
      }
    })
  }
}

function checkCase(converter: ReturnType<typeof createConverter>, recorded: RecordedCase): void {
  const { id, source, input_json = '', tags = [], result } = recorded
  const outcome = converter.convert(readInput(input_json), [source === 'json' ? 'body' : 'query', 'value'])
  if (converter.kind.name === 'integer' && 'ok' in result && !Number.isSafeInteger(result.ok)) {
    // Conformance README §4.1: what a number cannot hold is refused.
    assert.ok(!outcome.ok && outcome.issues[0]?.type === 'int_parsing_size', id)
  } else if (tags.includes('integral_float_input') && !outcome.ok !== (result.errors !== undefined)) {
    // `1.0` counts as the integer 1, also where only an integer is taken.
    assert.ok(outcome.ok && recorded.options.strict === true, id)
  } else if (result.errors === undefined) {
    assert.ok(outcome.ok, `${id} ${input_json}`)
    if ('ok' in result) sameValue(converter.write(outcome.value), { recorded, tags })
  } else {
    assert.ok(!outcome.ok, `${id} ${input_json}`)
    assert.deepEqual(plain(outcome.issues), plain(result.errors), id)
  }
}

function sameValue(
  written: ReturnType<ReturnType<typeof createConverter>['write']>,
  { recorded, tags }: { readonly recorded: RecordedCase; readonly tags: readonly string[] },
): void {
  assert.ok(written.ok, recorded.id)
  const value: unknown = JSON.parse(written.value)
  const { ok } = recorded.result
  // A decimal of `1.0` is that of `1` to a reader that cannot tell them apart.
  if (tags.includes('integral_float_input') && typeof ok === 'string')
    assert.equal(Number(value), Number(ok), recorded.id)
  else assert.equal(value === 0 ? 0 : value, ok === 0 ? 0 : ok, recorded.id)
}

function readCases(file: string): RecordedCase[] {
  const text = readFileSync(new URL(`../../../../conformance/fields/${file}.jsonl`, import.meta.url), 'utf8')
  const cases = text
    .trim()
    .split('\n')
    .map((line): RecordedCase => JSON.parse(line))
  return cases.filter((item) => item.input_json !== undefined)
}

function renamed(options: RecordedCase['options']): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [optionNames[name] ?? name, value]),
  )
}

/** JSON as the contract reads it: NaN and infinities are numbers, integers beyond ±(2^53−1) are bigints. */
function readInput(text: string): unknown {
  if (text === 'NaN') return Number.NaN
  if (text.endsWith('Infinity')) return Number(text)
  return /^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text)) ? BigInt(text) : JSON.parse(text)
}

/** As JSON writes it; a number that JSON has no form for is shown as each implementation chooses. */
function plain(issues: unknown): unknown {
  return JSON.parse(
    JSON.stringify(issues, (_, value) =>
      typeof value === 'bigint' ? Number(value) : isTaggedNonfinite(value) ? null : value,
    ),
  )
}

function isTaggedNonfinite(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$float' in value
}

test('both bodies agree on any input, what they give they take again, and neither throws', () => {
  const kinds = [
    boolean(),
    integer(),
    integer({ ge: -5, lt: 10, multipleOf: 5, strict: true }),
    number(),
    number({ allowInfNan: false, multipleOf: 0.1, gt: 0 }),
    decimal(),
    decimal({ maxDigits: 5, decimalPlaces: 2, ge: '-1' }),
    uuid(),
    uuid({ version: 4 }),
    datetime(),
    date(),
    time(),
    duration(),
  ]
  const texts = [
    '1',
    '-0',
    '5.0',
    'true',
    '2026-01-02',
    '2026-01-02T03:04Z',
    '03:04',
    'P1D',
    '1.50',
    crypto.randomUUID(),
  ]
  const inputs = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom<unknown>(...texts, Number.NaN, -0, true, new Date(0), new Date(Number.NaN), undefined),
    fc.double(),
    fc.bigInt(),
    fc.date(),
  )
  for (const kind of kinds) {
    const generated = createConverter<unknown>(kind)
    const composed = createConverter<unknown>(kind, { generate: false })
    fc.assert(
      fc.property(inputs, (input) => {
        const outcome = generated.convert(input)
        assert.deepEqual(outcome, composed.convert(input))
        assert.deepEqual(generated.write(input), composed.write(input))
        if (outcome.ok) assert.deepEqual(composed.convert(outcome.value), outcome)
      }),
      { numRuns: 300 },
    )
  }
})
