import { type Kind, type ModelInput, reject } from '@postern/model'
import { unknownOptions } from '../option-mistakes.ts'
import { type FileKind, mistakesOfCount, STREAMED, type UploadedFile } from './file.ts'
import { MOST_FILES } from './files.ts'

/** Files under names of their own. */
export type FileMembers = Readonly<Record<string, FileKind<unknown, unknown, boolean>>>

/** Options of {@link namedFiles}. */
export interface NamedFilesOptions {
  /** How many files are taken under all names together, 1 to 1000; of more the answer is 413. Default 100. */
  readonly maxCount?: number
}

/** A member of a form that stands for files under several names; its own name is not on the wire. */
export interface NamedFilesKind<Out, In, Optional extends boolean> extends Kind<Out, In, Optional> {
  readonly members: FileMembers
  readonly maxCount: number
}

/** One of the files, told apart by its `field`. */
type NamedFile<Declared> = {
  [Name in keyof Declared & string]: UploadedFile<Name>
}[keyof Declared & string]

type IsOptional<Input> = Record<never, never> extends Input ? true : false

/**
 * Files under several names of a multipart form, in whatever order they arrive, as one member of it:
 * `for await (const file of body.papers)`, once; `file.field` tells its name. Each is read before the next is asked for;
 * what is not read of it is dropped then. A name whose file does not come is told when the last file was handed out.
 */
export function namedFiles<const Declared extends FileMembers>(
  members: Declared,
  options: NamedFilesOptions = {},
): NamedFilesKind<
  AsyncIterable<NamedFile<Declared>>,
  ModelInput<Declared>,
  IsOptional<ModelInput<Declared>>
> {
  // Code without types may give anything.
  const { maxCount = MOST_FILES }: NamedFilesOptions = Object(options)
  const named: FileMembers = Object(members)
  return {
    ...STREAMED,
    name: 'named files',
    options: {},
    members: named,
    maxCount,
    mistakes: [...unknownOptions('namedFiles', options, { maxCount: true }), ...mistakesOf(named, maxCount)],
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
  // Code without types may give kinds of texts.
  const kinds = given.filter(([, kind]) => 'limits' in Object(kind))
  const excessive = kinds.filter(
    ([, { limits }]) => limits.maxCount > maxCount && limits.maxCount !== MOST_FILES,
  )
  return [
    ...mistakesOfCount(maxCount),
    ...given
      .filter((one) => !kinds.includes(one))
      .map(([name]) => `${name} is no file; write namedFiles({ ${name}: file() }), and texts beside it`),
    ...(given.length === 0 ? ['namedFiles has no names; write namedFiles({ cover: file() })'] : []),
    ...excessive.map(
      ([name, { limits }]) =>
        `${name} takes ${limits.maxCount} files and the form ${maxCount}; give namedFiles a maxCount of ${limits.maxCount} or more`,
    ),
  ]
}
