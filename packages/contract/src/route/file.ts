import {
  type Conversion,
  type FieldOptions,
  type Invalid,
  type Kind,
  type KnownOptions,
  reject,
  shownGiven,
} from '@postern/model'
import { isNamed } from '../named-object.ts'
import { unknownOptions } from '../option-mistakes.ts'
import { essenceOf, isMediaType } from './media-type.ts'

/** Options of {@link file}. */
export interface FileOptions
  extends Pick<FieldOptions, 'alias' | 'title' | 'description' | 'deprecated' | 'hidden'> {
  /** The largest file accepted, in bytes; a larger one is answered with 413. Default 100 MiB. */
  readonly maxSize?: number
  /**
   * The media types accepted, such as `image/png` or `image/*`, as the client states them: nothing is sniffed. Default:
   * all.
   */
  readonly types?: readonly string[]
  /** Null for an optional file, such as a browser's file input left empty; the handler then gets null. */
  readonly default?: null
}

/** A file of a multipart form while it arrives. */
export class UploadedFile<Field extends string = string> {
  /** The name under which it is declared. */
  readonly field: Field
  /**
   * The name that the client states; never trust it as a path. Empty if a browser's input for a required file was left
   * empty.
   */
  readonly name: string
  /** The media type that the client states; `application/octet-stream` if it states none. */
  readonly type: string
  /** The bytes, read from the connection as fast as they are taken. Errors if the file is too large or breaks off. */
  readonly stream: ReadableStream<Uint8Array>

  constructor({ field, name, type, stream }: UploadedFile<Field>) {
    this.field = field
    this.name = name
    this.type = type
    this.stream = stream
  }
}

/** The limits for the files under one name. */
export interface FileLimits {
  /** The largest size of each, in bytes. */
  readonly maxSize: number
  /** How many there may be. */
  readonly maxCount: number
  /** Undefined for all. */
  readonly types: readonly string[] | undefined
}

/** A kind that only a multipart form can contain: a file, or several under one name. */
export interface FileKind<Out, In, Optional extends boolean> extends Kind<Out, In, Optional> {
  readonly limits: FileLimits
  /** The kind of one file: this kind itself, unless it is for several. */
  readonly item: Kind
}

type NoFile<Options> = Options extends { readonly default: null } ? null : never
type IsOptional<Options> = Options extends { readonly default: null } ? true : false

/**
 * A file as a member of a multipart form. Its bytes are streamed and never held whole. For several files: `files`,
 * `namedFiles`.
 */
export function file<const Options extends KnownOptions<FileOptions, Options> = FileOptions>(
  options?: Options,
): FileKind<UploadedFile | NoFile<Options>, Blob, IsOptional<Options>> {
  const given: FileOptions = options ?? {}
  const { maxSize = MOST_BYTES, types } = given
  // What is not a list is reported as a mistake; nobody reads it.
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
    // Only called for a default, which is null.
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

/** 100 MiB: the largest file if none is declared. */
const MOST_BYTES = 100 * 2 ** 20

/**
 * What all kinds of files share: no string is a file, and generated code, which cannot take or write a stream, gives up
 * at once.
 */
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

/** Returns the schema of what may be left out, as FastAPI writes it. */
export function orNull(
  options: { readonly default?: unknown },
  schema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return options.default === null ? { anyOf: [schema, { type: 'null' }] } : schema
}

/**
 * Returns a mistake for each option that `owner` does not have. The model reports what is not an options object, as for
 * every kind.
 */
export function unknownFileOptions(owner: string, given: object, known: object): string[] {
  return isNamed(given) ? unknownOptions(owner, given, known) : []
}

/** Returns what is wrong with limits. */
export function mistakesOfLimits({ maxSize, maxCount, types = [] }: FileLimits): string[] {
  const isSize = Number.isSafeInteger(maxSize) && maxSize >= 0
  return [
    ...(isSize ? [] : [`maxSize is ${shownGiven(maxSize)}; write whole bytes, such as 5 * 2 ** 20`]),
    ...mistakesOfCount(maxCount),
    ...mistakesOfTypes(types),
  ]
}

function mistakesOfTypes(types: readonly string[]): string[] {
  // Untyped code may give a single type.
  if (!Array.isArray(types)) return [`types is ${shownGiven(types)}; write a list, such as ['image/*']`]
  return types
    .filter((type) => type !== '*/*' && !isMediaType(String(type).replace(/\/\*$/, '/x')))
    .map((type) => `${shownGiven(type)} is not a media type; write one such as image/png or image/*`)
}

/** The most parts that a form may have. */
export const MOST_PARTS = 1000

/** Returns what is wrong with a number of files. */
export function mistakesOfCount(maxCount: number): string[] {
  const isCount = Number.isInteger(maxCount) && maxCount >= 1 && maxCount <= MOST_PARTS
  return isCount ? [] : [`maxCount is ${shownGiven(maxCount)}; write a whole number, 1 to ${MOST_PARTS}`]
}

function convertFile<Out>(
  kind: FileKind<UploadedFile | Out, Blob, boolean>,
  input: unknown,
  state: Conversion,
): UploadedFile | Invalid {
  const { types } = kind.limits
  if (!isUploaded(input)) {
    const found = typeof input === 'string' ? "<class 'str'>" : typeof input
    return state.reject(kind, reject(`Expected UploadFile, received: ${found}`), input)
  }
  if (types === undefined || types.some((type) => covers(type, input.type))) return input
  const expected = types.join(' or ')
  const rejection = reject(`File should be of type ${expected}`, 'file_type', { expected })
  return state.reject(kind, rejection, { name: input.name, type: input.type })
}

/**
 * Whether what a form has under a name is a file, of any copy of this module: a contract may come from a package that
 * has its own. What is no file is a string.
 */
function isUploaded(input: unknown): input is UploadedFile {
  return typeof input === 'object' && input !== null && 'stream' in input && 'type' in input
}

function covers(declared: string, type: string): boolean {
  const essence = essenceOf(type)
  const wanted = declared.toLowerCase()
  if (wanted === '*/*') return true
  return wanted.endsWith('/*') ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted
}
