import type { JsonSchema } from '@postern/model'
import { schemaProblems } from '../src/trials/schema-problems.ts'
import { describedOperation } from './described-operation.ts'
import type { WireAnswer, WireRequest } from './wire.ts'

/** How an answer differs from what the document tells of its operation, where it has one: status, media type, body. */
export function untoldAnswer(
  document: JsonSchema,
  request: WireRequest,
  { status, headers, body }: WireAnswer,
): readonly string[] {
  const operation = describedOperation(document, request)
  if (operation === undefined) return []
  const answer = Object(operation['responses'])[status]
  if (answer === undefined) return [`the document has no answer ${status}`]
  if (request.method === 'HEAD') return []
  if (answer.content === undefined) return body === '' ? [] : [`the document has no body for ${status}`]
  const mediaType = headers['content-type']?.split(';')[0]
  const content = answer.content[mediaType ?? '']
  if (content === undefined) return [`the document has no ${mediaType ?? 'empty body'} for ${status}`]
  const value: unknown = mediaType?.endsWith('json') ? JSON.parse(body) : body
  return schemaProblems(content.schema, value, { document })
}
