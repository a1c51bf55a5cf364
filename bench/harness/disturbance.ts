import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseCpuTime } from './server.ts'
import { formatShare, median } from './statistics.ts'
import { readTicks, sharesBetween } from './ticks.ts'

/** How much of the processors' time a measurement did not get, as shares of the time of all processors. */
export interface Disturbance {
  /** Taken by the host. */
  readonly steal: number
  /** Taken by processes other than the measured one, this one and its awaited children. */
  readonly foreign: number
}

/** Whether so much was taken (2 % of all processors) that the window should be measured again. */
export function isDisturbed({ steal, foreign }: Disturbance): boolean {
  return steal + foreign > 0.02
}

/**
 * Starts watching. The returned function gives the disturbance since then; children must start and end within that
 * time. `cpuTime` returns the processor time of the measured process, in microseconds.
 */
export function watchDisturbance(cpuTime: () => number): () => Disturbance {
  const known = () => cpuTime() + ownTime()
  const before = { ticks: readTicks(), known: known() }
  return () => sharesBetween(before.ticks, readTicks(), known() - before.known)
}

/** Describes the disturbance of a run's median window, and how many disturbed windows were kept. */
export function describeWindows(windows: readonly Disturbance[]): string {
  const steal = formatShare(median(windows.map((window) => window.steal)))
  const foreign = formatShare(median(windows.map((window) => window.foreign)))
  const disturbed = windows.filter(isDisturbed).length
  return [
    `in the middle window the host took ${steal} and other processes ${foreign} of ${cpus().length} processors`,
    `${disturbed} of ${windows.length} windows were disturbed and kept`,
  ].join('; ')
}

/** Returns the microseconds of this process and its ended children, from /proc/self/stat (fields 14 to 17). */
function ownTime(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parseCpuTime(stat) + (Number(fields[13]) + Number(fields[14])) * 10_000
}
