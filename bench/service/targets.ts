import { formatInterval, pairedRatio } from '../harness/statistics.ts'
import { formatTargetLine } from '../harness/target-line.ts'
import type { Measurement } from '../http/measurement.ts'

/** A promise about the service: one of its figures compared with that of another server, in one work. */
interface Target {
  readonly promise: string
  /** The work and its database. */
  readonly work: string
  readonly own: string
  readonly other: string
  readonly limit:
    | { readonly metric: 'rate'; readonly least: number }
    | { readonly metric: 'cpu'; readonly most: number }
}

const SQLITE = 'service on SQLite'
const BARE = 'service without storage'

const TARGETS: readonly Target[] = [
  {
    promise: 'at least 4× the requests a second of Fastify with an SQLite insert a request',
    work: 'durable create, SQLite',
    own: SQLITE,
    other: 'Fastify, an SQLite insert a request',
    limit: { metric: 'rate', least: 4 },
  },
  {
    promise: 'at least 0.75× the requests a second without storage',
    work: 'durable create, SQLite',
    own: SQLITE,
    other: BARE,
    limit: { metric: 'rate', least: 0.75 },
  },
  {
    promise: 'at least 3× the requests a second of Fastify with a pool of 10',
    work: 'durable create, PostgreSQL',
    own: 'service on PostgreSQL',
    other: 'Fastify, pg with a pool of 10',
    limit: { metric: 'rate', least: 3 },
  },
  ...['read one, SQLite', 'list, SQLite'].map(
    (work): Target => ({
      promise: 'at most 1.3× the processor time without storage',
      work,
      own: SQLITE,
      other: BARE,
      limit: { metric: 'cpu', most: 1.3 },
    }),
  ),
]

/** Returns one line per target whose two sides were measured: `met` or `NOT MET`, the promise and the figure. */
export function formatTargets(measurements: readonly Measurement[]): readonly string[] {
  return TARGETS.flatMap(({ promise, work, own, other, limit }) => {
    const valuesOf = (name: string) =>
      measurements.find(({ scenario, peer }) => scenario === work && peer.name === name)?.[limit.metric]
    const [values, base] = [valuesOf(own), valuesOf(other)]
    if (values === undefined || base === undefined) return []
    const ratio = pairedRatio(values, base)
    const isMet = 'least' in limit ? ratio.median >= limit.least : ratio.median <= limit.most
    const figure = `${ratio.median.toFixed(2)}× ${formatInterval(ratio)}`
    return [formatTargetLine({ isMet, promise: `${own}, ${work}: ${promise}`, figure })]
  })
}
