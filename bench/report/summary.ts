import { formatTable } from '../harness/table.ts'
import type { Comparison, Line, Standing } from './comparison.ts'
import { isFloor, isPostern } from './comparison.ts'
import { formatInterval } from './figures.ts'

/** How Postern stands in each piece of work, floors told apart, and then every peer that it is not ahead of. */
export function summarize(comparisons: readonly Comparison[]): string {
  const compared = comparisons.filter(({ lines }) => lines.some(isPeer))
  const rows = [...Map.groupBy(compared, ({ suite, runtime }) => `${suite} ${runtime}`).values()]
    .flat()
    .map(rowOf)
  if (rows.length === 0) return 'Nothing has been compared yet.'
  return [
    countOf(rows),
    formatTable(HEAD, rows),
    '### Every peer that Postern is behind',
    listOf(comparisons, 'behind'),
    '### Every peer that it is tied with',
    listOf(comparisons, 'tied'),
  ].join('\n\n')
}

const HEAD = ['Suite', 'Runtime', 'Work', 'Decided by', 'Postern', 'Beside the floor']

function isPeer({ peer, standing }: Line): boolean {
  return standing !== undefined && !isPostern(peer)
}

function rowOf({ suite, runtime, scenario, metric, lines }: Comparison): readonly string[] {
  const peers = lines.filter(isPeer)
  const full = peers.filter(({ peer }) => !isFloor(peer))
  const floors = peers.filter(({ peer }) => isFloor(peer))
  return [suite, runtime, scenario, metric, describeStanding(full), floors.map(describeRatio).join(', ')]
}

/** Ahead only where it is ahead of all. */
function describeStanding(peers: readonly Line[]): string {
  const named = (standing: Standing) => peers.filter((line) => line.standing === standing).map(describeRatio)
  const [behind, tied] = [named('behind'), named('tied')]
  if (peers.length === 0) return 'no peer'
  if (behind.length > 0) return `**behind** ${behind.join(', ')}`
  return tied.length > 0 ? `tied with ${tied.join(', ')}` : 'ahead of all'
}

function describeRatio({ peer, ratio, standing, isCertain }: Line): string {
  const figure = ratio === undefined ? '' : ` ${ratio.median.toFixed(2)}×`
  return `${peer}${standing === 'tied' ? ' =' : figure}${isCertain === false ? ' (not certain)' : ''}`
}

function countOf(rows: readonly (readonly string[])[]): string {
  const verdicts = rows.map((row) => row[4] ?? '')
  const count = (start: string) => verdicts.filter((verdict) => verdict.startsWith(start)).length
  return `Of ${rows.length} pieces of work, Postern is ahead of every peer in ${count('ahead')}, tied with its best peers in ${count('tied')} and behind at least one in ${count('**behind')}; ${count('no peer')} have no peer but the floor.`
}

function listOf(comparisons: readonly Comparison[], standing: Standing): string {
  const named = comparisons.flatMap((comparison) =>
    comparison.lines
      .filter((line) => isPeer(line) && line.standing === standing)
      .map((line) => `- ${describe(comparison, line)}`),
  )
  return named.join('\n') || 'None in these samples.'
}

function describe({ suite, scenario, runtime, metric }: Comparison, line: Line): string {
  const interval = line.ratio === undefined ? '' : `: ${formatInterval(line.ratio)}`
  const notes = [isFloor(line.peer) ? 'the floor' : '', line.isCertain === false ? 'not certain' : '']
  const told = notes.filter((note) => note !== '').join(', ')
  return `${suite}, ${scenario}, ${runtime}, ${metric}: ${line.peer}${interval}${told && ` (${told})`}`
}
