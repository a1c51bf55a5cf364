import { type JsonSchema, type KindLike, kindOf } from '@postern/model'
import { type Declaration, isUnsafe, type Operation } from '../route/operation.ts'
import type { Components } from './components.ts'
import type { ErrorSchemas } from './error-schemas.ts'

/** What describing answers needs beside the operation. */
export interface AnswersContext {
  readonly components: Components
  readonly errors: ErrorSchemas
}

/** The Responses Object of an operation (OpenAPI 3.1 §4.8.16): what was declared, and what follows from the declaration. */
export function describeAnswers(operation: Operation, context: AnswersContext): JsonSchema {
  const { declaration } = operation
  const answers = new Map<number, JsonSchema>(impliedAnswers(operation, context.errors))
  answers.set(declaration.status ?? 200, describeSuccess(declaration, context))
  for (const [status, declared] of Object.entries(declaration.responses ?? {})) {
    answers.set(Number(status), describeDeclared(declared, context))
  }
  for (const [status, declared] of Object.entries(declaration.errors ?? {})) {
    answers.set(Number(status), describeFailure(declared, context))
  }
  const sorted = [...answers].sort(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, answer]) => [String(status), answer]))
}

function describeSuccess(
  { response, responseHeaders }: Declaration,
  { components }: AnswersContext,
): JsonSchema {
  const headers = Object.entries(responseHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return {
    description: 'Successful Response',
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(response !== undefined && jsonContent(kindOf(response).describe(components.output))),
  }
}

function describeDeclared(declared: string | KindLike, { components }: AnswersContext): JsonSchema {
  if (typeof declared === 'string') return { description: declared }
  const kind = kindOf(declared)
  return {
    description: kind.options.description ?? kind.name,
    ...jsonContent(kind.describe(components.output)),
  }
}

function describeFailure(declared: string | KindLike, context: AnswersContext): JsonSchema {
  if (typeof declared !== 'string') return describeDeclared(declared, context)
  return failure(declared, context.errors)
}

/** The failures that an operation has without saying so: they follow from what it reads. */
function impliedAnswers({ method, declaration }: Operation, errors: ErrorSchemas): [number, JsonSchema][] {
  const { security, body } = declaration
  const reads = [declaration.params, declaration.query, declaration.headers, declaration.cookies]
  const validates = body?.declared !== undefined || reads.some((declared) => declared !== undefined)
  const cookieWrites = security?.cookie !== undefined && isUnsafe(method)
  const implied: [boolean, number, JsonSchema][] = [
    [security !== undefined, 401, failure('Not authenticated', errors)],
    [cookieWrites, 403, failure('The cookie came from an origin that is not allowed', errors)],
    [body !== undefined, 413, failure('Content Too Large', errors)],
    [validates, 422, content('Validation Error', errors.mediaType, errors.validation)],
  ]
  return implied.filter(([applies]) => applies).map(([, status, answer]) => [status, answer])
}

function failure(description: string, errors: ErrorSchemas): JsonSchema {
  return content(description, errors.mediaType, errors.failure)
}

function content(description: string, mediaType: string, schema: JsonSchema): JsonSchema {
  return { description, content: { [mediaType]: { schema } } }
}

function jsonContent(schema: JsonSchema): JsonSchema {
  return { content: { 'application/json': { schema } } }
}
