import type { JsonSchema } from '@postern/model'
import { answerProblems } from '../src/trials/answer-problems.ts'
import { describedOperation } from './described-operation.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** Returns how a response differs from the document's description of its operation, if there is one: status, media type, body. */
export function undocumentedAnswer(
  document: JsonSchema,
  request: WireRequest,
  { status, headers, body }: WireAnswer,
): readonly string[] {
  const operation = describedOperation(document, request)
  if (operation === undefined) return []
  const contentType = headers['content-type']
  const given = { status, contentType, body: request.method === 'HEAD' ? undefined : body }
  return answerProblems(operation, given, document)
}
