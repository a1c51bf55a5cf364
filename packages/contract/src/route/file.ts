import { type Conversion, type FieldOptions, type Invalid, type Kind, reject } from '@postern/model'
import { isNamed } from '../named-object.ts'
import { unknownOptions } from '../option-mistakes.ts'
import { shownGiven } from '../shown-given.ts'
import { essenceOf, isMediaType } from './media-type.ts'

/** Options of {@link file}. */
export interface FileOptions
  extends Pick<FieldOptions, 'alias' | 'title' | 'description' | 'deprecated' | 'hidden'> {
  /** The largest file taken, in bytes; of a larger one the answer is 413. Default 100 MiB. */
  readonly maxSize?: number
  /** The media types taken, such as `image/png` or `image/*`, as the client tells them: nothing is sniffed. Default: all. */
  readonly types?: readonly string[]
  /** Null for a file that may be left out, as by a browser's input that was left empty; the handler then gets null. */
  readonly default?: null
}

/** A file of a multipart form while it arrives. */
export class UploadedFile<Field extends string = string> {
  /** The name under which it is declared. */
  readonly field: Field
  /** As the client tells it; never a path to trust. Empty where a browser's input for a required file was left empty. */
  readonly name: string
  /** The media type as the client tells it, `application/octet-stream` where it does not. */
  readonly type: string
  /** The bytes, read from the connection as fast as they are taken; errors where the file is too large, or breaks off. */
  readonly stream: ReadableStream<Uint8Array>

  constructor({ field, name, type, stream }: UploadedFile<Field>) {
    this.field = field
    this.name = name
    this.type = type
    this.stream = stream
  }
}

/** What is allowed of the files under one name. */
export interface FileLimits {
  /** Of each, in bytes. */
  readonly maxSize: number
  /** How many there may be. */
  readonly maxCount: number
  /** Undefined for all. */
  readonly types: readonly string[] | undefined
}

/** A kind that only a multipart form can hold: a file, or several under one name. */
export interface FileKind<Out, In, Optional extends boolean> extends Kind<Out, In, Optional> {
  readonly limits: FileLimits
  /** The kind of one file: itself, unless it is of several. */
  readonly item: Kind
}

type NoFile<Options> = Options extends { readonly default: null } ? null : never
type IsOptional<Options> = Options extends { readonly default: null } ? true : false

/** A file as a member of a multipart form: its bytes are streamed and never held whole. Several: `files`, `namedFiles`. */
export function file<const Options extends FileOptions = FileOptions>(
  options?: Options,
): FileKind<UploadedFile | NoFile<Options>, Blob, IsOptional<Options>> {
  const given: FileOptions = options ?? {}
  const { maxSize = MOST_BYTES, types } = given
  // What is no list is told of as a mistake, and read by nobody.
  const limits = { maxSize, maxCount: 1, types: Array.isArray(types) ? types : undefined }
  const kind: FileKind<UploadedFile | NoFile<Options>, Blob, IsOptional<Options>> = {
    ...STREAMED,
    name: 'file',
    options: given,
    limits,
    mistakes: [...unknownFileOptions('file', given, FILE_OPTIONS), ...mistakesOfLimits({ ...limits, types })],
    get item() {
      return kind
    },
    convert: (input, state) => convertFile(kind, input, state),
    // Only of a default, which is null.
    serialize: () => null,
    describe: () => orNull(given, { type: 'string', contentMediaType: 'application/octet-stream' }),
  }
  return kind
}

/** The names of all options. */
export const FILE_OPTIONS = {
  maxSize: true,
  types: true,
  default: true,
  alias: true,
  title: true,
  description: true,
  deprecated: true,
  hidden: true,
} satisfies Record<keyof FileOptions, true>

/** 100 MiB: the largest file where none is declared. */
const MOST_BYTES = 100 * 2 ** 20

/** What holds of every kind of files: no text is one, and generated code, which cannot take or write a stream, gives up at once. */
export const STREAMED: Pick<Kind, 'accept' | 'write' | 'takesText'> = {
  takesText: () => false,
  accept(value, code) {
    code.require('false')
    return value
  },
  write(_, code) {
    code.require('false')
    return "'null'"
  },
}

/** The schema of what may be left out, as FastAPI writes it. */
export function orNull(
  options: { readonly default?: unknown },
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return options.default === null ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** A mistake for each option that `owner` does not take; of what is none at all the model tells, as of every kind. */
export function unknownFileOptions(owner: string, given: object, known: object): string[] {
  return isNamed(given) ? unknownOptions(owner, given, known) : []
}

/** What is wrong with limits. */
export function mistakesOfLimits({ maxSize, maxCount, types = [] }: FileLimits): string[] {
  const isSize = Number.isSafeInteger(maxSize) && maxSize >= 0
  return [
    ...(isSize ? [] : [`maxSize is ${shownGiven(maxSize)}; give whole bytes, such as 5 * 2 ** 20`]),
    ...mistakesOfCount(maxCount),
    ...mistakesOfTypes(types),
  ]
}

function mistakesOfTypes(types: readonly string[]): string[] {
  // Code without types may give one alone.
  if (!Array.isArray(types)) return [`types is ${shownGiven(types)}; give a list, such as ['image/*']`]
  return types
    .filter((type) => type !== '*/*' && !isMediaType(String(type).replace(/\/\*$/, '/x')))
    .map((type) => `${shownGiven(type)} is no media type; write one such as image/png or image/*`)
}

/** The parts that a form may have. */
export const MOST_PARTS = 1000

/** What is wrong with a count of files. */
export function mistakesOfCount(maxCount: number): string[] {
  const isCount = Number.isInteger(maxCount) && maxCount >= 1 && maxCount <= MOST_PARTS
  return isCount ? [] : [`maxCount is ${shownGiven(maxCount)}; give a whole number, 1 to ${MOST_PARTS}`]
}

function convertFile<Out>(
  kind: FileKind<UploadedFile | Out, Blob, boolean>,
  input: unknown,
  state: Conversion,
): UploadedFile | Invalid {
  const { types } = kind.limits
  if (!(input instanceof UploadedFile)) {
    const found = typeof input === 'string' ? "<class 'str'>" : typeof input
    return state.reject(kind, reject(`Expected UploadFile, received: ${found}`), input)
  }
  if (types === undefined || types.some((type) => covers(type, input.type))) return input
  const expected = types.join(' or ')
  const rejection = reject(`File should be of type ${expected}`, 'file_type', { expected })
  return state.reject(kind, rejection, { name: input.name, type: input.type })
}

function covers(declared: string, type: string): boolean {
  const essence = essenceOf(type)
  const wanted = declared.toLowerCase()
  if (wanted === '*/*') return true
  return wanted.endsWith('/*') ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted
}
