import { versionOf } from '../harness/installed.ts'
import { describeMachine } from '../harness/machine.ts'
import { type Series, writeSamples } from '../harness/samples-file.ts'
import type { ModelComparison } from './compare.ts'
import { PACKAGES } from './peer.ts'

/** Stores the results of the model library on this runtime with the samples of the report. */
export function keepModelSamples({ results, targets }: ModelComparison, load: string): void {
  const runtime: Series['runtime'] = process.versions.bun === undefined ? 'node' : 'bun'
  const suite = runtime === 'node' ? 'model' : 'model-bun'
  const series = results.flatMap(({ name, samples }) => {
    // Both kinds of work have a list of 50; only writers are compared with JSON.stringify.
    const work = samples.has('JSON.stringify') ? 'serialize' : 'validate'
    return Array.from(
      samples,
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
    machine: describeMachine(),
    versions: Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)])),
    load,
    notes: NOTES,
    targets,
    series,
  })
}

const NOTES = [
  'postern: strings known to be well-formed, the work that the peers do; “any text” and .safeParse also look for lone surrogates, which no peer does',
  'TypeBox check alone says yes or no: no defaults, no conversion, unknown keys kept',
  'fast-json-stringify filters, but does not check that a string is a date or is well-formed; JSON.stringify checks and filters nothing',
]
