import { median, pairedRatio } from '../harness/statistics.ts'
import { type Case, HOSTILE } from './cases.ts'
import type { Contender, Duel } from './contender.ts'
import { measure } from './measure.ts'

/** The outcome of one duel: microseconds a request, and how many times Postern goes into its peer. */
export interface Outcome {
  readonly postern: number
  readonly peer: number
  readonly ratio: { readonly median: number; readonly low: number; readonly high: number }
}

/** Measures both sides of a duel in turns; throws where one of them does not answer what the case says. */
export async function fight(one: Case, duel: Duel): Promise<Outcome> {
  for (const contender of [duel.postern, duel.peer]) await check(one, contender)
  const slow = HOSTILE.includes(one)
  const { postern, peer } = await measure(duel, { rounds: slow ? 7 : 21, sampleTime: slow ? 1 : 3 })
  return { postern: median(postern), peer: median(peer), ratio: pairedRatio(peer, postern) }
}

async function check({ name, granted }: Case, contender: Contender): Promise<void> {
  const prepared = contender.prepare() as never
  const origin = contender.granted(prepared, (await contender.run(prepared)) as never)
  if (granted !== undefined && (origin !== undefined) !== granted) {
    throw new Error(`${contender.name} ${granted ? 'does not grant' : 'grants'}: ${name}`)
  }
}
