import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runSteps, type Step } from './step.ts'

const node = (name: string, program: string, limit = 20): Step => ({
  name,
  program: 'node',
  args: ['--eval', program],
  limit,
})

const runner = "console.log('ℹ tests 4\\nℹ suites 0\\nℹ pass 2\\nℹ fail 1\\nℹ cancelled 1\\nℹ skipped 0')"

const cases = [
  { step: node('well', 'console.log(1)'), ok: true, passed: 1, failed: 0, output: /^1\n$/ },
  {
    step: node('badly', "console.error('why'); process.exit(3)"),
    ok: false,
    passed: 0,
    failed: 1,
    output: /^why\n$/,
  },
  {
    step: node('killed', "process.kill(process.pid, 'SIGKILL')"),
    ok: false,
    passed: 0,
    failed: 1,
    output: /./,
  },
  { step: node('counted', "console.log('9 passed, 1 failed')"), ok: true, passed: 9, failed: 1, output: /9/ },
  { step: node('tests', `${runner}; process.exit(1)`), ok: false, passed: 2, failed: 2, output: /cancelled/ },
  {
    step: { name: 'absent', program: 'no-such-program', args: [] },
    ok: false,
    passed: 0,
    failed: 1,
    output: /ENOENT/,
  },
]

for (const { step, output, ...expected } of cases) {
  test(`a step that ends ${step.name}`, async () => {
    const [outcome] = await runSteps([step], { atOnce: 1, report: () => {} })
    assert.ok(outcome)
    const { ok, passed, failed } = outcome
    assert.deepEqual({ ok, passed, failed }, expected)
    assert.match(outcome.output, output)
  })
}

test('a step over its limit is stopped with what it started', async () => {
  // The grandchild keeps the step's output open, so the step cannot end while it lives.
  const program = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    setInterval(() => {}, 1000)`
  const [outcome] = await runSteps([node('endless', program, 1)], { atOnce: 1, report: () => {} })
  assert.equal(outcome?.ok, false)
  assert.match(outcome.output, /stopped after 1 seconds/)
})

test('steps run a limited number at once, and are reported as they end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'steps-'))
  const whatEndsIt = join(folder, 'second-was-reported')
  const waits = `setInterval(() => fs.existsSync(${JSON.stringify(whatEndsIt)}) && process.exit(0), 10)`
  const reported: string[] = []
  const steps = [node('long', waits), node('first', ''), node('second', '')]
  const outcomes = await runSteps(steps, {
    atOnce: 2,
    report: ({ name }) => {
      reported.push(name)
      if (name === 'second') writeFileSync(whatEndsIt, '')
    },
  })
  await rm(folder, { recursive: true })
  assert.deepEqual(reported, ['first', 'second', 'long'])
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [true, true, true],
  )
})
