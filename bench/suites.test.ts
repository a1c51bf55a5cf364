import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chooseSuites, SUITES } from './suites.ts'

test('suites are chosen by name, in their own order', () => {
  assert.deepEqual(
    chooseSuites('start,types').map(({ name }) => name),
    ['types', 'start'],
  )
  assert.equal(chooseSuites(), SUITES)
})

test('an unknown suite is reported with the known ones', () => {
  assert.throws(() => chooseSuites('types,tpyes'), /No suite is called tpyes; there are types, bundle/)
})

test('every suite has its program', () => {
  for (const { command } of SUITES) assert.ok(existsSync(join(import.meta.dirname, command[0] ?? '')))
})

test('all suites together take at most 75 minutes, by the minutes that each declares', () => {
  assert.ok(SUITES.reduce((sum, { whole }) => sum + whole.minutes, 0) <= 75)
})
