import { formatTable } from '../harness/table.ts'
import type { Comparison, Line, Standing } from './comparison.ts'
import { familyOf, isFloor, isPostern } from './comparison.ts'
import { formatRatio } from './figures.ts'
import { reasonFor } from './reason.ts'

/** Shows how Postern compares in each piece of work, with floors apart, and then every peer that it is not ahead of. */
export function summarize(comparisons: readonly Comparison[]): string {
  const compared = comparisons.filter(({ lines }) => lines.some(isPeer))
  if (compared.length === 0) return 'Nothing has been compared yet.'
  const groups = Map.groupBy(compared, (one) =>
    JSON.stringify([one.suite, one.runtime, familyOf(one) ?? one.scenario]),
  )
  const bySuite = Map.groupBy([...groups.values()], ([one]) => `${one?.suite} ${one?.runtime}`)
  return [
    countOf(compared),
    formatTable(HEAD, [...bySuite.values()].flat().map(rowOf)),
    '### Every peer that Postern is behind, and why',
    explainAll(comparisons),
    '### Every peer that Postern is tied with',
    listOf(standing(comparisons, 'tied')),
  ].join('\n\n')
}

const HEAD = ['Suite', 'Runtime', 'Work', 'Decided by', 'Postern', 'Beside the floor']

function isPeer({ peer, standing }: Line): boolean {
  return standing !== undefined && !isPostern(peer)
}

/** One piece of work, or a family of them. */
function rowOf(pieces: readonly Comparison[]): readonly string[] {
  const [first] = pieces
  if (first === undefined) return []
  const { suite, runtime, scenario, metric } = first
  const family = familyOf(first)
  if (family !== undefined)
    return [suite, runtime, `${family} (${pieces.length} requests)`, metric, countStandings(pieces), '']
  const { full, floors } = peersOf(first)
  return [suite, runtime, scenario, metric, describeStanding(full), floors.map(describeRatio).join(', ')]
}

function peersOf({ lines }: Comparison): {
  readonly full: readonly Line[]
  readonly floors: readonly Line[]
} {
  const peers = lines.filter(isPeer)
  return {
    full: peers.filter(({ peer }) => !isFloor(peer)),
    floors: peers.filter(({ peer }) => isFloor(peer)),
  }
}

/** Ahead only where it is ahead of all peers. */
function verdictOf(comparison: Comparison): Standing | 'no peer' {
  const { full } = peersOf(comparison)
  if (full.length === 0) return 'no peer'
  if (full.some(({ standing }) => standing === 'behind')) return 'behind'
  return full.some(({ standing }) => standing === 'tied') ? 'tied' : 'ahead'
}

function countStandings(pieces: readonly Comparison[]): string {
  const verdicts = pieces.map(verdictOf)
  const count = (verdict: Standing) => verdicts.filter((one) => one === verdict).length
  const behind = count('behind')
  return `ahead in ${count('ahead')}, tied in ${count('tied')}, ${behind > 0 ? `**behind** in ${behind}` : 'behind in none'}`
}

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

function countOf(compared: readonly Comparison[]): string {
  const verdicts = compared.map(verdictOf)
  const count = (verdict: Standing | 'no peer') => verdicts.filter((one) => one === verdict).length
  return `Of ${verdicts.length} pieces of work, Postern is ahead of every peer in ${count('ahead')}, tied with its best peers in ${count('tied')} and behind at least one in ${count('behind')}; ${count('no peer')} have no peer but the floor.`
}

/** A line of a comparison, with the comparison. */
interface Found {
  readonly comparison: Comparison
  readonly line: Line
}

function standing(comparisons: readonly Comparison[], wanted: Standing): readonly Found[] {
  return comparisons.flatMap((comparison) =>
    comparison.lines
      .filter((line) => isPeer(line) && line.standing === wanted)
      .map((line) => ({ comparison, line })),
  )
}

/** Lists what Postern is behind, grouped by reason. */
function explainAll(comparisons: readonly Comparison[]): string {
  const behind = standing(comparisons, 'behind')
  if (behind.length === 0) return listOf(behind)
  const reasons = Map.groupBy(behind, ({ comparison, line }) => reasonFor(comparison, line))
  return [...reasons].map(([reason, found]) => `${reason}\n\n${listOf(found)}`).join('\n\n')
}

function listOf(found: readonly Found[]): string {
  return found.map((one) => `- ${describe(one)}`).join('\n') || 'None in these samples.'
}

function describe({ comparison: { suite, scenario, runtime, metric }, line }: Found): string {
  const interval = line.ratio === undefined ? '' : `: ${formatRatio(line.ratio)}`
  const notes = [isFloor(line.peer) ? 'the floor' : '', line.isCertain === false ? 'not certain' : '']
  const remarks = notes.filter((note) => note !== '').join(', ')
  return `${suite}, ${scenario}, ${runtime}, ${metric}: ${line.peer}${interval}${remarks && ` (${remarks})`}`
}
