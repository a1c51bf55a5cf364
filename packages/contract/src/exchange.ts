import { attempt } from './attempt.ts'
import type { BoundInput } from './bind/binder.ts'
import type { CompiledOperation, Route } from './compiled-operation.ts'
import { answerPreflight } from './cors/preflight.ts'
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
      const preflight = incoming.method === 'OPTIONS' && answerPreflight(terms.policy, turn.corsRequest)
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
  if (credentials === undefined) return void bind(turn, match, null)
  const pass = (user: unknown) =>
    user instanceof Refusal ? turn.refuse(user.failure) : bind(turn, match, user)
  attempt(() => credentials(turn.incoming) ?? null, pass, turn)
}

function bind(turn: Turn, { target, parameters }: Match<Route>, user: unknown): void {
  const { binder } = target.operation
  const binding = binder.bindParameters(turn.incoming, target.names, parameters)
  binding.input.user = user
  const pass = (failure: Failure | undefined) =>
    failure === undefined ? handle(turn, target.operation, binding.input) : turn.refuse(failure)
  const upload = binder.bindUpload?.(binding, (failure) => turn.refuse(failure))
  if (upload !== undefined) return void attempt(() => upload, pass, turn)
  const bindBody = (bytes: Uint8Array) => attempt(() => binder.bindBody(binding, bytes), pass, turn)
  if (binder.bodyLimit === undefined) return void bindBody(EMPTY)
  turn.incoming.readBody(binder.bodyLimit, (body) => {
    if (body instanceof Uint8Array) bindBody(body)
    else if (body === 'too-large') turn.refuse(FAILURES.tooLarge)
    // Nobody reads the answer to a client that has gone; whoever observes the requests is told of this one too.
    else turn.refuse(body === 'aborted' ? FAILURES.unreadable : body)
  })
}

function handle(turn: Turn, { handler, answers }: CompiledOperation, input: BoundInput): void {
  attempt(
    () => handler(input),
    (returned) => turn.answer(answers.answer(returned, turn.incoming)),
    turn,
  )
}

const EMPTY = new Uint8Array()
