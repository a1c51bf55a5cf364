import { cpus } from 'node:os'
import { formatInterval, median, pairedRatio } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import type { Measurement } from '../http/measurement.ts'
import type { Count } from './answered-and-kept.ts'

/** Formats the table of a group: processor time, rate and latencies, with ratios to its first line. */
export function formatGroup(title: string, measurements: readonly Measurement[]): string {
  const [base] = measurements
  const head = [
    title,
    'CPU µs/request',
    '× first (95 %)',
    'requests/s',
    '× first (95 %)',
    'other CPU µs/request',
    'p50 ms at 500/s',
    'p99 ms',
  ]
  const rows = measurements.map((one) => [
    one.peer.title,
    median(one.cpu).toFixed(1),
    base === undefined || base === one ? '' : formatRatio(one.cpu, base.cpu),
    Math.round(median(one.rate)).toString(),
    base === undefined || base === one ? '' : formatRatio(one.rate, base.rate),
    foreignTime(one).toFixed(1),
    one.p50.toFixed(2) + (one.isPaced ? '' : ' *'),
    one.p99.toFixed(2) + (one.isPaced ? '' : ' *'),
  ])
  const slow = measurements.some(({ isPaced }) => !isPaced) ? '\n\n\\* does not keep up with that rate' : ''
  const wrong = measurements
    .filter((one) => one.wrong > 0)
    .map((one) => `\nWRONG: ${one.peer.title} failed or refused ${one.wrong} requests`)
  return formatTable(head, rows) + slow + wrong.join('')
}

/** Formats the acknowledged posts beside the stored ones. */
export function formatCounts(counts: readonly Count[]): string {
  return formatTable(
    ['Killed at the last answer, started again', 'answered 201', 'stored', ''],
    counts.map(({ name, answered, kept }) => [
      name,
      String(answered),
      String(kept),
      answered === kept ? 'equal' : 'NOT EQUAL',
    ]),
  )
}

function formatRatio(values: readonly number[], base: readonly number[]): string {
  const ratio = pairedRatio(values, base)
  return `${ratio.median.toFixed(2)} ${formatInterval(ratio)}`
}

/**
 * Returns the microseconds per request of processes that are neither the server nor its client: with PostgreSQL those
 * of its server, otherwise the disturbance.
 */
function foreignTime({ disturbances, rate }: Measurement): number {
  const times = disturbances.map(({ foreign }, round) => (foreign * cpus().length * 1e6) / (rate[round] ?? 1))
  return median(times)
}
