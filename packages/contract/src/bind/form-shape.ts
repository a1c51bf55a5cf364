import { type Converter, createConverter, type KindLike } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import type { FileField, FilesMember } from '../route/file-fields.ts'

/** What is known of a form with files before it comes. */
export interface FormShape {
  /** The names of its texts on the wire. */
  readonly texts: ReadonlySet<string>
  /** Its files by their names on the wire, each with the check of one. */
  readonly fields: ReadonlyMap<string, FileField & Pick<Converter<unknown>, 'convert'>>
  readonly files: FilesMember
  /** How many bytes may come beside the files, all parts together, and how many of files may be held. */
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
