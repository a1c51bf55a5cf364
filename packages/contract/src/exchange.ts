import { attempt } from './attempt.ts'
import type { Binding, BoundInput } from './bind/binder.ts'
import { readBody } from './bind/body-reading.ts'
import type { CompiledOperation, Route } from './compiled-operation.ts'
import { answerPreflight, corsRequestOf } from './cors/preflight.ts'
import type { Incoming, Send } from './incoming.ts'
import { FAILURES, type Failure, Refusal } from './reply/failure.ts'
import type { Match, Table } from './route/table.ts'
import { Turn, type TurnTerms } from './turn.ts'

/** Answers one request through `send`, exactly once unless the client goes away; never throws. */
export type Exchange = (incoming: Incoming, send: Send) => void

/** Creates the exchange: the steps that every request takes, in this order (spec §1). */
export function createExchange(table: Table<Route>, terms: TurnTerms): Exchange {
  return (incoming, send) => {
    const turn = new Turn(terms, incoming, send)
    try {
      if (incoming.unreadable !== undefined) return turn.refuse(incoming.unreadable)
      const preflight =
        incoming.method === 'OPTIONS' && answerPreflight(terms.policy, corsRequestOf(incoming))
      if (preflight) return turn.answerPreflight(preflight)
      const match = table.find(incoming.method, incoming.path)
      if (match === undefined) return refuseUnmatched(turn, table.methodsOf(incoming.path))
      turn.operation = match.target.operation
      authorize(turn, match)
    } catch (error) {
      turn.fail(error)
    }
  }
}

function refuseUnmatched(turn: Turn, methods: readonly string[]): void {
  if (methods.length === 0) turn.refuse(FAILURES.notFound)
  else turn.refuse({ ...FAILURES.methodNotAllowed, headers: ['allow', methods.join(', ')] })
}

function authorize(turn: Turn, match: Match<Route>): void {
  const { credentials } = match.target.operation
  if (credentials === undefined) return void bindParameters(turn, match, null)
  const pass = (user: unknown) =>
    user instanceof Refusal ? turn.refuse(user.failure) : bindParameters(turn, match, user)
  attempt(() => credentials(turn.incoming) ?? null, pass, turn)
}

function bindParameters(turn: Turn, { target, parameters }: Match<Route>, user: unknown): void {
  const { operation, names } = target
  const binding = operation.binder.bindParameters(turn.incoming, names, parameters)
  binding.input.user = user
  const { answers, guard } = operation
  // Issues with the parameters are reported together with those with the body.
  if (guard === undefined || binding.issues.length > 0) return void bindBody(turn, operation, binding)
  const pass = (judged: unknown) =>
    judged === undefined || judged === null
      ? bindBody(turn, operation, binding)
      : turn.answer(answers.answerGuard(judged, turn.incoming))
  attempt(() => guard(binding.input), pass, turn)
}

function bindBody(turn: Turn, operation: CompiledOperation, binding: Binding): void {
  const pass = (failure: Failure | undefined) =>
    failure === undefined ? handle(turn, operation, binding.input) : turn.refuse(failure)
  readBody(operation.binder, binding, { pass, turn })
}

function handle(turn: Turn, { handler, answers }: CompiledOperation, input: BoundInput): void {
  const pass = (returned: unknown) => turn.answer(answers.answer(returned, turn.incoming))
  attempt(() => handler(input), pass, turn)
}
