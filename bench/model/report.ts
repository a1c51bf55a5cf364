import { median, pairedRatio, TIE } from '../harness/statistics.ts'
import { formatTable } from '../harness/table.ts'
import type { CaseResult } from './measure.ts'

/** A peer as named in the table. */
export interface TablePeer {
  readonly name: string
  readonly limitation?: string
  readonly remark?: string
}

/**
 * Formats one row per peer and one column per case: nanoseconds, and how many times the first peer's they are (`=`
 * where that is a tie).
 */
export function formatResults(peers: readonly TablePeer[], results: readonly CaseResult[]): string {
  const [first] = peers
  if (first === undefined) return ''
  const notes = [...new Set(peers.flatMap((peer) => noteOf(peer) ?? []))]
  const rows = peers.map((peer) => [
    peer.name + markOf(peer, notes),
    ...results.map((result) => formatCell(result, peer.name, first.name)),
  ])
  const table = formatTable(['', ...results.map(({ name }) => name)], rows)
  return [table, ...notes.map((note, index) => `${index + 1}) ${note}`)].join('\n')
}

function markOf(peer: TablePeer, notes: readonly string[]): string {
  const note = noteOf(peer)
  return note === undefined ? '' : ` ${notes.indexOf(note) + 1})`
}

function noteOf({ limitation, remark }: TablePeer): string | undefined {
  return limitation ?? remark
}

function formatCell({ samples }: CaseResult, name: string, first: string): string {
  const own = samples.get(name)
  const base = samples.get(first)
  if (own === undefined || base === undefined) return '–'
  const time = formatTime(median(own))
  if (name === first) return time
  const ratio = pairedRatio(own, base).median
  return `${time}  ${Math.abs(ratio - 1) < TIE ? '=' : `${formatRatio(ratio)}×`}`
}

/** Formats nanoseconds in the most readable unit. */
export function formatTime(nanoseconds: number): string {
  if (nanoseconds < 1000) return `${nanoseconds.toFixed(nanoseconds < 100 ? 1 : 0)} ns`
  return `${(nanoseconds / 1000).toFixed(nanoseconds < 10_000 ? 2 : 1)} µs`
}

/** Formats a ratio with as many digits as are significant. */
export function formatRatio(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 2 : ratio < 100 ? 1 : 0)
}
