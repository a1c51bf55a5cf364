import { INVALID } from '@postern/model'
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

/** Options of {@link files}; size and types are of each file. */
export interface FilesOptions extends Omit<FileOptions, 'default'> {
  /** How many files are taken, 1 to 1000; of more the answer is 413. Default 100. */
  readonly maxCount?: number
  /** For files that may be left out: of `[]` the handler gets no file, of null it gets null. Without, one file must come. */
  readonly default?: null | readonly []
}

type NoFiles<Options> = Options extends { readonly default: null } ? null : never
type IsOptional<Options> = Options extends { readonly default: null | readonly [] } ? true : false

/**
 * Several files under one name of a multipart form, as a member of it: `for await (const file of body.photos)`, once, in
 * the order of their arrival. Each is read before the next is asked for; what is not read of it is dropped then.
 */
export function files<const Options extends FilesOptions = FilesOptions>(
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

    // Checks what came up to the first file; the binding puts all of them in the place of none.
    convert(input, state) {
      const values = [input].flat().map((value, at) => {
        state.loc.push(at)
        const converted = item.convert(value, state)
        state.loc.pop()
        return converted
      })
      return values.includes(INVALID) ? INVALID : noneYet()
    },

    // Only of a default, which is an empty list.
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

/** How many files a form may hold where nothing is declared. */
export const MOST_FILES = 100

async function* noneYet(): AsyncGenerator<never> {}
