import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge, otherEngine } from './report.ts'
import { compareFigures } from './verdict.ts'

const at = (instructions: number) => ({ instructions, spread: 0 })
const kept = { parse: at(1_000), write: at(1_000) }

test('a row that grew fails, and is named with its percentage', () => {
  const { lines, failed } = judge(compareFigures({ parse: at(1_100), write: at(1_000) }, kept), [])
  assert.equal(failed, true)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /^More work than before: parse \+10\.0 %\. /)
})

test('a row that shrank is named and does not fail', () => {
  const { lines, failed } = judge(compareFigures({ parse: at(1_000), write: at(500) }, kept), [])
  assert.equal(failed, false)
  assert.match(lines[0] ?? '', /^Less work than before: write -50\.0 %\. /)
})

test('a row that is not kept fails', () => {
  const { lines, failed } = judge(compareFigures({ ...kept, read: at(1) }, kept), [])
  assert.equal(failed, true)
  assert.match(lines[0] ?? '', /^Counted, but not kept: read\. /)
})

test('a row that was not counted fails', () => {
  const { lines, failed } = judge(compareFigures({ parse: at(1_000) }, kept), [])
  assert.equal(failed, true)
  assert.match(lines[0] ?? '', /^Kept, but not counted: write\. /)
})

test('a row whose takes disagree fails', () => {
  const { lines, failed } = judge(compareFigures(kept, kept), ['write'])
  assert.equal(failed, true)
  assert.match(lines[0] ?? '', /^Takes differ by more than 5\.0 %: write\. /)
})

test('a run without changes passes, and says so', () => {
  assert.deepEqual(judge(compareFigures(kept, kept), []), {
    lines: ['No row changed by more than its spread and 1.0 %'],
    failed: false,
  })
})

test('counts of another engine cannot be compared', () => {
  const baseline = { engine: 'Node 24.20.0 on x64', rows: kept }
  assert.match(
    otherEngine(baseline, 'Node 24.21.0 on x64') ?? '',
    /are of Node 24\.20\.0 on x64, this is Node 24\.21\.0 on x64/,
  )
  assert.equal(otherEngine(baseline, baseline.engine), undefined)
})
