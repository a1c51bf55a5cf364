import type { Field, Issue, KindLike } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import type { UploadedFile } from '../route/file.ts'
import { type FilesMember, filesMemberOf } from '../route/file-fields.ts'
import type { NamedValues } from './named-values.ts'
import { compileParameters } from './parameters.ts'

/** The files of a form that is still arriving. */
export type ArrivingFiles = AsyncIterable<UploadedFile>

/** Takes the members of a form: its texts, and what came of its files. `arriving` is given if more files may come. */
export type TakeForm = (
  given: NamedValues,
  issues: Issue[],
  arriving?: ArrivingFiles,
) => Readonly<Record<string, unknown>>

/** Compiles how the members of a form with files are taken; undefined if it has none. */
export function compileFileForm(
  declared: Members | KindLike,
): { readonly files: FilesMember; readonly take: TakeForm } | undefined {
  const fields = fieldsOf(declared)
  const files = fields.flatMap((field) => filesMemberOf(field) ?? [])[0]
  if (files === undefined) return undefined
  const takes = fields.map((field) => compileMember(field))
  const take: TakeForm = (given, issues, arriving) =>
    Object.fromEntries(takes.flatMap((takeMember) => Object.entries(takeMember(given, issues, arriving))))
  return { files, take }
}

function compileMember(field: Field): TakeForm {
  const member = filesMemberOf(field)
  if (member?.declaredBy === 'namedFiles') return compileNamedFiles(member)
  const take = compileField(field)
  if (member?.declaredBy !== 'files') return take
  const { name } = field
  return (given, issues, arriving = NO_FILES) => ({
    [name]: take(given, issues)[name] === null ? null : arriving,
  })
}

/** A name without a file may still get one, unless nothing is arriving. */
function compileNamedFiles({ name, fields }: FilesMember): TakeForm {
  const takes = fields.map((field) => ({ wireName: field.wireName, take: compileField(field) }))
  return (given, issues, arriving) => {
    for (const { wireName, take } of takes) {
      if (arriving === undefined || given.all(wireName).length > 0) take(given, issues)
    }
    return { [name]: arriving ?? NO_FILES }
  }
}

function compileField({ name, kind }: Field): TakeForm {
  const take = compileParameters('body', { [name]: kind })
  return (given, issues) => take(given, issues) as Readonly<Record<string, unknown>>
}

const NO_FILES: ArrivingFiles = {
  async *[Symbol.asyncIterator]() {},
}
