import { packageSteps, quickStep, STEPS_AT_ONCE, slowSteps, staticSteps } from './check-steps.ts'
import { type Outcome, runSteps, type Step } from './step.ts'

// The tests of bench need none of the peers, which are installed only there.
const folders = ['service', 'conformance', 'examples', 'scripts', 'bench']

/** Runs the scenarios of the specification again on the runtimes that the tests themselves do not run on. */
const otherRuntimes: readonly Step[] = [
  {
    name: 'scenarios on Bun',
    program: 'bun',
    args: ['test', '--timeout', '60000', './service/test/scenarios.test.ts'],
    limit: 300,
  },
  {
    name: 'scenarios on Deno',
    program: 'deno',
    args: ['test', '--quiet', '--allow-all', '--no-check', 'service/test/scenarios.test.ts'],
    limit: 300,
  },
]

const phases = [
  [...staticSteps, ...packageSteps()],
  [quickStep('tests', folders, 900)],
  [...slowSteps(['packages', ...folders], 900), ...otherRuntimes, ...runners()],
]
const outcomes: Outcome[] = []
for (const steps of phases)
  outcomes.push(...(await runSteps(steps, { atOnce: STEPS_AT_ONCE, report: printOutcome })))
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Scripts that exit with 0 or print what is wrong. */
function runners(): Step[] {
  const conformance = ['conformance/run.ts', 'conformance/cors/run.ts']
  const scripts = ['scripts/spec-coverage.ts', 'scripts/readme.ts', 'bench/types/run.ts --assert']
  return [...conformance, ...scripts].map((command) => ({
    name: command,
    program: 'node',
    args: ['--disable-warning=ExperimentalWarning', ...command.split(' ')],
    limit: 300,
  }))
}

/** Prints one line for a step that passed and the whole output of one that failed; for tests always the summary. */
function printOutcome({ name, ok, seconds, output }: Outcome): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  const summary = output.lastIndexOf('\nℹ tests ')
  if (!ok) console.log(output.slice(Math.max(output.indexOf('✖ failing tests:'), 0)).trimEnd())
  if (summary >= 0) console.log(output.slice(summary + 1, output.indexOf('\n\n', summary)).trimEnd())
}
