import { readFileSync } from 'node:fs'
import { versionOf } from '../harness/installed.ts'
import { type Series, writeSamples } from '../harness/samples-file.ts'
import { PACKAGES } from './peer.ts'

/** The raw samples that `bench/model/compare.ts` writes. */
interface RawSamples {
  readonly machine: string
  readonly cases: readonly {
    readonly name: string
    readonly nanoseconds: Readonly<Record<string, readonly number[]>>
  }[]
}

/** Keeps the raw samples of the model library, in this file, among those of the report; those of this runtime alone. */
export function keepModelSamples({ file, load, targets }: Measured): void {
  const { machine, cases } = JSON.parse(readFileSync(file, 'utf8')) as RawSamples
  const runtime: Series['runtime'] = process.versions.bun === undefined ? 'node' : 'bun'
  const suite = runtime === 'node' ? 'model' : 'model-bun'
  const series = cases.flatMap(({ name, nanoseconds }) => {
    // Both kinds of work have a list of 50; only writers are beside JSON.stringify.
    const work = 'JSON.stringify' in nanoseconds ? 'serialize' : 'validate'
    return Object.entries(nanoseconds).map(
      ([peer, values]): Series => ({
        suite,
        scenario: `${work} ${name}`,
        peer,
        runtime,
        metric: 'time',
        unit: 'ns',
        values: values.map((value) => Number(value.toPrecision(4))),
      }),
    )
  })
  writeSamples({
    suite,
    taken: new Date().toISOString(),
    machine,
    versions: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    load,
    notes: NOTES,
    targets,
    series,
  })
}

/** What a run of one runtime left. */
interface Measured {
  /** Its raw samples. */
  readonly file: string
  readonly load: string
  readonly targets: readonly string[]
}

const NOTES = [
  'postern: texts known to be well-formed, the work that the peers do; “any text” and .safeParse also look for lone surrogates, which no peer does',
  'TypeBox check alone answers yes or no: no defaults, no conversion, unknown keys kept',
  'fast-json-stringify filters, but does not check that a text is a date or a string well-formed; JSON.stringify checks and filters nothing',
]
