import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series } from '../harness/samples-file.ts'
import { compareSeries } from './comparison.ts'
import { curvesOf } from './curve.ts'
import { formatResults } from './results.ts'

/** Formats the report of a suite with `create valid` on Bun, in which Postern takes 10 µs and the floor takes `floor`. */
function reportOf(floor: number, more: readonly Series[] = []): string {
  const about = {
    suite: 'http',
    scenario: 'create valid',
    runtime: 'bun',
    metric: 'cpu',
    unit: 'µs',
  } as const
  const file = {
    suite: 'http',
    taken: 'now',
    machine: 'a machine',
    versions: {},
    load: 'no load',
    notes: [],
    targets: ['met      postern-bun, create valid: at most 2× bare-bun: 1.10×', 'NOT MET  below 1: 2'],
    series: [
      { ...about, peer: 'postern', values: [10, 10, 10] },
      { ...about, peer: 'bare', values: [floor, floor, floor] },
      ...more,
    ],
  }
  return formatResults([{ file, comparisons: compareSeries(file), curves: curvesOf(file) }])
}

test('the report says why Postern is behind, and only while it is', () => {
  const why = /The floor validates and grants nothing.*\n\n- http, create valid, bun, cpu: bare: 0\.800×/s
  assert.match(reportOf(8), why)
  assert.doesNotMatch(reportOf(12), /The floor validates/)
})

test('a peer that nobody has explained is reported too', () => {
  const surprise: Series = {
    suite: 'http',
    scenario: 'create valid',
    runtime: 'bun',
    metric: 'cpu',
    unit: 'µs',
    peer: 'a new peer',
    values: [5, 5, 5],
  }
  assert.match(
    reportOf(12, [surprise]),
    /Why is not known yet\.\n\n- http, create valid, bun, cpu: a new peer/,
  )
})

test('targets are counted, and those that are not met are named', () => {
  const report = reportOf(12)
  assert.match(report, /Of 2 targets 1 are met; not met:\n\n- http: below 1: 2/)
  assert.match(report, /\| postern-bun, create valid: at most 2× bare-bun \| +met \| +1\.10× \|/)
})

test('many small pieces of work of one family are one row of the summary', () => {
  const about = { suite: 'http', runtime: 'bun', metric: 'time', unit: 'µs' } as const
  const family = ['one', 'two'].flatMap((name): Series[] => [
    { ...about, scenario: `Hono: ${name}`, peer: 'postern', values: [1, 1, 1] },
    { ...about, scenario: `Hono: ${name}`, peer: 'hono/cors', values: [2, 2, 2] },
  ])
  const rows = reportOf(12, family).match(/^\| http .*Hono.*$/gm) ?? []
  assert.equal(rows.length, 1)
  assert.match(rows[0] ?? '', /Hono \(2 requests\) .* ahead in 2, tied in 0, behind in none/)
})
