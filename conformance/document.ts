import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { applicationOf } from './applications/application.ts'
import { type Replay, replayOf } from './replay.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * Compares a recorded OpenAPI document with the one generated for the same application, operation by operation,
 * in meaning: parameters, bodies and answers with every `$ref` followed. Not compared, with the reason:
 * operationId, summary and a whole body's title (made of Python's names, which a contract does not have), a model's
 * own title (its class' name), what ours adds (400, 408, 413 and 500, of which the reference does not tell; a raw body;
 * the further kind of form that a binding takes), answers for which the reference declares no model.
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

/** Whether everything that is recorded is there: of a body or an answer, each of its media types with a model. */
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

/** Every operation's meaning under `METHOD path`: its parameters, its body, and each answer that is recorded. */
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

/** The value with every `$ref` replaced by what it refers to, without that model's own title. */
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
