import { createLoop } from './loop.ts'
import { median } from './statistics.ts'

/** One way to do the work of a case. */
export interface Candidate {
  readonly name: string
  readonly run: (input: unknown) => unknown
}

/** How long and how often is measured. */
export interface SamplingOptions {
  /** Makes the inputs of one pass. They are used once, so that a candidate may change them. */
  readonly inputs: () => readonly unknown[]
  /** Samples of each candidate. Default 31. */
  readonly rounds?: number
  /** Milliseconds that a sample should spend in the candidate. Default 2. */
  readonly sampleTime?: number
}

/** Nanoseconds a call, one figure a round, by candidate; figures of one round were taken right after each other. */
export type Samples = ReadonlyMap<string, readonly number[]>

/** Measures candidates in turn, round by round, each round in another order. */
export function sampleInterleaved(candidates: readonly Candidate[], options: SamplingOptions): Samples {
  const { rounds = 31, sampleTime = 2 } = options
  const timers = candidates.map((candidate) => warmUp(createTimer(candidate, options.inputs), sampleTime))
  const calls = options.inputs().length
  const samples = new Map(candidates.map(({ name }): [string, number[]] => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < timers.length; turn++) {
      const timer = timers[(round + turn) % timers.length]
      if (timer !== undefined) samples.get(timer.name)?.push((timer.time(timer.passes) * 1e6) / calls)
    }
  }
  return samples
}

interface Timer {
  readonly name: string
  /** The middle one of so many passes through the candidate, in milliseconds: what a busy machine adds to others is left out. */
  readonly time: (passes: number) => number
}

function createTimer({ name, run }: Candidate, inputs: () => readonly unknown[]): Timer {
  const loop = createLoop()
  const ring: unknown[] = new Array(1024).fill(undefined)
  const time = (passes: number): number => {
    const times: number[] = []
    for (let pass = 0; pass < passes; pass++) {
      const fresh = inputs()
      const start = performance.now()
      loop(run, fresh, ring)
      times.push(performance.now() - start)
    }
    return median(times)
  }
  return { name, time }
}

/** Runs a timer until its engine has settled, and finds how many passes make a sample. */
function warmUp(timer: Timer, sampleTime: number): Timer & { readonly passes: number } {
  const end = performance.now() + WARM_UP
  let perPass = 0
  for (let turn = 0; turn < 200 && performance.now() < end; turn++) perPass = timer.time(1)
  return { ...timer, passes: Math.min(Math.max(Math.ceil(sampleTime / perPass), 1), 64) }
}

/** Milliseconds; a candidate that has run 200 passes is warm earlier. */
const WARM_UP = 500
