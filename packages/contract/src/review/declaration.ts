import {
  type Kind,
  type KindLike,
  kindOf,
  misplacedOptions,
  mistakesOf,
  shownGiven,
  takesText,
} from '@postern/model'
import { mistakenOptions, type OptionType } from '../option-mistakes.ts'
import type { Body, ModelBodyOptions } from '../route/body.ts'
import { fieldsOf, isKindLike, isModel } from '../route/fields.ts'
import { holdsFiles } from '../route/file-fields.ts'
import { type Declaration, isUnsafe, type Method, type Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { reviewAnswers } from './answers.ts'
import { reviewFiles } from './files.ts'
import { reviewNames, reviewRepeats } from './names.ts'
import { reviewSecurity } from './security.ts'

/** Returns every mistake in the declaration of an operation, except in its path, each with what to write instead. */
export function reviewDeclaration({ method, declaration }: Operation): string[] {
  const { body, security } = declaration
  return [
    ...mistakenOptions('a declaration', declaration, PARTS),
    ...reviewTags(declaration),
    ...(method === 'GET' && body !== undefined ? ['a GET has no body; use query, or another method'] : []),
    ...(body === undefined ? [] : reviewBody(body)),
    ...reviewAnswers(declaration),
    ...reviewConcurrency(method, declaration),
    ...reviewNames(declaration),
    ...reviewRepeats(declaration),
    ...reviewTexts(declaration),
    ...reviewOptions(declaration),
    ...reviewFiles(declaration),
    ...(security === undefined ? [] : reviewSecurity(security)),
  ]
}

function reviewTags({ tags = [] }: Declaration): string[] {
  const isList = Array.isArray(tags)
  if (isList && tags.every((tag) => typeof tag === 'string')) return []
  const given = isList
    ? `a list with ${tags.filter((tag) => typeof tag !== 'string').map(shownGiven)}`
    : shownGiven(tags)
  return [`tags is ${given}; write a list of strings, such as ['posts']`]
}

function reviewConcurrency(method: Method, { concurrency, headers }: Declaration): string[] {
  if (concurrency === undefined) return []
  return [
    ...(['etag', 'required'].includes(concurrency)
      ? []
      : [`concurrency is ${shownGiven(concurrency)}; write 'etag' or 'required'`]),
    ...(concurrency === 'required' && !isUnsafe(method)
      ? ["a GET changes nothing; write concurrency: 'etag'"]
      : []),
    ...(headers !== undefined && isKindLike(headers)
      ? [
          `concurrency adds headers, so the others must be declared one by one; write headers: ${kindOf(headers).name}.fields`,
        ]
      : []),
  ]
}

function reviewBody({ binding, declared, ...options }: Body): string[] {
  const { limit, fieldsSet } = options
  return [
    ...mistakenOptions(`a body of ${binding}`, options, BODY_OPTIONS),
    ...(limit === undefined || isLimit(limit) ? [] : [limitMistake('limit', limit)]),
    ...(fieldsSet !== true || isKindLike(declared ?? {}) || (binding === 'json' && declared !== undefined)
      ? []
      : ['fieldsSet lists the fields of a model; declare the body as a model, or remove the option']),
  ]
}

const BODY_OPTIONS = { limit: true, examples: 'object', fieldsSet: 'boolean' } satisfies Record<
  keyof ModelBodyOptions,
  OptionType
>

/** Reports parameters and form members that no string can be, so that no request could give them. */
function reviewTexts({ params, query, headers, cookies, body }: Declaration): string[] {
  const form = body?.binding === 'form' || body?.binding === 'multipart' ? body.declared : undefined
  const places = { params, query, headers, cookies, body: form }
  return [...membersOf(places), ...neededOf(places)]
    .filter(({ place, kind }) => !takesText(kindOf(kind), place === 'params') && !holdsFiles(kindOf(kind)))
    .map(
      ({ place, name, kind }) =>
        `${place}.${name} ${isModel(kind) ? modelMistake(kind, place, body) : textMistake(kindOf(kind))}`,
    )
}

/** Reports what kinds report of themselves and, where declared one by one, what a model reports of its fields. */
function reviewOptions({ params, query, headers, cookies, body, ...answers }: Declaration): string[] {
  const { response, responses, errors } = answers
  const places = { params, query, headers, cookies, body: body?.declared }
  const wholes = Object.entries({
    ...places,
    response: isStream(response) ? response.item : response,
    ...modelsOf('responses', responses),
    ...modelsOf('errors', errors),
  })
  return [
    ...membersOf(places).flatMap(({ place, name, kind }) =>
      [...mistakesOf(kindOf(kind)), ...misplacedOptions(kindOf(kind))].map(
        (mistake) => `${place}.${name}: ${mistake}`,
      ),
    ),
    // A model has reported its mistakes itself.
    ...wholes.flatMap(([place, declared]) =>
      declared !== undefined && isKindLike(declared) && !isModel(declared)
        ? mistakesOf(kindOf(declared)).map((mistake) => `${place}: ${mistake}`)
        : [],
    ),
  ]
}

function modelsOf(part: string, answers: Declaration['errors'] = {}): Readonly<Record<string, KindLike>> {
  return Object.fromEntries(
    Object.entries(answers).flatMap(([status, answer]) =>
      typeof answer === 'string' ? [] : [[`${part}[${status}]`, answer]],
    ),
  )
}

/** Returns what is declared one by one in each place, and not as a model. */
function membersOf(places: Readonly<Record<string, Body['declared']>>): Member[] {
  return Object.entries(places).flatMap(([place, declared = {}]) =>
    isKindLike(declared) ? [] : Object.entries(declared).map(([name, kind]) => ({ place, name, kind })),
  )
}

/**
 * Returns the required fields of the models that are declared for a whole place. One that may be left out does no harm
 * in a model that JSON has too, and a validator before the model may parse what it receives.
 */
function neededOf(places: Readonly<Record<string, Body['declared']>>): Member[] {
  return Object.entries(places).flatMap(([place, declared]) =>
    isModel(declared) && !takesText(kindOf(declared))
      ? fieldsOf(declared)
          .filter(({ required }) => required)
          .map(({ name, kind }) => ({ place, name, kind }))
      : [],
  )
}

interface Member {
  readonly place: string
  readonly name: string
  readonly kind: KindLike
}

function modelMistake({ name }: KindLike, place: string, body: Body | undefined): string {
  const others: Readonly<Record<string, string>> = {
    params: `params: ${name}.fields`,
    body: `body: ${body?.binding}(${name})`,
  }
  return `is the model ${name}, which no string can hold; write ${others[place] ?? `${place}: ${name}`} for its fields`
}

function textMistake(kind: Kind): string {
  return takesText(kind) ? LISTED : TEXTLESS
}

const LISTED =
  'is a list, but a path has a single string for it; take it in the query, or parse the string in a before(…)'
const TEXTLESS =
  'takes objects, or lists in a list, which no string can hold; declare their members one by one, or parse the string in a before(…)'

/** Every part of a declaration: a part with any other name would be ignored silently. */
const PARTS = {
  params: true,
  query: true,
  headers: true,
  cookies: true,
  body: true,
  response: true,
  excludeNone: 'boolean',
  excludeUnset: 'boolean',
  excludeDefaults: 'boolean',
  mediaType: true,
  status: 'number',
  responses: true,
  errors: true,
  concurrency: true,
  security: true,
  tags: true,
  operationId: 'string',
  summary: 'string',
  description: 'string',
  deprecated: 'boolean',
  responseDescription: 'string',
  responseHeaders: 'object',
  responseExamples: 'object',
  hidden: 'boolean',
} satisfies Record<keyof Declaration, OptionType>

/** A limit that is not a number would limit nothing: no length is greater. */
export function isLimit(bytes: unknown): boolean {
  return typeof bytes === 'number' && bytes >= 0
}

/** Returns the mistake of an invalid limit, with what to write instead. */
export function limitMistake(option: string, limit: unknown): string {
  return `${option} is ${shownGiven(limit)}; write a number of bytes, at least 0`
}
