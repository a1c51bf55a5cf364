import { createConverter, shownGiven } from '@postern/model'
import type { CustomDialect } from '../error-dialect.ts'
import { messageOf } from '../errors.ts'
import { unknownOptions } from '../option-mistakes.ts'
import { isKindLike } from '../route/fields.ts'
import type { DescriptionOptions } from './openapi.ts'

/** Returns what is wrong with the options that a document depends on, each mistake with what to write instead. */
export function reviewOptions(options: DescriptionOptions): string[] {
  const { errors, errorInput, nullable, separateInputOutput, rootPath } = options
  return [
    ...(isDialect(errors) ? reviewDialect(errors) : reviewDialectName(errors)),
    ...reviewChoice('errorInput', errorInput, ['full', 'redacted', 'none']),
    ...reviewChoice('documents.nullable', nullable, ['any-of', 'type-array']),
    ...reviewChoice('documents.separateInputOutput', separateInputOutput, [true, false]),
    ...reviewRootPath(rootPath),
  ]
}

/** Pages append paths to it, and `//` would begin a host (RFC 3986 §4.2). */
function reviewRootPath(rootPath: unknown): string[] {
  if (rootPath === undefined || (typeof rootPath === 'string' && /^(?:\/[^/?#\s]+)*$/.test(rootPath)))
    return []
  return [
    `documents.rootPath is ${shownGiven(rootPath)}; write '' or a path like '/v1', without a slash at its end`,
  ]
}

function reviewDialectName(errors: unknown): string[] {
  const mistakes = reviewChoice('errors', errors, ['fastapi', 'problem', 'negotiated'])
  return mistakes.map((mistake) => `${mistake}, or an errorDialect`)
}

function reviewChoice(option: string, value: unknown, choices: readonly unknown[]): string[] {
  if (value === undefined || choices.includes(value)) return []
  return [`${option} is ${shownGiven(value)}; write one of ${choices.map(written).join(', ')}`]
}

function written(choice: unknown): string {
  return typeof choice === 'string' ? `'${choice}'` : String(choice)
}

function isDialect(errors: DescriptionOptions['errors']): errors is CustomDialect {
  return typeof errors === 'object' && errors !== null
}

/** Untyped code may give anything. */
function reviewDialect(dialect: Readonly<Partial<Record<keyof CustomDialect, unknown>>>): string[] {
  const { render, schema, mediaType = 'application/json' } = dialect
  const mistakes: string[] = []
  if (typeof render !== 'function') mistakes.push('errors has no render; write (failure) => …')
  if (!isJsonType(mediaType)) {
    const instead = "write 'application/json', or one that ends in +json, without parameters"
    mistakes.push(`errors has the mediaType ${shownGiven(mediaType)}, which is not JSON; ${instead}`)
  }
  return [...unknownOptions('errorDialect', dialect, OPTIONS), ...mistakes, ...reviewSchema(schema)]
}

const OPTIONS = { render: true, schema: true, mediaType: true } satisfies Record<keyof CustomDialect, true>

/** RFC 6838 §4.2 and §4.2.8. */
function isJsonType(mediaType: unknown): boolean {
  return typeof mediaType === 'string' && /^application\/(?:json|[a-z\d][\w!#$&^.-]*\+json)$/.test(mediaType)
}

function reviewSchema(schema: unknown): string[] {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null)
    return ['errors has no schema; write the model of what render returns, or a JSON Schema']
  try {
    const declared = schema as CustomDialect['schema']
    if (isKindLike(declared)) createConverter(declared)
    else if (JSON.stringify(declared).includes('"$ref"'))
      return [
        'errors has a schema with a $ref, which cannot be resolved here; write the schema inline, or a model',
      ]
    return []
  } catch (error) {
    return [`errors has a schema that cannot be used: ${messageOf(error)}`]
  }
}
