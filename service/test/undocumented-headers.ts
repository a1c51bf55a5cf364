import type { JsonSchema } from '@postern/model'
import { describedOperation } from './described-operation.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** Returns the response headers that the document does not list, if it has the operation and the status. */
export function undocumentedHeaders(
  document: JsonSchema,
  request: WireRequest,
  { status, headers }: WireAnswer,
): readonly string[] {
  const answer = Object(describedOperation(document, request)?.['responses'])[status]
  if (answer === undefined) return []
  const documented = Object.keys(Object(answer.headers)).map((name) => name.toLowerCase())
  return Object.keys(headers).filter((name) => !documented.includes(name) && !ofAnyAnswer.test(name))
}

/** Headers that the protocol, the policy or the log adds to responses of any operation. */
const ofAnyAnswer =
  /^(?:date|connection|keep-alive|transfer-encoding|content-.*|cache-control|vary|access-control-.*|x-request-id)$/
