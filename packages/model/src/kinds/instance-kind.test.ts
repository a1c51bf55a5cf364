import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { Description } from '../schema/description.ts'
import { PlainDate } from '../text/date.ts'
import { DateTime } from '../text/datetime.ts'
import { Duration } from '../text/duration.ts'
import { PlainTime } from '../text/time.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { duration } from './duration.ts'
import type { Kind } from './kind.ts'
import { time } from './time.ts'
import { uuid } from './uuid.ts'

const dateTime = DateTime.from('2026-01-02T03:04:05.678Z')
const midnight = DateTime.from('2026-01-02T00:00:00+02:00')
const day = PlainDate.from('2026-01-02')

test('§4.3.2 values from a database are written as the declared kind writes them', () => {
  const written: [Kind, unknown, string][] = [
    [datetime(), new Date('2026-01-02T03:04:05.678Z'), '"2026-01-02T03:04:05.678000Z"'],
    [datetime(), dateTime, '"2026-01-02T03:04:05.678000Z"'],
    [datetime(), '2026-01-02 03:04:05+0200', '"2026-01-02T03:04:05+02:00"'],
    [datetime(), day, '"2026-01-02T00:00:00"'],
    [datetime({ strict: true }), new Date(0), '"1970-01-01T00:00:00Z"'],
    [date(), midnight, '"2026-01-02"'],
    [date(), new Date('2026-01-02'), '"2026-01-02"'],
    [time(), PlainTime.from('03:04+01:00'), '"03:04:00+01:00"'],
    [duration(), Duration.from(90), '"PT1M30S"'],
  ]
  for (const generate of [true, false]) {
    for (const [kind, value, expected] of written) {
      assert.deepEqual(createConverter(kind, { generate }).write(value), { ok: true, value: expected })
    }
  }
})

const refused: [Kind, unknown, string][] = [
  [datetime(), new Date(Number.NaN), 'datetime_parsing'],
  [datetime({ strict: true }), new Date(Number.NaN), 'datetime_type'],
  [datetime(), PlainTime.from('03:04'), 'datetime_type'],
  [datetime(), '2026-01-0\ud800', 'string_unicode'],
  [date(), dateTime, 'date_from_datetime_inexact'],
  [date({ strict: true }), '2026-01-02', 'date_type'],
  [date(), PlainTime.from('03:04'), 'date_type'],
  [time(), dateTime, 'time_type'],
  [duration(), dateTime, 'time_delta_type'],
  [duration(), '1:02:03.1234567\ud800', 'string_unicode'],
  [uuid({ version: 4 }), '00000000-0000-1000-8000-000000000000', 'uuid_version'],
]

test('other values are refused for their type, and strings for their content', () => {
  for (const [kind, input, type] of refused) {
    for (const generate of [true, false]) {
      const outcome = createConverter(kind, { generate }).convert(input)
      assert.equal(outcome.ok ? 'taken' : outcome.issues[0]?.type, type)
    }
  }
})

test('a refused secret value is masked', () => {
  const outcome = createConverter(datetime({ secret: true })).convert('tomorrow')
  assert.equal(outcome.ok ? '' : outcome.issues[0]?.input, '***')
})

test('§2.7 each kind is described by its format', () => {
  const kinds: [Kind, string][] = [
    [datetime(), 'date-time'],
    [date(), 'date'],
    [time(), 'time'],
    [duration(), 'duration'],
    [uuid(), 'uuid'],
    [uuid({ version: 7 }), 'uuid7'],
  ]
  for (const [kind, format] of kinds) {
    assert.deepEqual(kind.describe(new Description('output')), { type: 'string', format })
  }
})
