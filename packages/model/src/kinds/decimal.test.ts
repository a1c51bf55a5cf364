import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  boolean,
  createConverter,
  DateTime,
  Decimal,
  date,
  datetime,
  decimal,
  duration,
  integer,
  type Kind,
  literal,
  number,
  time,
  union,
} from '../index.ts'

// table: a kind, a decimal as a string, and what pydantic makes of it: the JSON text, or the type of the issue.
const numerals: readonly (readonly [Kind, string, string])[] = [
  [integer(), '2', '2'],
  [integer(), '2.00', '2'],
  [integer(), '1.5E+3', '1500'],
  [integer(), '-0', '0'],
  [integer(), '0E-9', '0'],
  [integer(), '2.5', 'int_from_float'],
  [integer(), '1E-7', 'int_from_float'],
  [integer(), '1.00000000000000000001', 'int_from_float'],
  [integer(), '-0.99999999999999999999', 'int_from_float'],
  [integer(), '9007199254740990.5', 'int_from_float'],
  [integer(), '1E-400', 'int_from_float'],
  [integer(), '0E+3', '0'],
  [integer(), 'NaN', 'finite_number'],
  [integer(), '-Infinity', 'finite_number'],
  [integer(), '9007199254740993', 'int_parsing_size'],
  [integer({ le: 1 }), '2', 'less_than_equal'],
  [integer({ strict: true }), '2', 'int_type'],
  [boolean(), '1.0', 'true'],
  [boolean(), '0', 'false'],
  [boolean(), '2', 'bool_parsing'],
  [boolean(), '0.5', 'bool_type'],
  [boolean({ strict: true }), '1', 'bool_type'],
  [literal([1, 2]), '2.0', '2'],
  [literal([true]), '1', 'true'],
  [literal([1, 2]), '2.5', 'literal_error'],
  [literal(['1']), '1', 'literal_error'],
  [literal([1, 2], { name: 'Level' }), '1', '1'],
  [number(), '2.50', '2.5'],
  [number(), '1E+3', '1000'],
  [number(), 'NaN', 'null'],
  [number({ allowInfNan: false }), 'Infinity', 'finite_number'],
  [number({ strict: true }), '2.5', '2.5'],
  [union([integer(), number()]), '2', '2'],
  [union([number(), decimal()]), '2.0', '"2.0"'],
  [datetime(), '1.5', '"1970-01-01T00:00:01.500000Z"'],
  [datetime({ strict: true }), '1.5', 'datetime_type'],
  [datetime(), 'NaN', 'datetime_parsing'],
  [date(), '86400', '"1970-01-02"'],
  [time(), '2.5', '"00:00:02.500000Z"'],
  [duration(), '90', '"PT1M30S"'],
]

for (const [kind, text, expected] of numerals) {
  const words = Object.entries(kind.options).map(([name, value]) => ` ${name} ${value}`)
  test(`a decimal is converted as the number it is: ${kind.name}${words} of ${text}`, () => {
    for (const options of [{}, { stringify: true }, { generate: false }]) {
      const written = createConverter(kind, options).write(Decimal.from(text))
      assert.equal(written.ok ? written.value : written.issues[0]?.type, expected)
    }
  })
}

test('a date-time is refused as an integer and as a number', () => {
  for (const [kind, type] of [
    [integer(), 'int_type'],
    [number(), 'float_type'],
  ] as const) {
    const written = createConverter(kind).write(DateTime.from('2026-01-02T03:04:05Z'))
    assert.equal(written.ok ? undefined : written.issues[0]?.type, type)
  }
})
