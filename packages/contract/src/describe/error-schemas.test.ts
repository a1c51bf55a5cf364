import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, type JsonSchema, Model } from '@postern/model'
import { contract, describeContract, errorDialect, json, routes } from '../index.ts'
import type { DescriptionOptions } from './openapi.ts'

class Zone extends Model({ area: integer() }) {}
class Answer extends Model({ area: integer() }) {}

const { post } = routes()
const declared = contract({
  title: 'T',
  version: '1',
  routes: { measure: post('/zones', { body: json(Zone), response: Answer }) },
})

const detail = {
  properties: { detail: { title: 'Detail' } },
  type: 'object',
  required: ['detail'],
  title: 'HTTPError',
}
// Both as FastAPI 0.142.2 writes them.
const validationDetail = {
  properties: {
    detail: { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array', title: 'Detail' },
  },
  type: 'object',
  title: 'HTTPValidationError',
}
const issue = {
  properties: {
    loc: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, type: 'array', title: 'Location' },
    msg: { type: 'string', title: 'Message' },
    type: { type: 'string', title: 'Error Type' },
    input: { title: 'Input' },
    ctx: { type: 'object', title: 'Context' },
  },
  type: 'object',
  required: ['loc', 'msg', 'type'],
  title: 'ValidationError',
}

// RFC 9457 §3.1.
const members = {
  type: { type: 'string', format: 'uri-reference', title: 'Type' },
  title: { type: 'string', title: 'Title' },
  status: { type: 'integer', title: 'Status' },
  detail: { type: 'string', title: 'Detail' },
}
const problem = {
  properties: { ...members, errors: { items: {}, type: 'array', title: 'Errors' } },
  type: 'object',
  required: ['title', 'status'],
  title: 'Problem',
}
const validationProblem = {
  properties: {
    ...members,
    errors: { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array', title: 'Errors' },
  },
  type: 'object',
  required: ['title', 'status', 'errors'],
  title: 'ValidationProblem',
}

const { ctx, input, ...others } = issue.properties
const redactedInput = { const: '***', type: 'string', title: 'Input' }
const redacted = { ...issue, properties: { ...others, input: redactedInput, ctx } }
const withoutInput = { ...issue, properties: { ...others, ctx } }

const details = { HTTPError: detail, HTTPValidationError: validationDetail }
const problems = { Problem: problem, ValidationProblem: validationProblem }
const own = { type: 'object', properties: { sorry: { type: 'string' } }, required: ['sorry'] }
const sorry = errorDialect({ schema: own, render: ({ title }) => ({ sorry: title }) })
const zone = errorDialect({ schema: areaOf('Zone'), render: ({ status }) => ({ area: status }) })

const rows: readonly [string, DescriptionOptions, Readonly<Record<string, JsonSchema>>][] = [
  ['fastapi', {}, { ...details, ValidationError: issue }],
  ['redacted', { errorInput: 'redacted' }, { ...details, ValidationError: redacted }],
  ['without input', { errorInput: 'none' }, { ...details, ValidationError: withoutInput }],
  ['problem', { errors: 'problem' }, { ...problems, ValidationError: issue }],
  ['negotiated', { errors: 'negotiated' }, { ...details, ...problems, ValidationError: issue }],
  ['a custom schema without a title', { errors: sorry }, { Error: own }],
  ["a custom schema that is also a model's", { errors: zone }, {}],
]

for (const [title, options, expected] of rows) {
  test(`§7 the document has the schemas of failures, sorted by name among those of models: ${title}`, () => {
    const { components }: JsonSchema = describeContract(declared, options)
    const { schemas }: { schemas: Readonly<Record<string, JsonSchema>> } = Object(components)
    assert.deepEqual(schemas, { Answer: areaOf('Answer'), ...expected, Zone: areaOf('Zone') })
    assert.deepEqual(Object.keys(schemas), Object.keys(schemas).sort())
  })
}

function areaOf(title: string): JsonSchema {
  const properties = { area: { type: 'integer', title: 'Area' } }
  return { type: 'object', properties, required: ['area'], title }
}
