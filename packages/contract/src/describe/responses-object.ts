import { type Description, type JsonSchema, type KindLike, kindOf, partSchema } from '@postern/model'
import { isTextType } from '../route/media-type.ts'
import { type Declaration, isRedirect, type Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { BODILESS, REASONS, REASONS_BELOW_400 } from '../status.ts'
import type { Components } from './components.ts'
import type { ErrorContent, ErrorSchemas } from './error-schemas.ts'
import { impliedFailures } from './implied-failures.ts'
import { describeExamples } from './named-examples.ts'
import { responseHeadersOf } from './response-headers.ts'
import { streamContent } from './stream-content.ts'

/** What describing responses needs beside the operation. */
export interface AnswersTerms {
  readonly components: Components
  readonly errors: ErrorSchemas
}

/**
 * Returns the Responses Object of an operation (OpenAPI 3.1 §4.8.16): what was declared, and what follows from the
 * declaration.
 */
export function describeAnswers(operation: Operation, terms: AnswersTerms): JsonSchema {
  const { declaration } = operation
  const answers = new Map<number, JsonSchema>(impliedAnswers(operation, terms.errors))
  answers.set(declaration.status ?? 200, describeSuccess(declaration, terms))
  for (const [status, declared] of byStatus(declaration.responses ?? {})) {
    answers.set(status, describeDeclared(status, declared, terms.components.answersOf(declaration)))
  }
  for (const [status, declared] of byStatus(declaration.errors ?? {})) {
    answers.set(status, either(describeFailure(status, declared, terms), answers.get(status)))
  }
  return Object.fromEntries(
    [...answers].map(([status, answer]) => [
      String(status),
      { ...answer, ...describeHeaders(responseHeadersOf(operation, status)) },
    ]),
  )
}

function byStatus<Declared>(declared: Readonly<Record<string, Declared>>): [number, Declared][] {
  return Object.entries(declared).map(([status, answer]) => [Number(status), answer])
}

/** Combines what is declared for a status with what is implied: a request may get either. */
function either(declared: JsonSchema, implied: JsonSchema | undefined): JsonSchema {
  if (implied === undefined) return declared
  const media: Record<string, JsonSchema> = { ...Object(implied.content), ...Object(declared.content) }
  for (const [mediaType, { schema }] of Object.entries<JsonSchema>(Object(implied.content))) {
    const own = media[mediaType]?.schema
    if (JSON.stringify(own) === JSON.stringify(schema)) continue
    media[mediaType] = { schema: { anyOf: [own, schema] } }
  }
  return { ...declared, content: media }
}

function describeSuccess(declaration: Declaration, { components }: AnswersTerms): JsonSchema {
  const { response, mediaType, responseExamples, status = 200 } = declaration
  const answers = components.answersOf(declaration)
  const success = { description: declaration.responseDescription ?? SUCCESS }
  if (isStream(response)) {
    return { ...success, content: streamContent(response, { examples: responseExamples, answers }) }
  }
  if (BODILESS.has(status)) return success
  if (response === undefined && mediaType === undefined && isRedirect(status)) return success
  const examples = describeExamples(responseExamples, response)
  if (response === undefined) {
    return { ...success, content: { [mediaType ?? JSON_TYPE]: { schema: schemaOf(mediaType), ...examples } } }
  }
  const schema = partSchema(kindOf(response), answers)
  const raw = mediaType === undefined ? {} : { [mediaType]: { schema: schemaOf(mediaType) } }
  return { ...success, content: { [JSON_TYPE]: { schema, ...examples }, ...raw } }
}

/**
 * Returns the schema for a response without a model: a string, or anything. Without a media type the response is null,
 * or what a raw reply makes of it.
 */
function schemaOf(mediaType: string | undefined): JsonSchema {
  return mediaType !== undefined && isTextType(mediaType) ? { type: 'string' } : {}
}

function describeHeaders(headers: Readonly<Record<string, string>>): JsonSchema {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return described.length > 0 ? { headers: Object.fromEntries(described) } : {}
}

function describeDeclared(status: number, declared: string | KindLike, answers: Description): JsonSchema {
  if (typeof declared === 'string') return { description: declared }
  const kind = kindOf(declared)
  return {
    description: kind.options.description ?? wordsOf(status),
    content: { [JSON_TYPE]: { schema: partSchema(kind, answers) } },
  }
}

const SUCCESS = 'Successful Response'
const JSON_TYPE = 'application/json'

/** Returns the description of a response that is declared beside the success, and without a description of its own. */
function wordsOf(status: number): string {
  return REASONS_BELOW_400[status] ?? REASONS[status] ?? 'Additional Response'
}

function describeFailure(status: number, declared: string | KindLike, terms: AnswersTerms): JsonSchema {
  if (typeof declared !== 'string') return describeDeclared(status, declared, terms.components.output)
  return { description: declared, content: terms.errors.failure }
}

function impliedAnswers(operation: Operation, errors: ErrorSchemas): [number, JsonSchema][] {
  const contents: Readonly<Record<number, ErrorContent>> = { 422: errors.validation, 500: errors.crash }
  return impliedFailures(operation).map(([status, description]) => [
    status,
    { description, content: contents[status] ?? errors.failure },
  ])
}
