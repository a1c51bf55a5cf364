import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createConverter } from '../converter.ts'
import { any } from './any.ts'
import { boolean } from './boolean.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { duration } from './duration.ts'
import { email } from './email.ts'
import { httpUrl } from './http-url.ts'
import { integer } from './integer.ts'
import type { Kind } from './kind.ts'
import { literal } from './literal.ts'
import { number } from './number.ts'
import { time } from './time.ts'
import { uuid } from './uuid.ts'

const kinds: readonly Kind[] = [
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
  any(),
  email(),
  email({ minLength: 7 }),
  httpUrl(),
  httpUrl({ maxLength: 8 }),
  literal(['a', 1, null]),
  literal([0, true], { name: 'Flag' }),
]

const texts = [
  ...['1', '-0', '5.0', '1.50', 'true', 'a', 'x@y.zz', 'http://a', crypto.randomUUID()],
  ...['2026-01-02', '2026-01-02T03:04Z', '03:04', 'P1D'],
]
const inputs = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(...texts, 0, -0, 1, Number.NaN, true, false, null, undefined),
  fc.constantFrom(new Date(0), new Date(Number.NaN)),
  fc.double(),
  fc.bigInt(),
  fc.date(),
)

for (const kind of kinds) {
  test(`generated code and composed closures of ${kind.name} ${JSON.stringify(kind.options)} agree on any input, and accept their own output`, () => {
    const generated = createConverter(kind)
    const composed = createConverter(kind, { generate: false })
    fc.assert(
      fc.property(inputs, (input) => {
        const outcome = generated.convert(input)
        assert.deepEqual(outcome, composed.convert(input))
        assert.deepEqual(generated.write(input), composed.write(input))
        if (outcome.ok) assert.deepEqual(composed.convert(outcome.value), outcome)
      }),
      { numRuns: 300 },
    )
  })
}
