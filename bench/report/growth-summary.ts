import type { SamplesFile } from '../harness/samples-file.ts'
import { formatTable } from '../harness/table.ts'
import { type Comparison, compareSeries, isFloor, isPostern, type Line, type Standing } from './comparison.ts'
import { reasonFor } from './reason.ts'

/**
 * Shows at which sizes Postern is ahead of every peer, tied or behind: one row per growth curve with peers, and why it
 * is behind; empty where there is none.
 */
export function summarizeGrowth({ series, ...facts }: SamplesFile): string {
  const sizes = [...new Set(series.flatMap(({ at }) => at ?? []))].sort((a, b) => a - b)
  const sized = sizes.flatMap((size) => {
    const alone = series.flatMap(({ at, ...line }) => (at === size ? [line] : []))
    return compareSeries({ ...facts, series: alone }).map((comparison) => ({ size, comparison }))
  })
  const curves = Map.groupBy(sized, ({ comparison: { scenario, runtime } }) => `${runtime}|${scenario}`)
  const rows = [...curves.values()].flatMap(rowsOf)
  return rows.length === 0 ? '' : [formatTable(HEAD, rows), ...explain(sized)].join('\n\n')
}

/** Lists each reason with the curves and peers that it applies to. */
function explain(sized: readonly Sized[]): readonly string[] {
  const behind = sized.flatMap(({ comparison }) =>
    peersOf(comparison)
      .filter(({ standing }) => standing === 'behind')
      .map((line) => ({
        reason: reasonFor(comparison, line),
        item: `- ${comparison.scenario}, ${comparison.runtime}: ${line.peer}`,
      })),
  )
  return [...Map.groupBy(behind, ({ reason }) => reason)].map(
    ([reason, found]) => `${reason}\n\n${[...new Set(found.map(({ item }) => item))].join('\n')}`,
  )
}

function peersOf({ lines }: Comparison): readonly Line[] {
  return lines.filter(({ peer, standing }) => standing !== undefined && !isPostern(peer) && !isFloor(peer))
}

const HEAD = ['Runtime', 'Growth', 'Decided by', 'Ahead of all at', 'Tied at', 'Behind at']

interface Sized {
  readonly size: number
  readonly comparison: Comparison
}

function rowsOf(curve: readonly Sized[]): readonly (readonly string[])[] {
  const [first] = curve
  const compared = curve.flatMap(({ size, comparison }) => {
    const peers = peersOf(comparison)
    return peers.length === 0 ? [] : [{ size: size.toLocaleString('en-US'), peers }]
  })
  if (first === undefined || compared.length === 0) return []
  const at = (standing: Standing) =>
    compared.flatMap(({ size, peers }) => {
      const named = peers.filter((line) => line.standing === standing).map(({ peer }) => peer)
      return named.length === 0 ? [] : [`${size} (${named.join(', ')})`]
    })
  const ahead = compared.filter(({ peers }) => peers.every(({ standing }) => standing === 'ahead'))
  const { runtime, scenario, metric } = first.comparison
  return [
    [
      runtime,
      scenario,
      metric,
      ahead.map(({ size }) => size).join('; '),
      at('tied').join('; '),
      at('behind').join('; '),
    ],
  ]
}
