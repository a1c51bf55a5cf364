import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseCpuTime } from './server.ts'
import { formatShare, median } from './statistics.ts'
import { readTicks, sharesBetween } from './ticks.ts'

/** What took the processors away from a measurement, as shares of all of their time. */
export interface Disturbance {
  /** Taken by the host. */
  readonly steal: number
  /** Taken by processes other than the measured one, this one and the children it waited for. */
  readonly foreign: number
}

/** Whether so much was taken, 2 % of all processors, that it is better to measure anew. */
export function isDisturbed({ steal, foreign }: Disturbance): boolean {
  return steal + foreign > 0.02
}

/** Starts watching; the answer tells the time since, in which children must have begun and ended. `cpuTime` is the measured process', in microseconds. */
export function watchDisturbance(cpuTime: () => number): () => Disturbance {
  const known = () => cpuTime() + ownTime()
  const before = { ticks: readTicks(), known: known() }
  return () => sharesBetween(before.ticks, readTicks(), known() - before.known)
}

/** What the windows of a run had taken from them, in the middle one, and how many disturbed ones it kept. */
export function describeWindows(windows: readonly Disturbance[]): string {
  const steal = formatShare(median(windows.map((window) => window.steal)))
  const foreign = formatShare(median(windows.map((window) => window.foreign)))
  const disturbed = windows.filter(isDisturbed).length
  return [
    `in the middle window the host took ${steal} and other processes ${foreign} of ${cpus().length} processors`,
    `${disturbed} of ${windows.length} windows were disturbed and kept`,
  ].join('; ')
}

/** Microseconds of this process and of its children that ended, as /proc/self/stat tells them (fields 14 to 17). */
function ownTime(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parseCpuTime(stat) + (Number(fields[13]) + Number(fields[14])) * 10_000
}
