import { type Disturbance, isDisturbed, watchDisturbance } from '../harness/disturbance.ts'
import { applyLoad, type Load } from '../harness/load.ts'
import { applyPacedLoad } from '../harness/paced.ts'
import type { Server } from '../harness/server.ts'
import { median } from '../harness/statistics.ts'
import { untilAnswered } from '../harness/until-answered.ts'
import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'

/** A peer in a scenario. */
export interface Entry {
  readonly scenario: Scenario
  readonly peer: Peer
  readonly server: Server
}

/** What was measured of it: lists with one figure a round, in the same order of rounds for all. */
export interface Measurement {
  readonly scenario: string
  readonly peer: Peer
  /** Microseconds of processor time a request, of the whole process. */
  readonly cpu: readonly number[]
  /** Requests a second. */
  readonly rate: readonly number[]
  /** Milliseconds at the scenario's pace. */
  readonly p50: number
  readonly p99: number
  /** Whether the pace was kept. */
  readonly isPaced: boolean
  /** What took the processors away, a window. */
  readonly disturbances: readonly Disturbance[]
  /** Requests that failed or were answered with a wrong kind of status. */
  readonly wrong: number
}

/** How long is measured, in seconds. */
export interface Durations {
  readonly rounds: number
  readonly warmUp: number
  readonly window: number
  readonly paced: number
}

/** Seconds that {@link measureGroup} takes for so many entries, without repeats. */
export function estimate(entries: number, { rounds, warmUp, window, paced }: Durations): number {
  const start = 0.1
  return entries * (warmUp + rounds * (window + start) + paced + 3 * start)
}

/** Measures entries in turn, round by round, each round in another order. `repeats` says whether a disturbed window is to be measured anew. */
export async function measureGroup(
  entries: readonly Entry[],
  durations: Durations,
  repeats: () => boolean,
): Promise<readonly Measurement[]> {
  const windows = entries.map((): Window[] => [])
  for (const entry of entries) await untilAnswered(() => watchWindow(entry, durations.warmUp))
  for (let round = 0; round < durations.rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const at = (round + turn) % entries.length
      const entry = entries[at]
      if (entry !== undefined) windows[at]?.push(await measureWindow(entry, durations.window, repeats))
    }
  }
  const measurements: Measurement[] = []
  for (const [at, entry] of entries.entries()) {
    measurements.push(await summarize(entry, windows[at] ?? [], durations.paced))
  }
  return measurements
}

/**
 * One measurement of each entry, of every start of the servers: processes of the same server differ by as much as 5 %, and
 * rounds of one start know nothing of it. A latency is the median of the starts.
 */
export function joinStarts(starts: readonly (readonly Measurement[])[]): readonly Measurement[] {
  const [first = []] = starts
  return first.map(({ scenario, peer }) => {
    const measured = starts.flat().filter((one) => one.scenario === scenario && one.peer.name === peer.name)
    return {
      scenario,
      peer,
      cpu: measured.flatMap(({ cpu }) => cpu),
      rate: measured.flatMap(({ rate }) => rate),
      p50: median(measured.map(({ p50 }) => p50)),
      p99: median(measured.map(({ p99 }) => p99)),
      isPaced: measured.every(({ isPaced }) => isPaced),
      disturbances: measured.flatMap(({ disturbances }) => disturbances),
      wrong: measured.reduce((sum, { wrong }) => sum + wrong, 0),
    }
  })
}

interface Window {
  readonly cpu: number
  readonly load: Load
  readonly disturbance: Disturbance
}

async function measureWindow(entry: Entry, seconds: number, repeats: () => boolean): Promise<Window> {
  const window = await untilAnswered(() => watchWindow(entry, seconds))
  return isDisturbed(window.disturbance) && repeats() ? measureWindow(entry, seconds, repeats) : window
}

async function watchWindow({ scenario, server }: Entry, seconds: number): Promise<Window> {
  const requests = scenario.turns.map(({ request }) => request)
  const stopWatching = watchDisturbance(server.cpuTime)
  const before = server.cpuTime()
  const load = await applyLoad(server.port, { seconds, requests, sleeps: scenario.sharesCore })
  const cpu = (server.cpuTime() - before) / load.requests
  return { cpu, load, disturbance: stopWatching() }
}

async function summarize(
  { scenario, peer, server }: Entry,
  windows: readonly Window[],
  seconds: number,
): Promise<Measurement> {
  const requests = scenario.turns.map(({ request }) => request)
  const { load: paced } = await untilAnswered(async () => ({
    load: await applyPacedLoad(server.port, {
      requests,
      seconds: Math.max(seconds, LEAST_PACED / scenario.pace),
      rate: scenario.pace,
      sleeps: scenario.sharesCore,
    }),
  }))
  const loads = windows.map((window) => window.load)
  return {
    scenario: scenario.name,
    peer,
    cpu: windows.map(({ cpu }) => cpu),
    rate: loads.map(({ requests: count, seconds: time }) => count / time),
    p50: paced.p50,
    p99: paced.p99,
    isPaced: paced.requests / paced.seconds > 0.85 * scenario.pace,
    disturbances: windows.map(({ disturbance }) => disturbance),
    wrong: [...loads, paced].reduce((sum, one) => sum + wrongOnes(scenario, one), 0),
  }
}

/** Requests at a pace: their waits are by chance, and of few ones as many as 0.85 may not come in time. */
const LEAST_PACED = 150

function wrongOnes({ refused }: Scenario, { requests, failures, non2xx3xx }: Load): number {
  return failures + (refused ? requests - non2xx3xx : non2xx3xx)
}
