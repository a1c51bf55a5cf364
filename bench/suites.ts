import { assertKnown } from './harness/options.ts'

/** A part of the bench that is measured separately, and stored as samples/NAME.json. */
export interface Suite {
  readonly name: string
  /** Its program in this folder, and the arguments it always gets. */
  readonly command: readonly string[]
  readonly whole: Extent
  readonly quick: Extent
}

/** The options of a run of the suite, and how long it took. */
export interface Extent {
  readonly options: readonly string[]
  readonly minutes: number
}

/** Every suite, short ones first. */
export const SUITES: readonly Suite[] = [
  suite('types', { whole: 0.1, quick: 0.1 }),
  suite('bundle', { whole: 0.3, quick: 0.3 }),
  suite('model', { whole: 2, quick: 2 }),
  suite('cors', { whole: 1, quick: 0.5 }),
  suite('http', { whole: 25, quick: 5 }),
  suite('storage', { whole: 17, quick: 3 }, ['http/run.ts', '--storage']),
  suite('service', { whole: 8, quick: 2 }),
  suite('growth', { whole: 15, quick: 4 }),
  suite('start', { whole: 6, quick: 2 }),
]

/**
 * Returns the suites with these comma-separated names, in the order of {@link SUITES}; without names, all of them.
 * Throws where a name is unknown.
 */
export function chooseSuites(only?: string): readonly Suite[] {
  if (only === undefined) return SUITES
  const wanted = only.split(',')
  assertKnown(
    'suite',
    wanted,
    SUITES.map(({ name }) => name),
  )
  return SUITES.filter(({ name }) => wanted.includes(name))
}

function suite(
  name: string,
  minutes: { readonly whole: number; readonly quick: number },
  command: readonly string[] = [`${name}/run.ts`],
): Suite {
  return {
    name,
    command,
    whole: { options: [], minutes: minutes.whole },
    quick: { options: ['--quick'], minutes: minutes.quick },
  }
}
