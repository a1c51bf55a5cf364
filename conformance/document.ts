import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applicationOf } from './applications/application.ts'
import { type Replay, replayOf } from './replay.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Compares a recorded OpenAPI document with the one generated for the same application. It compares the meaning of each
 * operation: parameters, bodies and responses, with every `$ref` followed. It does not compare:
 * - operationId, summary and the title of a whole body: they are made of Python's names, which a contract does not have
 * - a model's own title: it is the name of the class
 * - what ours adds: 400, 408, 413 and 500, which the reference does not mention; a raw body; the additional kind of
 *   form that a binding accepts
 * - responses for which the reference declares no model
 */
export function replayDocument(file: string): Replay {
  const variant = basename(file, '.json')
  const recorded = operationsOf(JSON.parse(readFileSync(file, 'utf8')) as Json)
  const generated = operationsOf(applicationOf(variant).document)
  const misses: string[] = []
  let passed = 0
  for (const [name, part, expected] of partsOf(recorded)) {
    const got = generated.get(name)?.[part]
    if (isHeld(expected, got)) passed++
    else
      misses.push(`${variant} ${name} ${part}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`)
  }
  return replayOf(passed + misses.length, misses)
}

function partsOf(operations: ReadonlyMap<string, Json>): [string, string, unknown][] {
  const parts = [...operations].flatMap(([name, operation]) =>
    Object.entries(operation).map(([part, meaning]): [string, string, unknown] => [name, part, meaning]),
  )
  return parts.filter(([, , meaning]) => meaning !== undefined)
}

/** Whether everything recorded is present; for a body or a response, each media type that has a model. */
function isHeld(expected: unknown, got: unknown): boolean {
  if (!isContent(expected) || !isContent(got)) return isDeepStrictEqual(got, expected)
  const declared = Object.entries(expected.content).filter(([, schema]) => !isUndeclared(schema))
  return (
    got.required === expected.required &&
    declared.every(([mediaType, schema]) => isDeepStrictEqual(got.content[mediaType], schema))
  )
}

interface Content {
  readonly content: Json
  readonly required: boolean
}

function isContent(part: unknown): part is Content {
  return typeof part === 'object' && part !== null && 'content' in part
}

function isUndeclared(schema: unknown): boolean {
  return Object.keys(schema as Json).every((keyword) => keyword === 'title')
}

/** Returns the meaning of every operation by `METHOD path`: its parameters, its body, and each recorded response. */
function operationsOf(document: Json): ReadonlyMap<string, Json> {
  const schemas = ((document['components'] as Json)['schemas'] ?? {}) as Json
  const operations = new Map<string, Json>()
  for (const [path, item] of Object.entries(document['paths'] as Readonly<Record<string, Json>>)) {
    for (const [method, operation] of Object.entries(item)) {
      operations.set(`${method.toUpperCase()} ${path}`, meaningOf(operation as Json, schemas))
    }
  }
  return operations
}

function meaningOf(operation: Json, schemas: Json): Json {
  const parameters = ((operation['parameters'] ?? []) as Json[]).map((parameter) =>
    resolve(parameter, schemas),
  )
  const body = operation['requestBody'] as Json | undefined
  const answers = Object.entries(operation['responses'] as Readonly<Record<string, Json>>)
  return {
    parameters,
    body: body && contentOf(body, schemas),
    ...Object.fromEntries(
      answers.map(([status, answer]) => [`answer ${status}`, contentOf(answer, schemas)]),
    ),
  }
}

function contentOf(holder: Json, schemas: Json): Content {
  const content = Object.entries((holder['content'] ?? {}) as Readonly<Record<string, { schema: Json }>>)
  const untitled = content.map(([mediaType, { schema }]) => {
    const { title: _, ...meaning } = resolve(schema, schemas) as Json
    return [mediaType, meaning]
  })
  return { content: Object.fromEntries(untitled), required: holder['required'] === true }
}

/** Returns the value with every `$ref` replaced by its target, without the title of that model. */
function resolve(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as Json
  if (typeof $ref === 'string') {
    const { title: _, ...model } = schemas[$ref.replace('#/components/schemas/', '')] as Json
    return { ...(resolve(model, schemas) as Json), ...rest }
  }
  return Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, resolve(member, schemas)]))
}
