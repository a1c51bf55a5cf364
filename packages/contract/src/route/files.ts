import { INVALID, type KnownOptions } from '@postern/model'
import {
  FILE_OPTIONS,
  type FileKind,
  type FileOptions,
  file,
  mistakesOfLimits,
  orNull,
  STREAMED,
  type UploadedFile,
  unknownFileOptions,
} from './file.ts'

/** Options of {@link files}. Size and types apply to each file. */
export interface FilesOptions extends Omit<FileOptions, 'default'> {
  /** How many files are accepted, 1 to 1000; more are answered with 413. Default 100. */
  readonly maxCount?: number
  /**
   * Makes the files optional. If none comes, the handler gets no file for `[]`, and null for null. Without a default,
   * at least one file must come.
   */
  readonly default?: null | readonly []
}

type NoFiles<Options> = Options extends { readonly default: null } ? null : never
type IsOptional<Options> = Options extends { readonly default: null | readonly [] } ? true : false

/**
 * Several files under one name of a multipart form, as a member of it. Iterate once,
 * `for await (const file of body.photos)`, in order of arrival. Read each file before you ask for the next; what is not
 * read of it is then dropped.
 */
export function files<const Options extends KnownOptions<FilesOptions, Options> = FilesOptions>(
  options?: Options,
): FileKind<AsyncIterable<UploadedFile> | NoFiles<Options>, readonly Blob[], IsOptional<Options>> {
  const given: FilesOptions = options ?? {}
  const { maxSize, types, maxCount } = given
  const item = file({ ...(maxSize !== undefined && { maxSize }), ...(types !== undefined && { types }) })
  const limits = { ...item.limits, maxCount: maxCount ?? MOST_FILES }
  return {
    ...STREAMED,
    name: 'files',
    options: given,
    limits,
    item,
    mistakes: [
      ...unknownFileOptions('files', given, FILES_OPTIONS),
      ...mistakesOfLimits({ ...limits, types }),
    ],

    // Checks what arrived up to the first file; the binding then replaces the result by the iterable of all files.
    convert(input, state) {
      const values = [input].flat().map((value, at) => {
        state.loc.push(at)
        const converted = item.convert(value, state)
        state.loc.pop()
        return converted
      })
      return values.includes(INVALID) ? INVALID : noneYet()
    },

    // Only called for a default, which is an empty list.
    serialize: () => [],

    describe: (description) =>
      orNull(given, {
        items: item.describe(description),
        type: 'array',
        ...(maxCount !== undefined && { maxItems: maxCount }),
      }),
  }
}

const FILES_OPTIONS = { ...FILE_OPTIONS, maxCount: true } satisfies Record<keyof FilesOptions, true>

/** The most files in a form if nothing is declared. */
export const MOST_FILES = 100

async function* noneYet(): AsyncGenerator<never> {}
