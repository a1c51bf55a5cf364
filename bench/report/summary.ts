import { formatTable } from '../harness/table.ts'
import type { Comparison, Line, Standing } from './comparison.ts'
import { isPostern } from './comparison.ts'
import { formatInterval } from './figures.ts'

/** Where Postern is ahead, tied and behind: a count a peer, then every case that is not ahead by name. */
export function summarize(comparisons: readonly Comparison[]): string {
  const all = comparisons.flatMap((comparison) =>
    comparison.lines
      .filter(({ peer, standing }) => standing !== undefined && !isPostern(peer))
      .map((line) => ({ comparison, line })),
  )
  if (all.length === 0) return 'Nothing has been compared yet.'
  const peers = Map.groupBy(all, ({ comparison, line }) => `${line.peer} (${comparison.suite})`)
  const rows = [...peers].map(([name, lines]) => [
    name,
    ...STANDINGS.map((standing) => String(lines.filter(({ line }) => line.standing === standing).length)),
  ])
  const named = (standing: Standing) =>
    all
      .filter(({ line }) => line.standing === standing)
      .map(({ comparison, line }) => `- ${describe(comparison, line)}`)
  return [
    formatTable(['Beside', 'ahead', 'tied', 'behind'], rows),
    '### Where Postern is behind',
    named('behind').join('\n') || 'Nowhere in these samples.',
    '### Where it is tied',
    named('tied').join('\n') || 'Nowhere in these samples.',
  ].join('\n\n')
}

const STANDINGS: readonly Standing[] = ['ahead', 'tied', 'behind']

function describe({ suite, scenario, runtime, metric }: Comparison, { peer, ratio }: Line): string {
  const interval = ratio === undefined ? '' : `: ${formatInterval(ratio)}`
  return `${suite}, ${scenario}, ${runtime}, ${metric}: ${peer}${interval}`
}
