import { HIDDEN, type JsonSchema, kindOf } from '@postern/model'
import type { CustomDialect, ErrorDialect, ErrorInput } from '../error-dialect.ts'
import { isKindLike } from '../route/fields.ts'
import type { Components } from './components.ts'

/** The media types of a failure, each with its schema: a Content (OpenAPI 3.1 §4.8.14). */
export type ErrorContent = Readonly<Record<string, { readonly schema: JsonSchema }>>

/** What a document says about failures in one dialect. */
export interface ErrorSchemas {
  /** For a 422: the list of issues. */
  readonly validation: ErrorContent
  /** For every other failure except a crash. */
  readonly failure: ErrorContent
  /** For a 500, which contains no details. */
  readonly crash: ErrorContent
  readonly components: Readonly<Record<string, JsonSchema>>
}

/** What describing failures needs beside their dialect. */
export interface ErrorSchemasTerms {
  readonly errorInput: ErrorInput
  readonly components: Components
}

/** Returns the schemas of failures in `dialect` (spec §7; RFC 9457 §3). */
export function errorSchemas(
  dialect: ErrorDialect,
  { errorInput, components }: ErrorSchemasTerms,
): ErrorSchemas {
  if (typeof dialect === 'object') return customSchemas(dialect, components)
  const validationError = describeIssue(errorInput)
  if (dialect === 'fastapi') return detailSchemas(validationError)
  if (dialect === 'problem') return problemSchemas(validationError)
  return either(detailSchemas(validationError), problemSchemas(validationError))
}

function describeIssue(errorInput: ErrorInput): JsonSchema {
  return {
    properties: {
      loc: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, type: 'array', title: 'Location' },
      msg: { type: 'string', title: 'Message' },
      type: { type: 'string', title: 'Error Type' },
      ...INPUT_PROPERTY[errorInput],
      ctx: { type: 'object', title: 'Context' },
    },
    type: 'object',
    required: ['loc', 'msg', 'type'],
    title: 'ValidationError',
  }
}

const INPUT_PROPERTY: Readonly<Record<ErrorInput, JsonSchema>> = {
  full: { input: { title: 'Input' } },
  redacted: { input: { const: HIDDEN, type: 'string', title: 'Input' } },
  none: {},
}

const ISSUE_LIST = { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array' }

function detailSchemas(validationError: JsonSchema): ErrorSchemas {
  return {
    validation: { 'application/json': { schema: component('HTTPValidationError') } },
    failure: { 'application/json': { schema: component('HTTPError') } },
    crash: { 'text/plain': { schema: { const: 'Internal Server Error', type: 'string' } } },
    components: {
      HTTPError: {
        properties: { detail: { title: 'Detail' } },
        type: 'object',
        required: ['detail'],
        title: 'HTTPError',
      },
      HTTPValidationError: {
        properties: { detail: { ...ISSUE_LIST, title: 'Detail' } },
        type: 'object',
        title: 'HTTPValidationError',
      },
      ValidationError: validationError,
    },
  }
}

function problemSchemas(validationError: JsonSchema): ErrorSchemas {
  const problem = { 'application/problem+json': { schema: component('Problem') } }
  return {
    validation: { 'application/problem+json': { schema: component('ValidationProblem') } },
    failure: problem,
    crash: problem,
    components: {
      Problem: {
        // Details of a failure that are not a string go into the extension (RFC 9457 §3.2).
        properties: { ...PROBLEM_PROPERTIES, errors: { items: {}, type: 'array', title: 'Errors' } },
        type: 'object',
        required: ['title', 'status'],
        title: 'Problem',
      },
      ValidationProblem: {
        properties: { ...PROBLEM_PROPERTIES, errors: { ...ISSUE_LIST, title: 'Errors' } },
        type: 'object',
        required: ['title', 'status', 'errors'],
        title: 'ValidationProblem',
      },
      ValidationError: validationError,
    },
  }
}

const PROBLEM_PROPERTIES = {
  type: { type: 'string', format: 'uri-reference', title: 'Type' },
  title: { type: 'string', title: 'Title' },
  status: { type: 'integer', title: 'Status' },
  detail: { type: 'string', title: 'Detail' },
}

function either(one: ErrorSchemas, other: ErrorSchemas): ErrorSchemas {
  return {
    validation: { ...one.validation, ...other.validation },
    failure: { ...one.failure, ...other.failure },
    crash: { ...one.crash, ...other.crash },
    components: { ...one.components, ...other.components },
  }
}

/** A JSON Schema becomes a component named by its title, or `Error`. A model is a component already. */
function customSchemas(
  { schema, mediaType = 'application/json' }: CustomDialect,
  components: Components,
): ErrorSchemas {
  if (isKindLike(schema))
    return schemasOfAll({ [mediaType]: { schema: kindOf(schema).describe(components.output) } }, {})
  const name = typeof schema.title === 'string' ? schema.title : 'Error'
  return schemasOfAll({ [mediaType]: { schema: component(name) } }, { [name]: schema })
}

/** For dialects that write every failure alike. */
function schemasOfAll(content: ErrorContent, components: ErrorSchemas['components']): ErrorSchemas {
  return { validation: content, failure: content, crash: content, components }
}

function component(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
