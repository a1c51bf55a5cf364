import type { Issue, KindLike } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import { type Failure, Refusal } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { ArrivingForm } from './arriving-form.ts'
import { compileFileForm } from './file-form.ts'
import { framingOf } from './form-body.ts'
import { compileShape } from './form-shape.ts'
import { parseMediaType } from './media-type.ts'

/** One upload being bound. */
export interface UploadTerms {
  readonly incoming: Incoming
  readonly issues: Issue[]
  /** Told where the form turns out bad when its handler has it already. */
  readonly refuse: (failure: Failure) => void
}

/**
 * Compiles how a form with files is bound: its value, or a {@link Refusal}, as soon as the first file begins; undefined
 * where no file is declared, or the body is not multipart. `limit` bytes may come beside the files, all parts together.
 */
export function compileUpload(
  declared: Members | KindLike,
  limit: number,
): ((terms: UploadTerms) => Promise<unknown> | undefined) | undefined {
  const form = compileFileForm(declared)
  if (form === undefined) return undefined
  const { files, take } = form
  const shape = compileShape(declared, files, limit)
  const bind = async (contentType: string, { incoming, issues, refuse }: UploadTerms) => {
    const framing = framingOf(contentType)
    if (typeof framing === 'string') return new Refusal({ status: 400, detail: framing })
    if (incoming.stream === undefined) throw new TypeError('The adapter cannot stream a body')
    // What the body brings from here on is kept while the parser is loaded, which servers of no files never need.
    const stream = incoming.stream()
    const { PartReader } = await import('./part-reader.ts')
    const arriving = new ArrivingForm(shape, new PartReader(stream, framing), refuse)
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
