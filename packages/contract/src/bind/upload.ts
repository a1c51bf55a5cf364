import type { KindLike } from '@postern/model'
import { Refusal } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { ArrivingBytes } from './arriving-bytes.ts'
import { ArrivingForm } from './arriving-form.ts'
import type { ArrivingBinding, ArrivingBody } from './body-binding.ts'
import { compileFileForm } from './file-form.ts'
import { framingOf } from './form-body.ts'
import { compileShape } from './form-shape.ts'
import { parseMediaType } from './media-type.ts'
import { PartReader } from './part-reader.ts'

/**
 * Compiles how a form with files is bound: to its value, or to a {@link Refusal}, as soon as the first file begins.
 * Undefined if no file is declared, or the body is not multipart. `limit` bytes may come beside the files, over all
 * parts.
 */
export function compileUpload(declared: Members | KindLike, limit: number): ArrivingBinding | undefined {
  const form = compileFileForm(declared)
  if (form === undefined) return undefined
  const { files, take } = form
  const shape = compileShape(declared, files, limit)
  const bind = async (contentType: string, { incoming, issues, refuse }: ArrivingBody) => {
    const framing = framingOf(contentType)
    if (typeof framing === 'string') return new Refusal({ status: 400, detail: framing })
    const reader = new PartReader(new ArrivingBytes(incoming), framing)
    const arriving = new ArrivingForm(shape, reader, refuse)
    try {
      const { values, first } = await arriving.begin()
      const body = take(values, issues, first && arriving.filesFrom(first))
      if (issues.length > 0) arriving.cancel()
      return body
    } catch (error) {
      arriving.cancel()
      throw error
    }
  }
  return (terms) => {
    const contentType = terms.incoming.header('content-type')
    return parseMediaType(contentType) === 'multipart' ? bind(contentType ?? '', terms) : undefined
  }
}
