import { inTurn } from './in-turn.ts'
import { createLoop } from './loop.ts'
import { median } from './statistics.ts'

/** One way to do the work of a case. */
export interface Candidate {
  readonly name: string
  readonly run: (input: unknown) => unknown
}

/** How long and how often to measure. */
export interface SamplingOptions {
  /** Creates the inputs of one pass. They are used once, so that a candidate may change them. */
  readonly inputs: () => readonly unknown[]
  /** The number of samples of each candidate. */
  readonly rounds: number
}

/** Nanoseconds per call, one figure per round, by candidate; figures of one round were measured right after each other. */
export type Samples = ReadonlyMap<string, readonly number[]>

/** Measures candidates in turn, round by round, each round in another order. */
export function sampleInterleaved(
  candidates: readonly Candidate[],
  { inputs, rounds }: SamplingOptions,
): Samples {
  const timers = candidates.map((candidate) => createTimer(candidate, inputs))
  const samples = new Map(candidates.map(({ name }): [string, number[]] => [name, []]))
  for (const [{ name, sample }] of inTurn(timers, rounds)) samples.get(name)?.push(sample())
  return samples
}

interface Timer {
  readonly name: string
  /** Returns the nanoseconds per call. */
  readonly sample: () => number
}

/** Warms a candidate up and finds the number of passes per sample and of calls per stretch. */
function createTimer({ name, run }: Candidate, inputs: SamplingOptions['inputs']): Timer {
  const loop = createLoop()
  const ring: unknown[] = new Array(1024).fill(undefined)
  const pass = (length: number): number[] => {
    const fresh = inputs()
    const times: number[] = []
    for (let from = 0; from < fresh.length; from += length) {
      const to = Math.min(from + length, fresh.length)
      const start = performance.now()
      loop(run, { inputs: fresh, from, to, ring })
      times.push(((performance.now() - start) * 1e6) / (to - from))
    }
    return times
  }
  const perCall = warmUp(pass)
  const length = Math.max(Math.ceil(STRETCH / perCall / 8) * 8, 1)
  const passes = Math.min(Math.max(Math.ceil(SAMPLE_TIME / (perCall * inputs().length)), 1), 64)
  // The median stretch: what other processes take from this one affects few of them.
  return { name, sample: () => median(Array.from({ length: passes }, () => pass(length)).flat()) }
}

/** Runs passes until the engine has settled; returns the nanoseconds per call. */
function warmUp(pass: (length: number) => readonly number[]): number {
  const end = performance.now() + WARM_UP
  let times: readonly number[] = []
  for (let turn = 0; turn < 200 && performance.now() < end; turn++) times = pass(64)
  return median(times)
}

/** Milliseconds; a candidate that has run 200 passes counts as warm earlier. */
const WARM_UP = 500

/** Nanoseconds that a sample should spend in the candidate. */
const SAMPLE_TIME = 2_000_000

/** Nanoseconds that are timed together: much more than the clock's resolution, much less than a time slice. */
const STRETCH = 50_000
