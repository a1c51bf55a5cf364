import { shownGiven } from '@postern/model'
import { type CorsOptionsOrPolicy, compilePolicy, type Policy } from '../cors/policy.ts'
import { PolicyError, problemLine } from '../cors/problem.ts'
import { ContractError } from '../errors.ts'
import { isNamed } from '../named-object.ts'

/** Returns the policy of an api's options, or what is wrong with it. */
export function judgePolicy(cors: CorsOptionsOrPolicy, mistakes: string[]): Policy | PolicyError {
  // Untyped code may give a list of origins, or a star.
  const given: unknown = cors
  if (!isNamed(given)) {
    mistakes.push(`cors is ${shownGiven(given)}; write its options, such as { allowOrigins: ['https://…'] }`)
    return compilePolicy({})
  }
  if (isPolicy(cors)) return cors
  try {
    return compilePolicy(cors)
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}

function isPolicy(given: object): given is Policy {
  return 'grantFor' in given
}

/**
 * Runs `compile` with a policy. If the policy cannot be used, runs it with an empty one, so that all mistakes are
 * reported together.
 */
export function compileUnder<Made>(judged: Policy | PolicyError, compile: (policy: Policy) => Made): Made {
  if (!(judged instanceof PolicyError)) return compile(judged)
  try {
    compile(compilePolicy({}))
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const problems = judged.problems.map((problem) => `cors: ${problemLine(problem)}`)
    throw new ContractError([...error.mistakes, ...problems])
  }
  throw judged
}
