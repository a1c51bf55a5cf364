import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConverter } from '../converter.ts'
import { datetime } from './datetime.ts'

const VALUES: readonly unknown[] = [
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05',
  '2026-01-02T03:04:05.120000Z',
  '2026-01-02T03:04:05.000000Z',
  '2026-01-02T03:04:05.12Z',
  '2026-01-02T03:04:05+00:00',
  '2026-01-02T03:04:05-00:00',
  '2026-01-02T03:04:05-05:30',
  '2026-01-02T03:04:05.120000+23:59',
  '2026-01-02T03:04:05+24:00',
  '2026-01-02T03:04:05.000Z',
  '2026-01-02T03:04:05.120Z',
  '2025-02-29T03:04:05.120Z',
  '2026-01-02 03:04:05Z',
  '2024-02-29T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-00-02T03:04:05Z',
  '2026-13-02T03:04:05Z',
  '2026-01-00T03:04:05Z',
  '2026-01-02T24:04:05Z',
  '2026-01-02T03:60:05Z',
  '2026-01-02T03:04:60Z',
  '0000-01-02T03:04:05Z',
  '0042-01-02T03:04:05Z',
  '2026-01-02T03:04:05Z\n',
  new Date('2026-01-02T03:04:05Z'),
  new Date('2026-01-02T03:04:05.007Z'),
  new Date('1969-12-31T23:59:59Z'),
  new Date('+010000-01-01T00:00:00Z'),
  new Date('no date'),
  1_767_322_800,
  null,
]

/** Every two-digit month, day and hour that a calendar has, and those just outside. */
const DIGITS: readonly string[] = range(14).flatMap((month) =>
  range(33).flatMap((day) => range(25).map((hour) => `2025-${month}-${day}T${hour}:00:00Z`)),
)

function range(end: number): string[] {
  return Array.from({ length: end }, (_, value) => String(value).padStart(2, '0'))
}

test('a date-time is written the same whether or not it is parsed first', () => {
  const { write } = createConverter(datetime())
  const reading = createConverter(datetime(), { generate: false })
  for (const value of [...VALUES, ...DIGITS])
    assert.deepEqual(write(value), reading.write(value), String(value))
})
