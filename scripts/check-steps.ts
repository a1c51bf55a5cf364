import { globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { compiler } from './compiler.ts'
import { root } from './root.ts'
import type { Step } from './step.ts'

/** One more than there are cores, because tests wait for sockets, clocks and other processes. */
export const STEPS_AT_ONCE: number = availableParallelism() + 1

// As with the compiler, not the file in `.bin`.
const biome = 'node_modules/@biomejs/biome/bin/biome'

const nodeOptions = ['--disable-warning=ExperimentalWarning', '--test-reporter=spec']

/** The quick steps, which only read files: format, lint, types, house rules. */
export const staticSteps: readonly Step[] = [
  {
    name: 'types',
    program: 'node',
    args: [
      compiler,
      '--noEmit',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ],
  },
  { name: 'lint', program: 'node', args: [biome, 'lint', '--error-on-warnings', '.'] },
  { name: 'format', program: 'node', args: [biome, 'format', '.'] },
  { name: 'rules', program: 'node', args: ['scripts/rules.ts'] },
]

/**
 * Returns the quick tests of the packages as steps of one process each: more than run at once, and the largest files
 * dealt first, so that no long step is left alone at the end.
 */
export function packageSteps(): Step[] {
  const largestFirst = quickFiles(['packages']).toSorted((one, other) => sizeOf(other) - sizeOf(one))
  return dealt(largestFirst, 2 * STEPS_AT_ONCE).map((hand, index) =>
    testsTogether(`packages ${index + 1}`, hand, 600),
  )
}

/** Runs the tests of files in one process: of those that start nothing, most of the time would go into starting it. */
export function testsTogether(name: string, files: readonly string[], limit: number): Step {
  return { name, program: 'node', args: [...nodeOptions, 'scripts/tests-together.ts', ...files], limit }
}

/** Runs the quick tests of folders. */
export function quickStep(name: string, folders: readonly string[], limit: number): Step {
  return testFileStep(name, quickFiles(folders), { atOnce: STEPS_AT_ONCE, limit })
}

/**
 * Returns the tests of folders that are `*.slow.test.ts`, most of which start browsers or databases: as many steps as
 * run at once, each of one file at a time.
 */
export function slowSteps(folders: readonly string[], limit: number): Step[] {
  const files = testFiles(folders).filter(isSlow)
  return dealt(files, STEPS_AT_ONCE).map((hand, index) =>
    testFileStep(`slow tests ${index + 1}`, hand, { atOnce: 1, limit }),
  )
}

function testFileStep(
  name: string,
  files: readonly string[],
  { atOnce, limit }: { readonly atOnce: number; readonly limit: number },
): Step {
  return {
    name,
    program: 'node',
    args: [...nodeOptions, '--test', `--test-concurrency=${atOnce}`, ...files],
    limit,
  }
}

function quickFiles(folders: readonly string[]): string[] {
  return testFiles(folders).filter((file) => !isSlow(file))
}

function isSlow(file: string): boolean {
  return file.endsWith('.slow.test.ts')
}

/** Deals files in turn to `count` hands. */
function dealt(files: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, hand) => files.filter((_, index) => index % count === hand))
}

function testFiles(folders: readonly string[]): string[] {
  const patterns = folders.map((folder) => `${folder}/**/*.test.ts`)
  return globSync(patterns, { cwd: root, exclude: ['**/node_modules'] }).sort()
}

function sizeOf(file: string): number {
  return statSync(join(root, file)).size
}
