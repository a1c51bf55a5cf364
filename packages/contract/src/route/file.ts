import { type Kind, type KindLike, reject } from '@postern/model'
import type { Members } from './body.ts'
import { fieldsOf, isDeclaredWhole } from './fields.ts'
import type { Declaration } from './operation.ts'

/** Options of {@link file}. */
export interface FileOptions {
  /** The largest file taken, in bytes; of a larger one the answer is 413. Default: no limit but the handler's. */
  readonly maxSize?: number
  /** The media types taken, such as `image/png` or `image/*`, as the client tells them: nothing is sniffed. Default: all. */
  readonly types?: readonly string[]
  /** Null for a file that may be left out; the handler then gets null. */
  readonly default?: null
  /** The field's name on the wire. Default: its own name. */
  readonly alias?: string
  readonly title?: string
  /** Documentation text only. */
  readonly description?: string
}

/** A file of a multipart form while it arrives. */
export class UploadedFile {
  /** As the client tells it; never a path to trust. Empty where a browser's input was left empty. */
  readonly name: string
  /** The media type as the client tells it, `application/octet-stream` where it does not. */
  readonly type: string
  /** The bytes, read from the connection as fast as they are taken; errors where the file is too large, or breaks off. */
  readonly stream: ReadableStream<Uint8Array>

  constructor(name: string, type: string, stream: ReadableStream<Uint8Array>) {
    this.name = name
    this.type = type
    this.stream = stream
  }
}

/** What is allowed of a file. */
export type FileLimits = Pick<FileOptions, 'maxSize' | 'types'>

/** A kind that only a multipart form can hold. */
export interface FileKind<Out, Optional extends boolean> extends Kind<Out, Blob, Optional> {
  readonly limits: FileLimits
}

type NoFile<Options> = Options extends { readonly default: null } ? null : never
type IsOptional<Options> = Options extends { readonly default: null } ? true : false

/** A file as a member of a multipart form, one in a form: its bytes are streamed and never held whole. */
export function file<const Options extends FileOptions = FileOptions>(
  options?: Options,
): FileKind<UploadedFile | NoFile<Options>, IsOptional<Options>> {
  const limits: FileOptions = options ?? {}
  const { types } = limits
  return {
    name: 'file',
    options: limits,
    limits,
    mistakes: mistakesOf(limits),

    convert(input, state) {
      if (!(input instanceof UploadedFile)) {
        const found = typeof input === 'string' ? "<class 'str'>" : typeof input
        return state.reject(this, reject(`Expected UploadFile, received: ${found}`), input)
      }
      if (types === undefined || types.some((type) => covers(type, input.type))) return input
      const expected = types.join(' or ')
      const rejection = reject(`File should be of type ${expected}`, 'file_type', { expected })
      return state.reject(this, rejection, { name: input.name, type: input.type })
    },

    accept(value, code) {
      code.require('false')
      return value
    },

    serialize: (value) => value && { name: value.name, type: value.type },

    write(_, code) {
      code.require('false')
      return "'null'"
    },

    describe: () => ({ type: 'string', contentMediaType: 'application/octet-stream' }),
  }
}

/** What is allowed of the files of a kind; undefined where it is no kind of files. */
export function fileLimitsOf(kind: Kind): FileLimits | undefined {
  return 'limits' in kind && kind.name === 'file' ? (kind.limits as FileLimits) : undefined
}

/** Where files are declared that cannot be bound: each with what to write instead. */
export function reviewFiles({ params, query, headers, cookies, body }: Declaration): string[] {
  const declared = body?.declared as Members | KindLike | undefined
  const isForm = body?.binding === 'multipart' && declared !== undefined && !isDeclaredWhole(declared)
  const astray = [params, query, headers, cookies, isForm ? undefined : declared].flatMap(filesOf)
  const files = isForm ? filesOf(declared) : []
  return [
    ...astray.map((name) => `the file ${name} is in no form; declare it in multipart({ ${name}: file() })`),
    ...(files.length > 1 ? [`a form streams one file, not ${files.join(' and ')}; keep one`] : []),
  ]
}

function filesOf(declared: Members | KindLike | undefined): string[] {
  if (declared === undefined || (isDeclaredWhole(declared) && !('fields' in declared))) return []
  return fieldsOf(declared)
    .filter(({ kind }) => fileLimitsOf(kind) !== undefined)
    .map(({ name }) => name)
}

function covers(declared: string, type: string): boolean {
  const essence = type.replace(/;.*/s, '').trim().toLowerCase()
  const wanted = declared.toLowerCase()
  if (wanted === '*/*') return true
  return wanted.endsWith('/*') ? essence.startsWith(wanted.slice(0, -1)) : essence === wanted
}

function mistakesOf({ maxSize = 0, types = [] }: FileLimits): string[] {
  const isSize = Number.isSafeInteger(maxSize) && maxSize >= 0
  return [
    ...(isSize ? [] : [`maxSize is ${maxSize}; give whole bytes, such as 5 * 2 ** 20`]),
    ...types
      .filter((type) => !/^[!#$&^\w.+-]+\/(\*|[!#$&^\w.+-]+)$|^\*\/\*$/.test(type))
      .map((type) => `${JSON.stringify(type)} is no media type; write one such as image/png or image/*`),
  ]
}
