import type { Field, Kind, KindLike } from '@postern/model'
import type { Members } from './body.ts'
import { fieldsOf, isDeclaredWhole } from './fields.ts'
import type { FileKind } from './file.ts'
import type { NamedFilesKind } from './named-files.ts'
import type { Declaration } from './operation.ts'

/** The files under one name of a form. */
export interface FileField extends Field {
  readonly kind: FileKind<unknown, unknown, boolean>
}

/** A member of a form that has files. */
export interface FilesMember {
  /** The member's own name. */
  readonly name: string
  /** By their names on the wire: one, unless the member is `namedFiles`. */
  readonly fields: readonly FileField[]
  /** How many files may come, all names together. */
  readonly maxCount: number
  /** The function that declares it. */
  readonly declaredBy: 'file' | 'files' | 'namedFiles'
}

/** The files of a form's member; undefined where it has none. */
export function filesMemberOf({ name, kind, ...field }: Field): FilesMember | undefined {
  if (isNamedFiles(kind)) {
    const fields = fieldsOf(kind.members).filter(isFileField)
    return { name, fields, maxCount: kind.maxCount, declaredBy: 'namedFiles' }
  }
  if (!isFileKind(kind)) return undefined
  const declaredBy = kind.item === kind ? 'file' : 'files'
  return { name, fields: [{ ...field, name, kind }], maxCount: kind.limits.maxCount, declaredBy }
}

/** The fields of a form as they are on the wire: those of `namedFiles` in its place. */
export function wireFieldsOf(declared: Members | KindLike): readonly Field[] {
  return fieldsOf(declared).flatMap((field): readonly Field[] => filesMemberOf(field)?.fields ?? [field])
}

/** Whether a kind stands for files under several names. */
export function isNamedFiles(kind: Kind): kind is NamedFilesKind<unknown, unknown, boolean> {
  return 'members' in kind && kind.name === 'named files'
}

/** Where files are declared that cannot be bound: each with what to write instead. */
export function reviewFiles({ params, query, headers, cookies, body }: Declaration): string[] {
  const declared = body?.declared as Members | KindLike | undefined
  const isForm = body?.binding === 'multipart' && declared !== undefined && !isDeclaredWhole(declared)
  const astray = [params, query, headers, cookies, isForm ? undefined : declared].flatMap(membersIn)
  const members = isForm ? membersIn(declared) : []
  const told = members.map((member) => member.name)
  return [
    ...astray.map(
      ({ name, declaredBy }) =>
        `the file ${name} is in no form; declare it in multipart({ ${name}: ${declaredBy}(${declaredBy === 'namedFiles' ? '{ … }' : ''}) })`,
    ),
    ...(told.length > 1
      ? [
          `a form hands out its files one after the other, not ${told.join(' and ')} apart; declare them in one member, namedFiles({ ${told.map((name) => `${name}: …`).join(', ')} })`,
        ]
      : []),
    ...(isForm ? [...mistakesOfNames(declared), ...repeated(declared)] : []),
  ]
}

function membersIn(declared: Members | KindLike | undefined): FilesMember[] {
  if (declared === undefined || (isDeclaredWhole(declared) && !('fields' in declared))) return []
  return fieldsOf(declared).flatMap((field) => filesMemberOf(field) ?? [])
}

/** Mistakes of `namedFiles` itself; those of its names are told where they are compiled. */
function mistakesOfNames(declared: Members): string[] {
  return fieldsOf(declared).flatMap(({ name, kind }) =>
    isNamedFiles(kind) ? (kind.mistakes ?? []).map((mistake) => `${name}: ${mistake}`) : [],
  )
}

/** Names that `namedFiles` has and its form too. */
function repeated(declared: Members): string[] {
  const taken = new Set<string>()
  return wireFieldsOf(declared).flatMap(({ wireName }) => {
    if (taken.has(wireName))
      return [`two fields of the form are named ${wireName}; rename one, or give it an alias`]
    taken.add(wireName)
    return []
  })
}

function isFileKind(kind: Kind): kind is FileField['kind'] {
  return 'limits' in kind && (kind.name === 'file' || kind.name === 'files')
}

function isFileField(field: Field): field is FileField {
  return isFileKind(field.kind)
}
