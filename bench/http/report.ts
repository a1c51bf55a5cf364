import { formatInterval, median, pairedRatio, TIE } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import type { Measurement } from './measurement.ts'
import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'

/** Formats the tables of a scenario, one per runtime, with what peers do not support or do differently below. */
export function formatScenario(
  scenario: Scenario,
  measurements: readonly Measurement[],
  peers: readonly Peer[],
): string {
  const measured = measurements.filter((one) => one.scenario === scenario.name)
  const tables = (['postern-node', 'postern-bun'] as const).flatMap((own) => {
    const base = measured.find(({ peer }) => peer.name === own)
    const rows = measured.filter(({ peer }) => (own === 'postern-bun') === (peer.runtime === 'bun'))
    return rows.length === 0 ? [] : [formatRows(rows, base, scenario.pace)]
  })
  return [`### ${scenario.name}`, ...tables, ...remarksOn(scenario, measured, peers)].join('\n\n')
}

function remarksOn(
  { name, floor }: Scenario,
  measured: readonly Measurement[],
  peers: readonly Peer[],
): string[] {
  const slow = measured.some(({ isPaced }) => !isPaced) ? ['\\* does not keep up with that rate'] : []
  if (floor) return slow
  const others = peers.flatMap(({ name: peer, unsupported, notes }) => {
    const reason = unsupported[name]
    const note = notes[name]
    if (reason !== undefined) return [`${peer} is left out: ${reason}`]
    return note === undefined ? [] : [`† ${peer}: ${note}`]
  })
  return [...slow, ...others]
}

function formatRows(rows: readonly Measurement[], base: Measurement | undefined, pace: number): string {
  const [first] = rows
  const runtime = first?.peer.runtime === 'bun' ? 'Bun' : 'Node'
  const head = [runtime, 'CPU µs/request', '× postern (95 %)', 'requests/s', `p50 ms at ${pace}/s`, 'p99 ms']
  return formatTable(
    head,
    rows.map((row) => formatRow(row, base)),
  )
}

function formatRow(row: Measurement, base: Measurement | undefined): readonly string[] {
  const { peer, cpu, rate, isPaced } = row
  const name = peer.runtime === 'python' ? `${peer.title} (Python)` : peer.title
  const mark = isPaced ? '' : ' *'
  return [
    name + (row.scenario in peer.notes ? ' †' : ''),
    median(cpu).toFixed(1),
    base === undefined || base === row ? '' : formatRatio(cpu, base.cpu),
    Math.round(median(rate)).toString(),
    row.p50.toFixed(2) + mark,
    row.p99.toFixed(2) + mark,
  ]
}

/** Formats how many times Postern's cost it is, with its interval; `=` where that is a tie. */
function formatRatio(cpu: readonly number[], base: readonly number[]): string {
  const ratio = pairedRatio(cpu, base)
  const figure = Math.abs(ratio.median - 1) < TIE ? '=' : ratio.median.toFixed(2)
  return `${figure} ${formatInterval(ratio)}`
}
