import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { root } from './root.ts'
import type { Step } from './step.ts'

/** What is quick and looks at files only: format, lint, types, house rules. */
export const staticSteps: readonly Step[] = [
  { name: 'types', program: 'tsc', args: ['--noEmit'] },
  { name: 'lint', program: 'biome', args: ['lint', '--error-on-warnings', '.'] },
  { name: 'format', program: 'biome', args: ['format', '.'] },
  { name: 'rules', program: 'node', args: ['scripts/rules.ts'] },
]

/**
 * The test runner over the files that match: those that are `*.slow.test.ts`, which start browsers or databases, one
 * at a time, or all others, one per core.
 */
export function testStep(
  name: string,
  patterns: readonly string[],
  { slow, limit }: { slow: boolean; limit: number },
): Step {
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] }))
  const files = found.filter((file) => slow === file.endsWith('.slow.test.ts')).sort()
  const atOnce = slow ? 1 : availableParallelism()
  const options = ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=spec']
  return { name, program: 'node', args: [...options, `--test-concurrency=${atOnce}`, ...files], limit }
}
