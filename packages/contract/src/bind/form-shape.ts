import { type Converter, createConverter, type KindLike } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import type { FileField, FilesMember } from '../route/file-fields.ts'

/** What is known of a form with files before it arrives. */
export interface FormShape {
  /** The wire names of its texts. */
  readonly texts: ReadonlySet<string>
  /** Its files by wire name, each with the check of one file. */
  readonly fields: ReadonlyMap<string, FileField & Pick<Converter<unknown>, 'convert'>>
  readonly files: FilesMember
  /** How many bytes may come beside the files, over all parts, and how many bytes of files may be kept. */
  readonly limit: number
}

/** Compiles the shape of a form that has these members. */
export function compileShape(declared: Members | KindLike, files: FilesMember, limit: number): FormShape {
  const texts = fieldsOf(declared).filter(({ name }) => name !== files.name)
  const fields = files.fields.map((field) => ({
    ...field,
    convert: createConverter(field.kind.item).convert,
  }))
  return {
    texts: new Set(texts.map(({ wireName }) => wireName)),
    fields: new Map(fields.map((field) => [field.wireName, field])),
    files,
    limit,
  }
}
