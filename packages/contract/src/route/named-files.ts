import { type Kind, type ModelInput, reject } from '@postern/model'
import { unknownOptions } from '../option-mistakes.ts'
import { type FileKind, mistakesOfCount, STREAMED, type UploadedFile } from './file.ts'
import { MOST_FILES } from './files.ts'

/** Files under names of their own. */
export type FileMembers = Readonly<Record<string, FileKind<unknown, unknown, boolean>>>

/** Options of {@link namedFiles}. */
export interface NamedFilesOptions {
  /** How many files are accepted over all names, 1 to 1000; more are answered with 413. Default 100. */
  readonly maxCount?: number
}

/** A member of a form that represents files under several names. Its own name is not on the wire. */
export interface NamedFilesKind<Out, In, Optional extends boolean> extends Kind<Out, In, Optional> {
  readonly members: FileMembers
  readonly maxCount: number
}

/** One of the files; its `field` tells which. */
type NamedFile<Declared> = {
  [Name in keyof Declared & string]: UploadedFile<Name>
}[keyof Declared & string]

type IsOptional<Input> = Record<never, never> extends Input ? true : false

/**
 * Files under several names of a multipart form, in any order of arrival, as one member of it. Iterate once:
 * `for await (const file of body.papers)`; `file.field` is its name. Read each file before you ask for the next; what
 * is not read of it is then dropped. A name whose file does not come is reported after the last file.
 */
export function namedFiles<const Declared extends FileMembers>(
  members: Declared,
  options: NamedFilesOptions = {},
): NamedFilesKind<
  AsyncIterable<NamedFile<Declared>>,
  ModelInput<Declared>,
  IsOptional<ModelInput<Declared>>
> {
  // Untyped code may give anything.
  const { maxCount = MOST_FILES }: NamedFilesOptions = Object(options)
  const given: FileMembers = Object(members)
  const named = Object.fromEntries(Object.entries(given).filter(([, kind]) => isLimited(kind)))
  return {
    ...STREAMED,
    name: 'named files',
    options: {},
    members: named,
    maxCount,
    mistakes: [...unknownOptions('namedFiles', options, { maxCount: true }), ...mistakesOf(given, maxCount)],
    convert(input, state) {
      return state.reject(this, reject('Files come in a multipart form alone'), input)
    },
    serialize: () => ({}),
    describe: (description) => ({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(named).map(([name, kind]) => [name, kind.describe(description)]),
      ),
    }),
  }
}

function mistakesOf(members: FileMembers, maxCount: number): string[] {
  const given = Object.entries(members)
  const kinds = given.filter(([, kind]) => isLimited(kind))
  const excessive = kinds.filter(
    ([, { limits }]) => limits.maxCount > maxCount && limits.maxCount !== MOST_FILES,
  )
  return [
    ...mistakesOfCount(maxCount),
    ...given
      .filter((one) => !kinds.includes(one))
      .map(
        ([name]) =>
          `${name} is not a file; write namedFiles({ ${name}: file() }), and other fields beside it`,
      ),
    ...(given.length === 0 ? ['namedFiles has no names; write namedFiles({ cover: file() })'] : []),
    ...excessive.map(
      ([name, { limits }]) =>
        `${name} takes ${limits.maxCount} files and the form ${maxCount}; give namedFiles a maxCount of ${limits.maxCount} or more`,
    ),
  ]
}

/** Untyped code may give what is not a kind for files. */
function isLimited(kind: unknown): boolean {
  return 'limits' in Object(kind)
}
