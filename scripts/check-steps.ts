import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { root } from './root.ts'
import type { Step } from './step.ts'

const testOptions = ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=spec']

/** What is quick and looks at files only: format, lint, types, house rules. */
export const staticSteps: readonly Step[] = [
  { name: 'types', program: 'tsc', args: ['--noEmit'] },
  { name: 'lint', program: 'biome', args: ['lint', '--error-on-warnings', '.'] },
  { name: 'format', program: 'biome', args: ['format', '.'] },
  { name: 'rules', program: 'node', args: ['scripts/rules.ts'] },
]

/** The model's tests, in one process: they start nothing and share nothing, and each file's own start took longer than they do. */
export const modelStep: Step = {
  name: 'model',
  program: 'node',
  args: [...testOptions, '--test-isolation=none', ...testFiles(['packages/model/**/*.test.ts'])],
  limit: 300,
}

/**
 * The test runner over the files that match: those that are `*.slow.test.ts`, which start browsers or databases, one
 * at a time, or all others, one more than there are cores, for they wait for sockets and clocks too.
 */
export function testStep(
  name: string,
  patterns: readonly string[],
  { slow, limit }: { slow: boolean; limit: number },
): Step {
  const files = testFiles(patterns).filter((file) => slow === file.endsWith('.slow.test.ts'))
  const atOnce = slow ? 1 : availableParallelism() + 1
  return { name, program: 'node', args: [...testOptions, `--test-concurrency=${atOnce}`, ...files], limit }
}

function testFiles(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] })).sort()
}
