import { DeclarationError } from '@postern/model'
import { compileBinder } from './bind/binder.ts'
import { type Authenticate, compileCredentials } from './bind/credentials.ts'
import type { CompiledOperation, Route } from './compiled-operation.ts'
import type { Operations } from './contract.ts'
import type { Policy } from './cors/policy.ts'
import { ContractError, type ErrorHandler, messageOf } from './errors.ts'
import { compileAnswers } from './reply/answers.ts'
import { createDropReport, type DropNotice } from './reply/drop-report.ts'
import type { MishapReport } from './reply/mishap.ts'
import { compileModelWriter } from './reply/model-writer.ts'
import { openReplies, openStreams } from './reply/stream-handler.ts'
import type { GivenFunctions } from './review/given-functions.ts'
import { reviewOperations } from './review/operations.ts'
import type { Operation } from './route/operation.ts'
import { parsePath } from './route/path.ts'
import { isStream } from './route/stream.ts'
import { compileTable, type Entry, type Table } from './route/table.ts'
import type { ErrorNotice } from './turn.ts'

/** What implements the operations. */
export interface Implementation {
  readonly handlers: GivenFunctions
  readonly authenticate: Authenticate<unknown> | undefined
  readonly guards: GivenFunctions
  readonly policy: Policy
  readonly bodyLimit: number
  readonly strict: boolean
  readonly errorHandler: ErrorHandler | undefined
  /** Receives streams that broke off. Never throws. */
  readonly onError: ((notice: ErrorNotice) => void) | undefined
  readonly onDrop: ((notice: DropNotice) => void) | undefined
  /** The mistakes found so far. */
  readonly mistakes: readonly string[]
}

/** Compiles every operation and the table that finds it. Throws a ContractError that lists every mistake. */
export function compileContract(operations: Operations, implementation: Implementation): Table<Route> {
  const found = reviewOperations(operations, implementation)
  const entries: Entry<Route>[] = []
  for (const [name, operation] of Object.entries(operations)) {
    try {
      entries.push(...routesTo(compileOperation(name, operation, implementation), operation))
    } catch (error) {
      if (!isReported(error, found)) found.push(`${name}: ${messageOf(error)}`)
    }
  }
  // A mistake that the document shows too is reported once.
  const before = implementation.mistakes.filter((mistake) => !found.some((other) => other.includes(mistake)))
  const mistakes = [...before, ...found]
  if (mistakes.length > 0) throw new ContractError(mistakes)
  return compileTable(entries)
}

/** Whether the review has found all that a kind reports when it is compiled, and has named its place. */
function isReported(error: unknown, found: readonly string[]): boolean {
  const mistakes = error instanceof DeclarationError ? error.mistakes : []
  return (
    mistakes.length > 0 && mistakes.every((mistake) => found.some((other) => other.endsWith(`: ${mistake}`)))
  )
}

function routesTo(operation: CompiledOperation, { method, path, aliases }: Operation): Entry<Route>[] {
  return [path, ...aliases].flatMap((declared) => {
    const parsed = parsePath(declared)
    return parsed.ok ? [{ method, pattern: parsed.pattern, target: { operation, names: parsed.names } }] : []
  })
}

function compileOperation(
  name: string,
  { declaration }: Operation,
  implementation: Implementation,
): CompiledOperation {
  const { handlers, authenticate, guards, policy, bodyLimit, strict, errorHandler, onError, onDrop } =
    implementation
  const { security, response, status = 200 } = declaration
  const reportDrop = onDrop && createDropReport(name, onDrop)
  const report: MishapReport | undefined =
    onError && ((mishap, incoming) => onError({ ...mishap, incoming, operation: name }))
  const handler = handlers.own[name] as CompiledOperation['handler']
  const guard = Object.hasOwn(guards.own, name) ? (guards.own[name] as typeof handler) : undefined
  const streamed = isStream(response) && {
    stream: response,
    status,
    write: compileModelWriter(response.item, { reportDrop, exclusions: declaration }),
    report,
  }
  return {
    name,
    credentials:
      security === undefined || authenticate === undefined
        ? undefined
        : compileCredentials(security, { authenticate, policy }),
    binder: compileBinder(declaration, { bodyLimit, strict }),
    guard: guard && streamed ? openReplies(guard, streamed) : guard,
    handler: streamed ? openStreams(handler, streamed) : handler,
    answers: compileAnswers(declaration, { reportDrop, report, errorHandler }),
  }
}
