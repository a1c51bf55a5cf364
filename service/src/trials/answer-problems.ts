import type { JsonSchema } from '@postern/model'
import { schemaProblems } from './schema-problems.ts'

/** A response as received. */
export interface GivenAnswer {
  readonly status: number
  readonly contentType: string | undefined
  /** Undefined where none is expected, as for HEAD. */
  readonly body: string | undefined
}

/** Lists how a response differs from the Operation Object that describes it: status, media type, body. */
export function answerProblems(
  operation: JsonSchema,
  { status, contentType, body }: GivenAnswer,
  document: JsonSchema,
): string[] {
  const described = Object(operation['responses'])[status]
  if (described === undefined) return [`the document has no response ${status}`]
  if (body === undefined) return []
  const { content } = described
  if (content === undefined) return body === '' ? [] : [`the document has no body for ${status}`]
  const mediaType = contentType?.split(';')[0]
  const media = content[mediaType ?? '']
  if (media === undefined) return [`the document has no ${mediaType ?? 'empty body'} for ${status}`]
  const value: unknown = /[/+]json$/.test(mediaType ?? '') ? JSON.parse(body) : body
  return schemaProblems(media.schema, value, { document })
}
