import { inTurn } from '../harness/in-turn.ts'
import type { Contender } from './contender.ts'

/** Microseconds per call of two contenders, measured alternately; figures of one round were measured right after each other. */
export interface Measured {
  readonly postern: readonly number[]
  readonly peer: readonly number[]
}

/** How long and how often to measure. */
export interface MeasureOptions {
  readonly rounds: number
  /** Target duration of a sample in milliseconds. */
  readonly sampleTime: number
}

/** Measures two contenders round by round, each round in the other order. */
export async function measure(
  { postern, peer }: { readonly postern: Contender; readonly peer: Contender },
  { rounds, sampleTime }: MeasureOptions,
): Promise<Measured> {
  const own = { contender: postern, calls: await warmUp(postern, sampleTime), figures: [] as number[] }
  const other = { contender: peer, calls: await warmUp(peer, sampleTime), figures: [] as number[] }
  for (const [{ contender, calls, figures }] of inTurn([own, other], rounds))
    figures.push((await sample(contender, calls)) / calls)
  return { postern: own.figures, peer: other.figures }
}

const WARM_UP = 150
const MOST_CALLS = 2000

async function warmUp(contender: Contender, sampleTime: number): Promise<number> {
  const end = performance.now() + WARM_UP
  let perCall = await sample(contender, 1)
  for (
    let calls = 10;
    performance.now() < end && perCall * calls < 1e6 * sampleTime;
    calls = Math.min(calls * 2, MOST_CALLS)
  ) {
    perCall = (await sample(contender, calls)) / calls
  }
  return Math.min(Math.max(Math.ceil((sampleTime * 1000) / perCall), 1), MOST_CALLS)
}

/**
 * Returns the microseconds per call over this many calls. Requests are created beforehand; only asynchronous responses
 * are awaited.
 */
async function sample({ prepare, run }: Contender, calls: number): Promise<number> {
  const prepared = Array.from({ length: calls }, prepare)
  const start = performance.now()
  for (let call = 0; call < calls; call++) {
    const answer = run(prepared[call] as never)
    if (answer instanceof Promise) await answer
  }
  return (performance.now() - start) * 1000
}
