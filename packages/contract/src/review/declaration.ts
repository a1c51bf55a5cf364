import { type KindLike, kindOf, takesText } from '@postern/model'
import type { Body, ModelBodyOptions } from '../route/body.ts'
import { isDeclaredWhole, isModel } from '../route/fields.ts'
import { reviewFiles } from '../route/file-fields.ts'
import { isMediaType } from '../route/media-type.ts'
import type { Declaration, Operation } from '../route/operation.ts'
import { isStream } from '../route/stream.ts'
import { unknownOptions } from '../route/unknown-options.ts'
import { BODILESS } from '../status.ts'
import { reviewNames, reviewRepeats } from './names.ts'
import { reviewSecurity } from './security.ts'

/** Every mistake in what is declared of an operation, its path aside: each with what to write instead. */
export function reviewDeclaration({ method, declaration }: Operation): string[] {
  const { body, response, status = 200, responses = {}, errors = {}, security } = declaration
  const mistakes = unknownOptions('a declaration', declaration, PARTS)
  if (method === 'GET' && body !== undefined) mistakes.push('a GET has no body; use query, or another method')
  if (response !== undefined && BODILESS.has(status)) {
    mistakes.push(`an answer with status ${status} has no body; remove response, or use 200`)
  }
  for (const [code, answer] of Object.entries(responses)) {
    if (typeof answer !== 'string' && BODILESS.has(Number(code)))
      mistakes.push(`an answer with status ${code} has no body; declare it by a text, not by a model`)
  }
  mistakes.push(...reviewMediaType(declaration))
  if (isStream(response) && !isDelay(response.keepAlive ?? 1)) {
    mistakes.push(`keepAlive is ${shown(response.keepAlive)}; give milliseconds, 1 to ${MOST_DELAY}`)
  }
  for (const code of [String(status), ...Object.keys(responses)]) {
    if (!isStatus(Number(code), 200, 399))
      mistakes.push(`${code} is no success status; use 200 to 399, or declare it in errors`)
  }
  for (const code of Object.keys(errors)) {
    if (!isStatus(Number(code), 400, 599))
      mistakes.push(`${code} is no failure status; use 400 to 599, or declare it in responses`)
  }
  if (body !== undefined) mistakes.push(...reviewBody(body))
  if (String(status) in responses) mistakes.push(`${status} is declared in status and in responses; keep one`)
  mistakes.push(
    ...reviewNames(declaration),
    ...reviewRepeats(declaration),
    ...reviewTexts(declaration),
    ...reviewFiles(declaration),
  )
  if (security !== undefined) mistakes.push(...reviewSecurity(security))
  return mistakes
}

function reviewBody({ binding, declared, ...options }: Body): string[] {
  const { limit, fieldsSet } = options
  return [
    ...unknownOptions(`a body of ${binding}`, options, BODY_OPTIONS),
    ...(limit === undefined || isLimit(limit) ? [] : [limitMistake('limit', limit)]),
    ...(fieldsSet !== true || isModel(declared)
      ? []
      : ['fieldsSet tells the fields of a model; declare the body as one, or remove the option']),
  ]
}

const BODY_OPTIONS = { limit: true, examples: true, fieldsSet: true } satisfies Record<
  keyof ModelBodyOptions,
  true
>

function reviewMediaType({ mediaType, response, status = 200 }: Declaration): string[] {
  if (mediaType === undefined) return []
  return [
    ...(isMediaType(mediaType)
      ? []
      : [`mediaType is ${JSON.stringify(mediaType)}; write one such as text/csv`]),
    ...(isStream(response) ? ['mediaType is of raw replies, a stream has its own; keep one of them'] : []),
    ...(response !== undefined && mediaType === 'application/json'
      ? ['mediaType is what raw replies are beside the response, which is application/json; remove it']
      : []),
    ...(BODILESS.has(status)
      ? [`an answer with status ${status} has no body; remove mediaType, or use 200`]
      : []),
  ]
}

/** Parameters that no text can be, so that no request could give them. */
function reviewTexts({ params, query, headers, cookies }: Declaration): string[] {
  return Object.entries({ params, query, headers, cookies }).flatMap(([place, declared = {}]) => {
    if (isDeclaredWhole(declared)) return []
    return Object.entries(declared)
      .filter(([, kind]) => !takesText(kindOf(kind)))
      .map(([name, kind]) => `${place}.${name} ${isModel(kind) ? modelMistake(place, kind) : TEXTLESS}`)
  })
}

function modelMistake(place: string, { name }: KindLike): string {
  const whole = place === 'params' ? `params: ${name}.fields` : `${place}: ${name}`
  return `is the model ${name}, which no text can be; write ${whole} for its fields`
}

const TEXTLESS =
  'takes objects, which no text can be; declare their members as parameters, or parse the text in a before(…)'

/** Every part of a declaration: what has another name would be passed over in silence. */
const PARTS = {
  params: true,
  query: true,
  headers: true,
  cookies: true,
  body: true,
  response: true,
  excludeNone: true,
  mediaType: true,
  status: true,
  responses: true,
  errors: true,
  security: true,
  tags: true,
  summary: true,
  description: true,
  deprecated: true,
  responseDescription: true,
  responseHeaders: true,
  responseExamples: true,
  hidden: true,
} satisfies Record<keyof Declaration, true>

/** What is not a number would limit nothing: no length is greater. */
export function isLimit(bytes: unknown): boolean {
  return typeof bytes === 'number' && bytes >= 0
}

/** That a limit is none, with what to write instead. */
export function limitMistake(option: string, limit: unknown): string {
  return `${option} is ${shown(limit)}; give a number of bytes, at least 0`
}

function shown(given: unknown): string {
  return typeof given === 'number' ? String(given) : JSON.stringify(given)
}

/** The most that a timer waits; of more it makes 1. */
const MOST_DELAY = 2 ** 31 - 1

function isDelay(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && milliseconds >= 1 && milliseconds <= MOST_DELAY
}

function isStatus(code: number, least: number, most: number): boolean {
  return Number.isInteger(code) && code >= least && code <= most
}
