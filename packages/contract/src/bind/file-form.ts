import type { Field, Issue } from '@postern/model'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import type { UploadedFile } from '../route/file.ts'
import { type FilesMember, filesMemberOf } from '../route/file-fields.ts'
import type { NamedValues } from './named-values.ts'
import { compileParameters, type Parameters } from './parameters.ts'

/** The files of a form that is still arriving. */
export type ArrivingFiles = AsyncIterable<UploadedFile>

/** Takes a form's members: its texts and what came of its files; `arriving` where more files may come. */
export type TakeForm = (
  given: NamedValues,
  issues: Issue[],
  arriving?: ArrivingFiles,
) => Readonly<Record<string, unknown>>

/** Compiles how the members of a form with files are taken; undefined where it has none. */
export function compileFileForm(
  declared: Members,
): { readonly files: FilesMember; readonly take: TakeForm } | undefined {
  const fields = fieldsOf(declared)
  const files = fields.flatMap((field) => filesMemberOf(field) ?? [])[0]
  if (files === undefined) return undefined
  const takes = fields.map((field) => compileMember(field))
  const take: TakeForm = (given, issues, arriving) =>
    Object.assign({}, ...takes.map((takeMember) => takeMember(given, issues, arriving)))
  return { files, take }
}

function compileMember(field: Field): TakeForm {
  const member = filesMemberOf(field)
  if (member === undefined || member.form === 'file') return alone(field) as TakeForm
  const { name } = field
  const takes = member.fields.map((one) => ({ ...one, take: alone(one) }))
  return (given, issues, arriving = NO_FILES) => {
    let files: unknown = arriving
    for (const { name: key, wireName, take } of takes) {
      const isGiven = given.all(wireName).length > 0
      // What has not come may come yet.
      if (!isGiven && member.form === 'named' && arriving !== NO_FILES) continue
      const taken = take(given, issues) as Readonly<Record<string, unknown>>
      if (member.form === 'files' && taken[key] === null) files = null
    }
    return { [name]: files }
  }
}

function alone({ name, kind }: Field): Parameters {
  return compileParameters('body', { [name]: kind })
}

const NO_FILES: ArrivingFiles = {
  async *[Symbol.asyncIterator]() {},
}
