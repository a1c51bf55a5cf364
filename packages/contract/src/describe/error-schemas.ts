import type { JsonSchema } from '@postern/model'
import type { ErrorDialect } from '../errors.ts'

/** What a document says of failures in one dialect. */
export interface ErrorSchemas {
  readonly mediaType: string
  /** Of a 422: the list of issues. */
  readonly validation: JsonSchema
  /** Of every other failure but a crash. */
  readonly failure: JsonSchema
  /** Of a 500, which tells nothing. */
  readonly crash: { readonly mediaType: string; readonly schema: JsonSchema }
  readonly components: Readonly<Record<string, JsonSchema>>
}

const issueProperties = {
  loc: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, type: 'array', title: 'Location' },
  msg: { type: 'string', title: 'Message' },
  type: { type: 'string', title: 'Error Type' },
  input: { title: 'Input' },
  ctx: { type: 'object', title: 'Context' },
}

const validationError: JsonSchema = {
  properties: issueProperties,
  type: 'object',
  required: ['loc', 'msg', 'type'],
  title: 'ValidationError',
}

const issueList = { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array' }

const problemProperties = {
  type: { type: 'string', format: 'uri-reference', title: 'Type' },
  title: { type: 'string', title: 'Title' },
  status: { type: 'integer', title: 'Status' },
  detail: { type: 'string', title: 'Detail' },
}

const dialects: Readonly<Record<ErrorDialect, ErrorSchemas>> = {
  fastapi: {
    mediaType: 'application/json',
    validation: { $ref: '#/components/schemas/HTTPValidationError' },
    failure: { $ref: '#/components/schemas/HTTPError' },
    crash: { mediaType: 'text/plain', schema: { const: 'Internal Server Error', type: 'string' } },
    components: {
      HTTPError: {
        properties: { detail: { title: 'Detail' } },
        type: 'object',
        required: ['detail'],
        title: 'HTTPError',
      },
      HTTPValidationError: {
        properties: { detail: { ...issueList, title: 'Detail' } },
        type: 'object',
        title: 'HTTPValidationError',
      },
      ValidationError: validationError,
    },
  },
  problem: {
    mediaType: 'application/problem+json',
    validation: { $ref: '#/components/schemas/ValidationProblem' },
    failure: { $ref: '#/components/schemas/Problem' },
    crash: { mediaType: 'application/problem+json', schema: { $ref: '#/components/schemas/Problem' } },
    components: {
      Problem: {
        // What a failure tells beside a text goes into the extension (RFC 9457 §3.2).
        properties: { ...problemProperties, errors: { items: {}, type: 'array', title: 'Errors' } },
        type: 'object',
        required: ['title', 'status'],
        title: 'Problem',
      },
      ValidationProblem: {
        properties: { ...problemProperties, errors: { ...issueList, title: 'Errors' } },
        type: 'object',
        required: ['title', 'status', 'errors'],
        title: 'ValidationProblem',
      },
      ValidationError: validationError,
    },
  },
}

/** The schemas of failures in `dialect` (spec §7; RFC 9457 §3). */
export function errorSchemas(dialect: ErrorDialect): ErrorSchemas {
  return dialects[dialect]
}
