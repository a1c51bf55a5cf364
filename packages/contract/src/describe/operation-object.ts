import {
  type Field,
  fieldOf,
  fieldSchema,
  hasDefault,
  isShown,
  type JsonSchema,
  kindOf,
  parameterSchema,
  partSchema,
  shownDefault,
} from '@postern/model'
import type { Body } from '../route/body.ts'
import {
  declaredAt,
  fieldsOf,
  isKindLike,
  isModel,
  type Place,
  parametersAt,
  takesEveryValue,
} from '../route/fields.ts'
import { filesMemberOf, wireFieldsOf } from '../route/file-fields.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import type { Components } from './components.ts'
import { defined } from './defined.ts'
import type { ErrorSchemas } from './error-schemas.ts'
import { describeExamples } from './named-examples.ts'
import { describeAnswers } from './responses-object.ts'
import { securityRequirements } from './security-schemes.ts'

/** What describing an operation needs beside it. */
export interface OperationTerms {
  readonly operationId: string
  /** Its name, from which the document makes words. */
  readonly name: string
  readonly components: Components
  readonly errors: ErrorSchemas
}

/**
 * Returns the Operation Object of an operation (OpenAPI 3.1 §4.8.10), including the responses that follow from its
 * declaration.
 */
export function describeOperation(operation: Operation, terms: OperationTerms): JsonSchema {
  const { declaration } = operation
  const parameters = describeParameters(declaration, terms)
  const requestBody = describeBody(declaration, terms)
  const security = declaration.security && securityRequirements(declaration.security)
  return defined({
    tags: declaration.tags,
    summary: declaration.summary ?? wordsOf(terms.name),
    description: declaration.description,
    operationId: terms.operationId,
    deprecated: declaration.deprecated,
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody,
    responses: describeAnswers(operation, terms),
    security,
  })
}

/** `createPost` → `Create Post`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_]+/)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

function describeParameters(declaration: Declaration, terms: OperationTerms): JsonSchema[] {
  const places: readonly Place[] = ['path', 'query', 'header', 'cookie']
  return places.flatMap((place) =>
    parametersAt(place, declaration)
      .filter(isShown)
      .map((field) => describeParameter(place, field, { declaration, ...terms })),
  )
}

function describeParameter(
  place: Place,
  field: Field,
  { components, declaration }: OperationTerms & { readonly declaration: Declaration },
): JsonSchema {
  const { description, deprecated } = field.kind.options
  // FastAPI titles a header of a model after its field, and any other header after its own name.
  const isOfModel = isModel(declaredAt(place, declaration))
  const titled = isOfModel ? fieldOf(field.name, field.kind) : field
  return defined({
    name: field.wireName,
    in: place,
    description,
    required: field.required,
    deprecated,
    schema: parameterSchema(titled, components.input),
  })
}

// Generated clients and Swagger UI send the first one: for a form, the only one that FastAPI's document names.
const MEDIA_TYPES: Readonly<Record<Body['binding'], readonly string[]>> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  multipart: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  'json-or-form': ['application/json', 'application/x-www-form-urlencoded'],
  raw: ['application/octet-stream'],
  stream: ['application/octet-stream'],
}

/** A form with a file can only be sent as multipart. */
function mediaTypesOf({ binding, declared }: Body): readonly string[] {
  const types = MEDIA_TYPES[binding]
  if (binding !== 'multipart' || declared === undefined) return types
  const hasFile = fieldsOf(declared).some((field) => filesMemberOf(field) !== undefined)
  return hasFile ? types.slice(1) : types
}

function describeBody({ body, operationId }: Declaration, terms: OperationTerms): JsonSchema | undefined {
  if (body === undefined) return undefined
  const { schema, required } = bodySchema(body, bodyTitle(operationId, terms.name), terms)
  const examples = describeExamples(body.examples, body.declared)
  const describeAs = (mediaType: string) => {
    const encoding = FORM_TYPES.has(mediaType) ? describeEncoding(body) : undefined
    return defined({ schema, encoding, ...examples })
  }
  const content = Object.fromEntries(mediaTypesOf(body).map((type) => [type, describeAs(type)]))
  return defined({ content, required: required || undefined })
}

const FORM_TYPES = new Set(MEDIA_TYPES.multipart)

/**
 * Returns the `encoding` of a form's Media Type Object (OpenAPI 3.1 §4.8.15): the types that its files may have, and for
 * a list that each value has the name. This is the default, but Swagger UI joins the values where it is not written.
 * Undefined if there is nothing to say.
 */
function describeEncoding({ declared }: Body): JsonSchema | undefined {
  if (declared === undefined) return undefined
  const members = fieldsOf(declared).filter(isShown).flatMap(encodingsOf)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function encodingsOf(field: Field): readonly (readonly [string, JsonSchema])[] {
  const files = filesMemberOf(field)?.fields
  if (files === undefined)
    return takesEveryValue(field.kind) ? [[field.wireName, { style: 'form', explode: true }]] : []
  return files.flatMap(({ wireName, kind: { limits } }) =>
    limits.types === undefined ? [] : [[wireName, { contentType: limits.types.join(', ') }] as const],
  )
}

/** Returns the title of a body's members. From a declared operationId it is made as in FastAPI. */
function bodyTitle(operationId: string | undefined, name: string): string {
  return operationId === undefined ? `${wordsOf(name).replaceAll(' ', '')}Body` : `Body_${operationId}`
}

function bodySchema(
  { declared }: Body,
  title: string,
  { components }: OperationTerms,
): { schema: JsonSchema; required: boolean } {
  if (declared === undefined) return { schema: {}, required: false }
  if (isKindLike(declared)) {
    const kind = kindOf(declared)
    const schema = { ...partSchema(kind, components.input), ...shownDefault(fieldOf('body', kind)) }
    return { schema, required: !hasDefault(kind) }
  }
  const fields = wireFieldsOf(declared)
  const required = fields.filter((field) => field.required)
  const shown = fields.filter(isShown)
  const shownRequired = required.filter(isShown).map(({ wireName }) => wireName)
  const name = title.replace(/[^\w.-]/g, '_')
  const schema = components.input.define({ name }, () =>
    defined({
      properties: Object.fromEntries(
        shown.map((field) => [field.wireName, fieldSchema(field, components.input)]),
      ),
      type: 'object',
      required: shownRequired.length > 0 ? shownRequired : undefined,
      title,
    }),
  )
  return { schema, required: required.length > 0 }
}
