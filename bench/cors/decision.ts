import { answerPreflight, compilePolicy, grantHeaders } from '@postern/contract/cors'
import type { Case } from './cases.ts'
import type { Contender } from './contender.ts'
import { measure } from './measure.ts'

/** Returns the microseconds of Postern's decision alone, one figure per round, without a request or a response to carry it. */
export async function measureDecision({ name, options, method, headers }: Case): Promise<readonly number[]> {
  const policy = compilePolicy(options)
  const origin = headers['origin']
  const requestMethod = headers['access-control-request-method']
  const requestHeaders = headers['access-control-request-headers']
  const run = repeated(() => {
    const answer = answerPreflight(policy, { method, origin, requestMethod, requestHeaders })
    return answer ?? grantHeaders(policy, origin)
  })
  const contender: Contender = { name, prepare: () => undefined, run, granted: () => undefined }
  const { postern } = await measure({ postern: contender, peer: contender }, { rounds: 9, sampleTime: 2 })
  return postern.map((time) => time / REPEATS)
}

const REPEATS = 100

// A decision takes less than the clock's resolution.
function repeated(run: () => unknown): () => unknown {
  return () => {
    let last: unknown
    for (let turn = 0; turn < REPEATS; turn++) last = run()
    return last
  }
}
