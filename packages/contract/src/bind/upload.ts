import type { Field, Issue } from '@postern/model'
import type { Incoming } from '../incoming.ts'
import { FAILURES, type Failure } from '../reply/failure.ts'
import type { Members } from '../route/body.ts'
import { fieldsOf } from '../route/fields.ts'
import { fileLimitsOf, UploadedFile } from '../route/file.ts'
import { Refusal } from './body-binding.ts'
import { BrokenBody } from './broken-body.ts'
import { boundaryOf } from './form-body.ts'
import { parseMediaType } from './media-type.ts'
import { gatheredValues, type NamedValues } from './named-values.ts'
import { compileParameters } from './parameters.ts'
import type { PartHead } from './part-parser.ts'
import { PartReader } from './part-reader.ts'
import { decodeLeniently } from './text-encoding.ts'

/** One upload being bound. */
export interface UploadTerms {
  readonly incoming: Incoming
  readonly issues: Issue[]
  /** Told where the file turns out bad when its handler has it already. */
  readonly refuse: (failure: Failure) => void
}

/**
 * Compiles how a form with a file is bound: its value, or a {@link Refusal}, as soon as the file begins; undefined where no
 * file is declared, or the body is not multipart. `limit` bytes may come beside the file, all parts together.
 */
export function compileUpload(
  declared: Members,
  limit: number,
): ((terms: UploadTerms) => Promise<unknown> | undefined) | undefined {
  const fields = fieldsOf(declared)
  const field = fields.find(({ kind }) => fileLimitsOf(kind) !== undefined)
  if (field === undefined) return undefined
  const take = compileParameters('body', declared)
  const bind = async (contentType: string, { incoming, issues, refuse }: UploadTerms) => {
    const boundary = boundaryOf(contentType)
    if (boundary === undefined) return new Refusal({ status: 400, detail: 'Missing boundary in multipart.' })
    if (incoming.stream === undefined) throw new TypeError('The adapter cannot stream a body')
    const reader = new PartReader(incoming.stream(), boundary)
    const upload = new Upload(reader, { field, limit, refuse })
    try {
      const body = take(await upload.gather(fields), issues)
      if (issues.length > 0) reader.cancel()
      return body
    } catch (error) {
      reader.cancel()
      if (error instanceof BrokenBody) return new Refusal(error.failure)
      throw error
    }
  }
  return (terms) => {
    const contentType = terms.incoming.header('content-type')
    return parseMediaType(contentType) === 'multipart' ? bind(contentType ?? '', terms) : undefined
  }
}

interface UploadOptions {
  readonly field: Field
  readonly limit: number
  readonly refuse: (failure: Failure) => void
}

class Upload {
  readonly #reader: PartReader
  readonly #options: UploadOptions
  #isCancelled = false

  constructor(reader: PartReader, options: UploadOptions) {
    this.#reader = reader
    this.#options = options
  }

  /** The texts up to the file, and the file as soon as it begins. */
  async gather(fields: readonly Field[]): Promise<NamedValues> {
    const { field, limit } = this.#options
    const declared = new Set(fields.map(({ wireName }) => wireName))
    const values = new Map<string, unknown[]>()
    let left = limit
    for (let head = await this.#reader.next(); head !== undefined; head = await this.#reader.next()) {
      if (head instanceof Uint8Array || head === 'end') continue
      const isFile = head.filename !== undefined
      if (isFile && head.name === field.wireName) {
        values.set(head.name, [this.#open(head, head.filename)])
        break
      }
      const isKept = declared.has(head.name)
      const bytes = await this.#readPart(left, isKept && !isFile)
      left -= bytes.counted
      if (isKept) {
        const value = isFile
          ? { filename: head.filename, content_type: head.type }
          : decodeLeniently(bytes.kept)
        values.set(head.name, [...(values.get(head.name) ?? []), value])
      }
    }
    return gatheredValues(values)
  }

  /** A part to its end: how many bytes it has, and they themselves where they are to be kept. */
  async #readPart(most: number, isKept: boolean): Promise<{ counted: number; kept: Uint8Array }> {
    const pieces: Uint8Array[] = []
    let counted = 0
    for (
      let piece = await this.#reader.next();
      piece instanceof Uint8Array;
      piece = await this.#reader.next()
    ) {
      counted += piece.length
      if (counted > most) throw tooLarge()
      // A copy: a piece is a view that would hold all of what came with it.
      if (isKept) pieces.push(piece.slice())
    }
    const kept = new Uint8Array(isKept ? counted : 0)
    let at = 0
    for (const piece of pieces) {
      kept.set(piece, at)
      at += piece.length
    }
    return { counted, kept }
  }

  #open({ type }: PartHead, name = ''): UploadedFile {
    const { maxSize = Number.POSITIVE_INFINITY } = fileLimitsOf(this.#options.field.kind) ?? {}
    let size = 0
    const source: UnderlyingDefaultSource<Uint8Array> = {
      pull: async (controller) => {
        try {
          const piece = await this.#reader.next()
          if (piece instanceof Uint8Array) {
            size += piece.length
            if (size > maxSize) throw tooLarge()
            controller.enqueue(piece)
          } else if (!this.#isCancelled) {
            controller.close()
            void this.#reader.skip(this.#options.limit)
          }
        } catch (error) {
          this.#break(error)
          throw error
        }
      },
      cancel: () => {
        this.#isCancelled = true
        this.#reader.cancel()
      },
    }
    return new UploadedFile(name, type, new ReadableStream(source, { highWaterMark: 0 }))
  }

  /** Answers where the handler may wait for ever. */
  #break(error: unknown): void {
    if (this.#isCancelled) return
    if (error instanceof BrokenBody) this.#options.refuse(error.failure)
    this.#reader.cancel()
  }
}

function tooLarge(): BrokenBody {
  return new BrokenBody('More bytes came than are taken', FAILURES.tooLarge)
}
