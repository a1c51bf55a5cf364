import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { root } from './root.ts'
import type { Step } from './step.ts'

const nodeOptions = ['--disable-warning=ExperimentalWarning', '--test-reporter=spec']

/** The quick steps, which only read files: format, lint, types, house rules. */
export const staticSteps: readonly Step[] = [
  { name: 'types', program: 'tsc', args: ['--noEmit'] },
  { name: 'lint', program: 'biome', args: ['lint', '--error-on-warnings', '.'] },
  { name: 'format', program: 'biome', args: ['format', '.'] },
  { name: 'rules', program: 'node', args: ['scripts/rules.ts'] },
]

/** The model's tests, in one process: they start nothing and share nothing, and starting each file took longer than running it. */
export const modelStep = testsTogether('model', testFiles(['packages/model/**/*.test.ts']), 300)

/** Runs the tests of files in one process. */
export function testsTogether(name: string, files: readonly string[], limit: number): Step {
  return { name, program: 'node', args: [...nodeOptions, 'scripts/tests-together.ts', ...files], limit }
}

/**
 * Runs the test runner over the matching files: those that are `*.slow.test.ts`, which start browsers or databases, one
 * at a time; or all others, one more at a time than there are cores, since they also wait for sockets and clocks.
 */
export function testStep(
  name: string,
  patterns: readonly string[],
  { slow, limit }: { slow: boolean; limit: number },
): Step {
  const files = testFiles(patterns).filter((file) => slow === file.endsWith('.slow.test.ts'))
  const atOnce = slow ? 1 : availableParallelism() + 1
  return {
    name,
    program: 'node',
    args: [...nodeOptions, '--test', `--test-concurrency=${atOnce}`, ...files],
    limit,
  }
}

function testFiles(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules'] })).sort()
}
