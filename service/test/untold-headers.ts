import type { JsonSchema } from '@postern/model'
import { describedOperation } from './described-operation.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The headers of an answer that the document does not tell of, where it has an operation and a status for it. */
export function untoldHeaders(
  document: JsonSchema,
  request: WireRequest,
  { status, headers }: WireAnswer,
): readonly string[] {
  const answer = Object(describedOperation(document, request)?.['responses'])[status]
  if (answer === undefined) return []
  const told = Object.keys(Object(answer.headers)).map((name) => name.toLowerCase())
  return Object.keys(headers).filter((name) => !told.includes(name) && !ofAnyAnswer.test(name))
}

/** What the protocol, the policy or the log puts on answers, whatever their operation. */
const ofAnyAnswer =
  /^(?:date|connection|keep-alive|transfer-encoding|content-.*|cache-control|vary|access-control-.*|x-request-id)$/
