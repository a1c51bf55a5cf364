import { type Disturbance, isDisturbed } from '../harness/disturbance.ts'
import { inTurn } from '../harness/in-turn.ts'
import type { Load } from '../harness/load.ts'
import { applyPacedLoad } from '../harness/paced.ts'
import type { Server } from '../harness/server.ts'
import { median } from '../harness/statistics.ts'
import { untilAnswered } from '../harness/until-answered.ts'
import { measureWindow, type Window } from '../harness/window.ts'
import type { Peer } from './peers.ts'
import type { Scenario } from './scenarios.ts'

/** A peer in a scenario. */
export interface Entry {
  readonly scenario: Scenario
  readonly peer: Peer
  readonly server: Server
}

/** Its measurements: lists with one figure per round, in the same order of rounds for all entries. */
export interface Measurement {
  readonly scenario: string
  readonly peer: Peer
  /** Microseconds of processor time per request, of the whole process. */
  readonly cpu: readonly number[]
  /** Requests per second. */
  readonly rate: readonly number[]
  /** Milliseconds at the pace of the scenario. */
  readonly p50: number
  readonly p99: number
  /** Whether the server kept the pace. */
  readonly isPaced: boolean
  /** Other use of the processors, one entry per window. */
  readonly disturbances: readonly Disturbance[]
  /** Requests that failed or got a wrong kind of status. */
  readonly wrong: number
}

/** How long to measure, in seconds. */
export interface Durations {
  readonly rounds: number
  readonly warmUp: number
  readonly window: number
  readonly paced: number
}

/** Returns the seconds that {@link measureGroup} takes for this many entries, without repeats. */
export function estimate(entries: number, { rounds, warmUp, window, paced }: Durations): number {
  const start = 0.1
  return entries * (warmUp + rounds * (window + start) + paced + 3 * start)
}

/**
 * Measures entries in turn, round by round, each round in another order. Repeats a disturbed window, except where the
 * database shares the client's core and thus is the disturbance.
 */
export async function measureGroup(
  entries: readonly Entry[],
  durations: Durations,
): Promise<readonly Measurement[]> {
  // At most a quarter more windows, so that a busy machine does not delay the run forever.
  let repeats = Math.ceil((entries.length * durations.rounds) / 4)
  const lines = entries.map((entry) => ({ entry, windows: [] as Window[] }))
  for (const entry of entries) await loadEntry(entry, durations.warmUp)
  for (const [{ entry, windows }] of inTurn(lines, durations.rounds)) {
    let window = await loadEntry(entry, durations.window)
    while (isDisturbed(window.disturbance) && !entry.scenario.sharesCore && repeats-- > 0)
      window = await loadEntry(entry, durations.window)
    windows.push(window)
  }
  const measurements: Measurement[] = []
  for (const { entry, windows } of lines) measurements.push(await summarize(entry, windows, durations.paced))
  return measurements
}

/**
 * Joins the measurements of each entry from all starts of the servers: processes of the same server differ by up to 5
 * %, which the rounds of one start do not show. A latency is the median of the starts.
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

function loadEntry({ scenario, server }: Entry, seconds: number): Promise<Window> {
  const requests = scenario.turns.map(({ request }) => request)
  return measureWindow(server, { seconds, requests, sleeps: scenario.sharesCore })
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

/** The minimum number of paced requests. Their waits are random, so fewer requests might miss the share of 0.85 by chance. */
const LEAST_PACED = 150

function wrongOnes({ refused }: Scenario, { requests, failures, non2xx3xx }: Load): number {
  return failures + (refused ? requests - non2xx3xx : non2xx3xx)
}
