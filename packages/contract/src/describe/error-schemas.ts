import type { JsonSchema } from '@postern/model'

/** How failures are written: FastAPI's `{"detail": …}`, or problem details (RFC 9457). */
export type ErrorDialect = 'fastapi' | 'problem'

/** What a document says of failures in one dialect. */
export interface ErrorSchemas {
  readonly mediaType: string
  /** Of a 422: the list of issues. */
  readonly validation: JsonSchema
  /** Of every other failure. */
  readonly failure: JsonSchema
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
    components: {
      Problem: {
        properties: problemProperties,
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
