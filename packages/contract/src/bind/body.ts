import type { Body } from '../route/body.ts'
import { compileStream } from './arriving-stream.ts'
import type { ArrivingBinding, BodyBinding } from './body-binding.ts'
import { bindForm } from './form-binding.ts'
import { bindJson } from './json-binding.ts'
import { parseMediaType } from './media-type.ts'
import { compileSentFields } from './sent-fields.ts'
import { compileUpload } from './upload.ts'

/**
 * Compiles how a declared body is bound while it arrives: a stream, or a form that may contain a file; undefined for
 * all others.
 */
export function compileArriving({ binding, declared }: Body, limit: number): ArrivingBinding | undefined {
  if (binding === 'stream') return compileStream(limit)
  return binding === 'multipart' && declared !== undefined ? compileUpload(declared, limit) : undefined
}

/**
 * Compiles how a declared body is bound (spec §4.2): to its value, to a NotedBody if it has `fieldsSet`, or to a
 * Refusal. `strict` applies to JSON only.
 */
export function compileBody(body: Body, strict: boolean): BodyBinding {
  const { binding, declared } = body
  if (declared === undefined) return ({ bytes }) => bytes
  const fieldsSet = body.fieldsSet === true ? compileSentFields(declared) : undefined
  if (binding === 'json') return bindJson(declared, { strict, fieldsSet })
  if (binding === 'form') return bindForm(declared, ['urlencoded'], fieldsSet)
  if (binding === 'multipart') return bindForm(declared, ['urlencoded', 'multipart'], fieldsSet)
  const fromForm = bindForm(declared, ['urlencoded'], fieldsSet)
  const fromJson = bindJson(declared, { strict, fieldsSet })
  return (given, issues) => {
    const bind = parseMediaType(given.contentType) === 'urlencoded' ? fromForm : fromJson
    return bind(given, issues)
  }
}
