import { isThenable } from '../attempt.ts'
import type { Answered, Answers } from '../reply/answers.ts'
import type { Binding, BoundInput } from './binder.ts'

/** Answers a request whose body need not be looked at for it; undefined lets it pass. */
export type Judge = (binding: Binding) => Answered | undefined | Promise<Answered | undefined>

/** Compiles a guard. What is wrong with the parameters is told together with what is wrong with the body, so that it is not asked then. */
export function compileGuard(guard: (input: BoundInput) => unknown, answers: Answers): Judge {
  return ({ input, issues }) => {
    if (issues.length > 0) return undefined
    const refusalOf = (judged: unknown) =>
      judged === undefined || judged === null ? undefined : answers.answerGuard(judged, input.request)
    const judged = guard(input)
    return isThenable(judged) ? Promise.resolve(judged).then(refusalOf) : refusalOf(judged)
  }
}
