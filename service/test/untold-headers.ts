import type { JsonSchema } from '@postern/model'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The headers of an answer that the document does not tell of, where it has an operation and a status for it. */
export function untoldHeaders(
  { paths }: JsonSchema,
  { method, target }: WireRequest,
  { status, headers }: WireAnswer,
): readonly string[] {
  const path = target.replace(/\?.*/, '').replace(/\/$/, '')
  const operations = Object.entries<JsonSchema>(Object(paths)).flatMap(([template, item]) =>
    patternOf(template).test(path) ? [item[method === 'HEAD' ? 'get' : method.toLowerCase()]] : [],
  )
  const answer = Object(Object(operations[0]).responses)[status]
  if (answer === undefined) return []
  const told = Object.keys(Object(answer.headers)).map((name) => name.toLowerCase())
  return Object.keys(headers).filter((name) => !told.includes(name) && !ofAnyAnswer.test(name))
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** What the protocol, the policy or the log puts on answers, whatever their operation. */
const ofAnyAnswer =
  /^(?:date|connection|keep-alive|transfer-encoding|content-.*|cache-control|vary|access-control-.*|x-request-id)$/
