import type { Issue, KindLike } from '@postern/model'
import { Refusal } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { MOST_PARTS } from '../route/file.ts'
import type { BodyBinding } from './body-binding.ts'
import { compileFileForm } from './file-form.ts'
import { parseForm, parseMultipart } from './form-body.ts'
import { type MediaType, parseMediaType } from './media-type.ts'
import { NOTHING, pairedValues } from './named-values.ts'
import { compileParameters, type TakeParameters } from './parameters.ts'
import { NotedBody, type SentFieldsReader } from './sent-fields.ts'

/**
 * Binds a form of one of the `media` types. In a body of any other type it finds no fields (spec §4.2.3). With
 * `fieldsSet`, to a {@link NotedBody}.
 */
export function bindForm(
  declared: Members | KindLike,
  media: readonly MediaType[],
  fieldsSet?: SentFieldsReader,
): BodyBinding {
  const plain = compileForm(declared)
  const take = fieldsSet === undefined ? plain : takeNoted(plain, fieldsSet)
  return ({ bytes, contentType }, issues) => {
    const type = parseMediaType(contentType)
    if (!media.includes(type)) return take(NOTHING, issues)
    if (type === 'multipart') return takeMultipart(take, { bytes, contentType: contentType ?? '' }, issues)
    const form = parseForm(bytes)
    return form.size > MOST_PARTS ? TOO_MANY_FIELDS : take(pairedValues(form), issues)
  }
}

const TOO_MANY_FIELDS = new Refusal({
  status: 400,
  detail: `Too many fields. Maximum number of fields is ${MOST_PARTS}.`,
})

/** A form with files is no different here; streamed forms are bound elsewhere. */
function compileForm(declared: Members | KindLike): TakeParameters {
  return compileFileForm(declared)?.take ?? compileParameters('body', declared)
}

function takeNoted(take: TakeParameters, { inForm }: SentFieldsReader): TakeParameters {
  return (given, issues) => {
    const value = take(given, issues)
    return new NotedBody(value, inForm(given, value))
  }
}

function takeMultipart(
  take: TakeParameters,
  given: { readonly bytes: Uint8Array; readonly contentType: string },
  issues: Issue[],
): unknown {
  const form = parseMultipart(given.bytes, given.contentType)
  if (typeof form === 'string') return new Refusal({ status: 400, detail: form })
  return take(form, issues)
}
