import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCpuTime, parseMemory } from './server.ts'

test('processor time is user and system time together, whatever the command is called', () => {
  const stat = (name: string) => `71 (${name}) S 1 71 71 0 -1 4194304 9 0 0 0 250 31 7 8 20 0 11 0 5 6 7`
  for (const name of ['node', 'a b', 'x) S 1 (y']) assert.equal(parseCpuTime(stat(name)), 2_810_000)
})

test('memory is what is resident, in bytes', () => {
  assert.equal(parseMemory('VmHWM:\t   90000 kB\nVmRSS:\t   73828 kB\n'), 73828 * 1024)
})
