import type { Field, Kind, KindLike } from '@postern/model'
import type { Members } from './body.ts'
import { fieldsOf } from './fields.ts'
import type { FileKind } from './file.ts'
import type { NamedFilesKind } from './named-files.ts'

/** The files under one name of a form. */
export interface FileField extends Field {
  readonly kind: FileKind<unknown, unknown, boolean>
}

/** A member of a form that has files. */
export interface FilesMember {
  /** The member's own name. */
  readonly name: string
  /** By their names on the wire; a single one, unless the member is `namedFiles`. */
  readonly fields: readonly FileField[]
  /** How many files may come, over all names. */
  readonly maxCount: number
  /** The function that declares it. */
  readonly declaredBy: 'file' | 'files' | 'namedFiles'
}

/** Returns the files of a form's member; undefined if it has none. */
export function filesMemberOf({ name, kind, ...field }: Field): FilesMember | undefined {
  if (isNamedFiles(kind)) {
    const fields = fieldsOf(kind.members).filter(isFileField)
    return { name, fields, maxCount: kind.maxCount, declaredBy: 'namedFiles' }
  }
  if (!isFileKind(kind)) return undefined
  const declaredBy = isOfSeveral(kind) ? 'files' : 'file'
  return { name, fields: [{ ...field, name, kind }], maxCount: kind.limits.maxCount, declaredBy }
}

/** Returns the fields of a form as they are on the wire: `namedFiles` is replaced by its own fields. */
export function wireFieldsOf(declared: Members | KindLike): readonly Field[] {
  return fieldsOf(declared).flatMap((field): readonly Field[] => filesMemberOf(field)?.fields ?? [field])
}

/** Whether a kind represents files under several names. */
export function isNamedFiles(kind: Kind): kind is NamedFilesKind<unknown, unknown, boolean> {
  return 'members' in kind && kind.name === 'named files'
}

/**
 * Whether files come as a list. The name decides, because a kind may be a copy of another, as `camelCase` makes them.
 */
export function isOfSeveral({ name }: FileField['kind']): boolean {
  return name === 'files'
}

/** Whether a kind is for files or contains such a kind. */
export function holdsFiles(kind: Kind): boolean {
  return isNamedFiles(kind) || isFileKind(kind) || isAroundFiles(kind)
}

/** Whether a file is inside another kind, where it would never receive one. */
export function isAroundFiles({ parts = [] }: Kind): boolean {
  return parts.some(holdsFiles)
}

function isFileKind(kind: Kind): kind is FileField['kind'] {
  return 'limits' in kind && (kind.name === 'file' || kind.name === 'files')
}

function isFileField(field: Field): field is FileField {
  return isFileKind(field.kind)
}
