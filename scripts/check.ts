import { packageSteps, quickStep, STEPS_AT_ONCE, staticSteps } from './check-steps.ts'
import { runSteps } from './step.ts'

const start = performance.now()
const steps = [...packageSteps(), quickStep('scripts', ['scripts'], 300), ...staticSteps]
const outcomes = await runSteps(steps, {
  atOnce: STEPS_AT_ONCE,
  report: ({ name, ok, output }) => {
    if (!ok) console.log(`--- ${name}\n${output.trimEnd()}\n`)
  },
})
const parts = outcomes.map(({ name, ok, seconds }) => `${name} ${ok ? '' : 'FAILED '}${seconds.toFixed(1)}`)
const total = (performance.now() - start) / 1000
const failed = outcomes.filter(({ ok }) => !ok).length
console.log(
  `${failed === 0 ? 'ok' : `${failed} of ${outcomes.length} failed`} in ${total.toFixed(1)} s: ${parts.join(', ')}`,
)
process.exitCode = failed > 0 ? 1 : 0
