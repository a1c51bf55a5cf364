import { type Case, HOSTILE } from './cases.ts'
import type { Contender, Duel } from './contender.ts'
import { type Measured, measure } from './measure.ts'

/**
 * Returns the microseconds per request of both sides of a duel, measured alternately; throws where one of them gives a
 * wrong response.
 */
export async function fight(one: Case, duel: Duel): Promise<Measured> {
  for (const contender of [duel.postern, duel.peer]) await check(one, contender)
  const slow = HOSTILE.includes(one)
  return measure(duel, { rounds: slow ? 7 : 21, sampleTime: slow ? 1 : 3 })
}

async function check({ name, granted }: Case, contender: Contender): Promise<void> {
  const prepared = contender.prepare() as never
  const origin = contender.granted(prepared, (await contender.run(prepared)) as never)
  if (granted !== undefined && (origin !== undefined) !== granted) {
    throw new Error(`${contender.name} ${granted ? 'does not grant' : 'grants'}: ${name}`)
  }
}
