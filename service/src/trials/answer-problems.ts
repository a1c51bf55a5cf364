import type { Api, Operation } from '@postern/contract'
import { schemaProblems } from './schema-problems.ts'

/** How an answer differs from what the served document says of its operation: status, media type, body. */
export async function answerProblems(
  { method, path }: Operation,
  answer: Response,
  api: Api,
): Promise<string[]> {
  const { document } = api
  const described = member(document, [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(answer.status),
  ])
  if (described === undefined) return [`the document has no answer ${answer.status}`]
  const text = await answer.text()
  const mediaType = answer.headers.get('content-type')?.split(';')[0]
  const content = member(described, ['content'])
  if (content === undefined) return text === '' ? [] : [`the document has no body for ${answer.status}`]
  const schema = member(content, [mediaType ?? '', 'schema'])
  if (schema === undefined) return [`the document has no ${mediaType ?? 'empty body'} for ${answer.status}`]
  const value: unknown = mediaType === 'application/json' ? JSON.parse(text) : text
  return schemaProblems(Object(schema), value, { document })
}

function member(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((found, name) => Object(found)[name], value)
}
